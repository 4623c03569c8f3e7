// What Microsoft refuses with, in words for the tenant page: what is wrong, then what to do about it.
import { SourceFault } from '../source.ts'

const SECRET = new Map([
  [
    7000222,
    'The secret of the application has expired. Make a new one in Entra and enter it on the tenant page.',
  ],
  [
    7000215,
    'The secret of the application is wrong. Enter its value (not its id) on the tenant page; Entra shows it only when it is made.',
  ],
  [
    700027,
    'The certificate is not one of the application, or has run out. Upload a current one to the application in Entra, and give the same on the tenant page.',
  ],
  [
    700024,
    'The signature made with the certificate was refused as out of date. Check the clock of the machine that Vedette runs on.',
  ],
  [
    7000218,
    'The application takes no secret. Register it in Entra as a web application, not as a public client.',
  ],
])

const CONSENT = new Map([
  [
    700016,
    'The application is not known in this directory: consent was withdrawn or never given, or the application is another. Have an administrator of the tenant give consent again.',
  ],
  [65001, 'The application has no consent in this directory. Have an administrator of the tenant give it.'],
  [
    7000229,
    'The application is not in this directory any more. Have an administrator of the tenant give consent again.',
  ],
  [
    7000112,
    'The application is disabled in this directory. Have an administrator enable it under Enterprise applications in Entra.',
  ],
  [
    90002,
    'Microsoft knows no directory with this id. Check the tenant id, and which of Microsoft’s clouds it is in.',
  ],
  [900023, 'Microsoft knows no directory with this id. Check the tenant id.'],
  [
    500011,
    'The interface asked for is not in this directory. Check which of Microsoft’s clouds the tenant is in.',
  ],
  [
    650052,
    'The organization has no subscription for the interface asked for. Check the application’s permissions, and give consent again.',
  ],
  [
    53003,
    'A conditional access policy of the tenant blocks the application. Have an administrator exclude it from policies for workload identities.',
  ],
])

interface TokenRefusal {
  status: number
  error: string
  error_description?: string
  response?: Response
}

export function faultOfToken(cause: unknown, refusal?: TokenRefusal): SourceFault {
  if (cause instanceof SourceFault) return cause
  const code = Number(/AADSTS(\d+)/.exec(refusal?.error_description ?? '')?.[1])
  const secret = SECRET.get(code)
  if (secret) return new SourceFault('secret', secret)
  const consent = CONSENT.get(code)
  if (consent) return new SourceFault('consent', consent)
  const response = refusal?.response ?? responseIn(cause)
  const status = refusal?.status ?? response?.status
  if (status === 429)
    return new SourceFault('throttled', 'Microsoft asked to wait before it signs the application in again.', {
      retryAfterSeconds: retryAfter(response?.headers.get('retry-after') ?? null, new Date()),
    })
  if (refusal?.error === 'invalid_client')
    return new SourceFault(
      'secret',
      `Microsoft refused the application’s secret or certificate${named(code)}. Enter it anew on the tenant page.`,
    )
  if (refusal && refusal.status < 500)
    return new SourceFault(
      'consent',
      `Microsoft refused to sign the application in${named(code)}. Check the tenant id, the application id and the consent.`,
    )
  if (status !== undefined && status < 500)
    return new SourceFault(
      'broken-answer',
      'Microsoft’s sign-in answered with something that is no token. It is tried again.',
    )
  return new SourceFault('unreachable', 'Microsoft’s sign-in cannot be reached. It is tried again.', {
    cause,
  })
}

const named = (code: number) => (Number.isNaN(code) ? '' : ` (AADSTS${code})`)

/** openid-client keeps the answer it could not read as the cause. */
function responseIn(error: unknown): Response | undefined {
  const cause = (error as { cause?: unknown } | undefined)?.cause
  return cause instanceof Response ? cause : undefined
}

export interface Refusal {
  status: number
  /** The vendor's own word, such as AF20022 or Authorization_RequestDenied. */
  code: string
  /** As the header says, or null. */
  retryAfter: string | null
}

/** `permission` is what the address takes. */
export function faultOfRefusal(
  { status, code, retryAfter: header }: Refusal,
  { permission, interfaceName, now }: { permission: string; interfaceName: string; now: Date },
): SourceFault {
  if (status === 429 || code === 'AF429' || (status === 503 && header !== null))
    return new SourceFault('throttled', `Microsoft asked to wait: too many requests to ${interfaceName}.`, {
      retryAfterSeconds: retryAfter(header, now),
    })
  if (code === 'Authentication_RequestFromNonPremiumTenantOrB2CTenant')
    return new SourceFault(
      'licence',
      'The tenant has no Entra ID P1 licence, which reading sign-ins from Graph takes. The audit log brings its sign-ins without it; nothing needs to be done.',
    )
  if (status === 403 || code === 'AF10001')
    return new SourceFault(
      'permission',
      `The application lacks the permission ${permission} of ${interfaceName}. Add it in Entra as an application permission, and have an administrator of the tenant give consent again.`,
      { permission },
    )
  if (status === 401)
    return new SourceFault(
      'consent',
      `${interfaceName} refuses the application’s token. Have an administrator of the tenant give consent again.`,
    )
  if (status >= 500 || status === 408)
    return new SourceFault('unreachable', `${interfaceName} is out of order (${status}). It is tried again.`)
  return new SourceFault(
    'broken-answer',
    `${interfaceName} refused with ${status}${code ? ` (${code})` : ''}. It is tried again.`,
  )
}

/** Seconds, or a date; undefined when there is nothing that can be read. */
function retryAfter(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now.getTime()) / 1000)
}
