// Who a name in a log stands for: a person's user principal name, an object id, or a machine.
import { remembering } from '../remember.ts'

export interface Person {
  /** User principal name in lower case. */
  user: string | null
  /** Directory object id in lower case. */
  userId: string | null
  /** What acted when no person did. */
  app: string | null
  isGuest: boolean
}

const NOBODY: Person = { user: null, userId: null, app: null, isGuest: false }
const NO_NAMES = new Set([
  '',
  '-',
  'n/a',
  'na',
  'null',
  'none',
  'undefined',
  'unknown',
  'unknown user',
  'not available',
  'not applicable',
  'anonymous',
  'anonymous user',
  '00000000-0000-0000-0000-000000000000',
])
const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const PUID = /^[0-9a-f]{16}(@|$)/
const SID = /^s-1-\d/
// A principal name has 113 characters at most; claims put some before it.
const named = remembering(read, { atMost: 50_000, longest: 400 })

export const personOf = (value: unknown): Person =>
  typeof value === 'string' && value !== '' ? named(value) : NOBODY

export function isGuid(text: string): boolean {
  return text.length === 36 && GUID.test(text)
}

function read(value: string): Person {
  const text = value.trim()
  const lower = text.toLowerCase()
  if (NO_NAMES.has(lower)) return NOBODY
  if (lower.startsWith('serviceprincipal_')) return machine(text.slice('serviceprincipal_'.length))
  if (lower.startsWith('user_') && isGuid(lower.slice(5))) return { ...NOBODY, userId: lower.slice(5) }
  if (isGuid(lower)) return { ...NOBODY, userId: lower }
  if (SID.test(lower)) return lower === 's-1-5-18' ? machine('SYSTEM') : NOBODY
  if (lower === 'app@sharepoint' || lower.startsWith('nt authority\\') || lower.startsWith('nt service\\'))
    return machine(text)
  if (lower.startsWith('urn:spo:')) {
    const guest = lower.startsWith('urn:spo:guest#') ? lower.slice('urn:spo:guest#'.length) : ''
    return guest.includes('@') ? { ...NOBODY, user: guest, isGuest: true } : NOBODY
  }
  // SharePoint's claims: i:0#.f|membership|someone@example.com, and i:0h.f|membership|<passport id>@live.com.
  const claim = lower.lastIndexOf('|')
  if (claim >= 0) return read(text.slice(claim + 1))
  if (PUID.test(lower)) return NOBODY
  if (lower.startsWith('live.com#')) return account(lower.slice('live.com#'.length), true)
  if (!lower.includes('@')) return machine(text)
  return account(lower, false)
}

function account(lower: string, isGuest: boolean): Person {
  const at = lower.indexOf('@')
  // A host after a backslash, or words with spaces, are no principal name.
  if (at <= 0 || at === lower.length - 1 || lower.includes(' ') || lower.includes('\\')) return machine(lower)
  // Exchange's own accounts in its own data centres, and the service that resets passwords.
  if (lower.endsWith('.prod.outlook.com') || lower.endsWith('@support.onmicrosoft.com')) return machine(lower)
  return { user: lower, userId: null, app: null, isGuest: isGuest || lower.includes('#ext#') }
}

function machine(name: string): Person {
  return { ...NOBODY, app: name === '' ? null : name }
}
