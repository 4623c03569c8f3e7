// Proof that somebody administers a directory. Microsoft's answer to a consent is an address that anybody can type; so
// they sign in to that directory (OpenID Connect), and what Microsoft signs about them there decides.
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type IDToken,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { Credentials } from '../../tenants/connection.ts'
import { SourceFault } from '../source.ts'
import { authenticationBy, tokenEndpoint } from './authentication.ts'
import type { Cloud } from './clouds.ts'

/** What only the one who asked knows: `state` goes through the browser and back, the others do not. */
export interface SignInWords {
  state: string
  nonce: string
  verifier: string
}

export interface Administrator {
  /** Of their account in the directory. */
  objectId: string
  /** As they sign in. For people to read: Microsoft lets it change. */
  userName: string
}

/** Somebody could not be shown to administer the directory. Its message is for them: why, then what to do. */
export class NotProven extends Error {
  constructor(words: string, options: { cause?: unknown } = {}) {
    super(words, options)
    this.name = 'NotProven'
  }
}

interface SignInParts {
  cloud: Cloud
  /** The installation's own application. */
  app: Credentials
  fetch: typeof fetch
  directoryTenantId: string
  /** Where Microsoft sends people back to. */
  redirectUri: string
}

const PATIENCE_SECONDS = 30
const CLOCK_TOLERANCE_SECONDS = 300

export const newSignInWords = (): SignInWords => ({
  state: randomState(),
  nonce: randomNonce(),
  verifier: randomPKCECodeVerifier(),
})

/** Where to send them. Nobody is asked for anything there who is signed in with one account, as whoever just consented. */
export async function signInAddress(parts: SignInParts, words: SignInWords): Promise<string> {
  const authority = await askAuthority(parts)
  const address = buildAuthorizationUrl(authority, {
    response_type: 'code',
    response_mode: 'query',
    redirect_uri: parts.redirectUri,
    scope: 'openid profile',
    state: words.state,
    nonce: words.nonce,
    code_challenge: await calculatePKCECodeChallenge(words.verifier),
    code_challenge_method: 'S256',
  })
  return address.href
}

/** Throws `NotProven`. The code they came back with is used up by it. */
export async function readAdministrator(
  parts: SignInParts,
  { words, code }: { words: SignInWords; code: string },
): Promise<Administrator> {
  const authority = await askAuthority(parts)
  const cameBackTo = new URL(parts.redirectUri)
  cameBackTo.searchParams.set('code', code)
  cameBackTo.searchParams.set('state', words.state)
  const answer = await authorizationCodeGrant(authority, cameBackTo, {
    expectedState: words.state,
    expectedNonce: words.nonce,
    pkceCodeVerifier: words.verifier,
    idTokenExpected: true,
  }).catch((cause: unknown) => {
    throw notProvenBy(cause)
  })
  const judged = judgeClaims(answer.claims()!, parts.directoryTenantId)
  if ('refused' in judged) throw new NotProven(judged.refused)
  return judged
}

