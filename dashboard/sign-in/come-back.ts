// Where to go on once signed in.

/** Only a path of our own, for a link must not lead elsewhere. */
export const readTo = ({ to }: Record<string, unknown>) =>
  typeof to === 'string' && /^\/(?![/\\])/.test(to) ? to : undefined

export const comeBack = (href: string) => (href === '/' ? {} : { to: href })
