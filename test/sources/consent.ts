// Connecting by consent as a browser does it: from Vedette to Microsoft's page, back, on to signing in, and back again.
import type { SignedIn } from '../console/sign-in.ts'

/** Where a page of Microsoft's sends the browser on to. */
async function follow(link: string): Promise<URL> {
  const response = await fetch(link, { redirect: 'manual' })
  const location = response.headers.get('location')
  if (!location) throw new Error(`${response.status} ${await response.text()}`)
  return new URL(location)
}

// biome-ignore lint/suspicious/noExplicitAny: what the wire brings is what the tests are about
const body = async (response: Response): Promise<any> => response.json()

/** Consent is asked for and given by this tenant; returns what the address it comes back to says. */
export async function consentOf(
  who: SignedIn,
  tenantId: string,
  asked: object = {},
): Promise<{ state: string; tenant: string }> {
  const { url } = await body(await who.change('POST', '/onboarding/consent', asked))
  const back = await follow(url.replace('/organizations/', `/${tenantId}/`))
  return { state: back.searchParams.get('state')!, tenant: back.searchParams.get('tenant')! }
}

/** Goes on to sign in; returns what comes back from there. */
export async function signInAt(url: string): Promise<{ state: string; code: string }> {
  const back = await follow(url)
  return { state: back.searchParams.get('state')!, code: back.searchParams.get('code')! }
}

/** The whole way; returns Vedette's last answer, whatever it is. */
export async function connectByConsent(
  who: SignedIn,
  tenantId: string,
  asked: object = {},
): Promise<Response> {
  const consented = await who.change('POST', '/onboarding/consented', await consentOf(who, tenantId, asked))
  if (consented.status !== 200) return consented
  const { url } = await body(consented)
  return who.change('POST', '/onboarding/proven', await signInAt(url))
}