/** Asked each time: Microsoft changes its keys when it sees fit. */
async function askAuthority({ cloud, app, fetch, directoryTenantId }: SignInParts): Promise<Configuration> {
  const issuer = `${cloud.loginUrl}/${directoryTenantId}/v2.0`
  const authentication = await authenticationBy(app, tokenEndpoint(cloud, directoryTenantId)).catch(cause => {
    throw cause instanceof SourceFault ? new NotProven(OWN_SECRET, { cause }) : cause
  })
  const authority = await discovery(
    new URL(issuer),
    app.clientId,
    { [clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    authentication,
    {
      timeout: PATIENCE_SECONDS,
      [customFetch]: (url, options) => fetch(url, options as RequestInit),
      // Signatures are otherwise not looked at in tokens that come straight from the authority.
      execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
    },
  ).catch((cause: unknown) => {
    throw notProvenBy(cause)
  })
  // openid-client takes other issuers from Microsoft's own host, for applications that serve all directories at once.
  if (authority.serverMetadata().issuer !== issuer)
    throw new NotProven(
      'Microsoft’s sign-in calls itself by another name than it is reached by. Check the directory, and ask the operator to check VEDETTE_MICROSOFT_CLOUD and VEDETTE_MICROSOFT_LOGIN_URL.',
    )
  return authority
}

const OWN_SECRET =
  'Microsoft refuses the secret or certificate of this installation’s application. Ask the operator to renew VEDETTE_MICROSOFT_CLIENT_SECRET or VEDETTE_MICROSOFT_CERTIFICATE.'

function notProvenBy(cause: unknown): NotProven {
  if (cause instanceof NotProven) return cause
  if (cause instanceof ResponseBodyError)
    return new NotProven(
      cause.error === 'invalid_client'
        ? OWN_SECRET
        : `Microsoft did not confirm the sign-in${codeIn(cause.error_description)}. It may have taken too long: begin again.`,
      { cause },
    )
  const response = responseIn(cause)
  if (response && response.status < 500 && response.status !== 429)
    return new NotProven(
      'Microsoft’s sign-in does not know this directory. Check which of Microsoft’s clouds it is in, and begin again.',
      { cause },
    )
  if (response || isOutOfReach(cause))
    return new NotProven('Microsoft’s sign-in cannot be reached. Begin again in a few minutes.', { cause })
  return new NotProven(
    'What Microsoft answered about the sign-in could not be verified, so nothing was connected. Check the clock of the machine that Vedette runs on, and begin again.',
    { cause },
  )
}

const codeIn = (description = '') => /AADSTS\d+/.exec(description)?.[0].replace(/^/, ' (').concat(')') ?? ''

/** openid-client keeps the answer it could not use as the cause. */
function responseIn(error: unknown): Response | undefined {
  const { cause } = error as { cause?: unknown }
  return cause instanceof Response ? cause : undefined
}

const isOutOfReach = (cause: unknown) => {
  const code = (cause as { code?: unknown }).code
  return cause instanceof TypeError || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT'
}

/** Directory roles that may let an application in, or manage it, by Microsoft's published ids. */
const ADMINISTRATORS = new Set([
  '62e90394-69f5-4237-9190-012177145e10', // Global Administrator
  'e8611ab8-c189-46e8-94e1-60213ab1f814', // Privileged Role Administrator
  '9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3', // Application Administrator
  '158c047a-c907-4556-b7ef-446551a6b5f7', // Cloud Application Administrator
])

/** What is signed about somebody, once the signature has been verified. Pure. */
export function judgeClaims(
  claims: Pick<IDToken, 'iss'> & Record<string, unknown>,
  directoryTenantId: string,
): Administrator | { refused: string } {
  const { tid, oid, wids, preferred_username: name } = claims
  if (tid !== directoryTenantId || typeof oid !== 'string')
    return {
      refused:
        'You signed in to another directory than the one that consented. Begin again, and sign in there both times.',
    }
  const userName = typeof name === 'string' && name ? name : oid
  // Microsoft leaves roles out unless the application's registration asks for them: no roles said is not no roles held.
  if (!Array.isArray(wids))
    return {
      refused:
        'Microsoft does not say whether you administer this directory. Ask the operator to have it say so: in Entra, this installation’s application, Token configuration, Add groups claim, Directory roles. Then begin again.',
    }
  if (!wids.some(role => ADMINISTRATORS.has(String(role))))
    return {
      refused: `${userName} does not administer this directory${isGuest(claims) ? ', but is a guest there' : ''}. Begin again, and sign in as its Global Administrator, or as one for privileged roles or applications.`,
    }
  return { objectId: oid, userName }
}

/** Somebody who is at home elsewhere was let in by that other directory. */
const isGuest = ({ idp, tid }: Record<string, unknown>) =>
  typeof idp === 'string' && !idp.includes(String(tid))
