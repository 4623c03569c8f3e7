// Rows of the Entra portal's CSV exports, whose columns have titles for people: 'Date (UTC)', 'Sign-in error code'.
import type { Activity } from '../activity.ts'
import { remembering } from '../remember.ts'
import type { Fields } from '../words/field.ts'
import { directoryAuditOf } from './directory-audit.ts'
import { graphAuditOf } from './portal-audit.ts'
import { graphSignInOf } from './portal-sign-in.ts'
import { signInOf } from './sign-in.ts'

/** Null when it is no such row. */
export function portalActivityOf(record: Fields): Activity | null {
  const row = new Map<string, unknown>()
  for (const title in record) {
    const name = squeezed(title)
    // 'Incoming token type' and others come twice; the first that says something counts.
    if ((row.get(name) ?? '') === '') row.set(name, record[title])
  }
  if (!row.has('dateutc') && !row.has('date')) return null
  if (row.has('activity') && (row.has('actortype') || row.has('category') || row.has('service'))) {
    const audit = graphAuditOf(row)
    return directoryAuditOf(audit, audit, null)
  }
  // The export of the steps of each sign-in bears its id, but nobody's name: it is no sign-in.
  const isSignIn = row.has('username') || row.has('userid') || row.has('serviceprincipalid')
  if (!isSignIn || !(row.has('requestid') || row.has('signinerrorcode') || row.has('ipaddress'))) return null
  const signIn = graphSignInOf(row)
  return signInOf(signIn, signIn, null)
}

// Titles have changed in spaces, case and punctuation over the years, and the first may carry a byte order mark.
const squeezed = remembering(title => title.toLowerCase().replace(/[^a-z0-9]/g, ''), {
  atMost: 5000,
  longest: 500,
})
