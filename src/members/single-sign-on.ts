// The part of sign-in that asks the operator's identity provider. It is made when somebody first uses it, and made anew
// while the provider cannot be reached: better-auth asks for the provider's addresses once, and then never again.
import { type Auth, SSO } from './auth.ts'

const PATIENCE_MILLISECONDS = 10_000

/** Undefined: the provider does not answer, or not as one that can be used. */
export function singleSignOnWith(make: () => Auth): () => Promise<Auth | undefined> {
  let ready: Promise<Auth | undefined> | undefined
  return async () => {
    ready ??= prepare(make())
    const auth = await ready
    if (!auth) ready = undefined
    return auth
  }
}

async function prepare(auth: Auth): Promise<Auth | undefined> {
  const impatience = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => impatience.resolve(undefined), PATIENCE_MILLISECONDS)
  try {
    const context = await Promise.race([auth.$context, impatience.promise])
    return context?.socialProviders.some(({ id }) => id === SSO) ? auth : undefined
  } finally {
    clearTimeout(timer)
  }
}
