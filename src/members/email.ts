// Which email addresses an account can have: those that sign-in takes (zod's rule, which better-auth applies there).
const EMAIL =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text)
