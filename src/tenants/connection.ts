// How a tenant is reached: by an application of its own, or by the installation's, to which it has consented.
import type { Tx } from '../database/in-organization.ts'
import { type Secrets, seal, unseal } from './seal.ts'

/** How Vedette proves to be the application. Never logged, never shown again. */
export type Credentials = { clientId: string } & (
  | { secret: string }
  | { /** PEM. */ certificate: string /** PEM. */; privateKey: string }
)

type ConnectionKind = 'consent' | 'secret' | 'certificate'

/** What may be shown of a connection. */
export interface Connection {
  kind: ConnectionKind
  clientId: string | null
  expiresAt: Date | null
  connectedAt: Date
  changedAt: Date
  checkedAt: Date | null
  findings: unknown
}

export interface SaveConnection {
  tenantId: string
  /** Undefined: by consent to the installation's own application. */
  credentials: Credentials | undefined
  expiresAt: Date | null
  findings: unknown
  at: Date
}

const boundTo = (organizationId: string, tenantId: string) => `${organizationId}/${tenantId}`

export async function saveConnection(
  tx: Tx,
  organizationId: string,
  { tenantId, credentials, expiresAt, findings, at }: SaveConnection,
  secrets: Secrets,
): Promise<void> {
  const values = {
    kind: kindOf(credentials),
    client_id: credentials?.clientId ?? null,
    sealed: credentials
      ? seal(JSON.stringify(credentials), boundTo(organizationId, tenantId), secrets)
      : null,
    expires_at: expiresAt,
    changed_at: at,
    checked_at: at,
    findings: JSON.stringify(findings),
  }
  await tx
    .insertInto('tenant_connections')
    .values({ tenant_id: tenantId, organization_id: organizationId, connected_at: at, ...values })
    .onConflict(conflict =>
      conflict
        .column('tenant_id')
        .doUpdateSet(values)
        .where('tenant_connections.organization_id', '=', organizationId),
    )
    .execute()
}

const kindOf = (credentials: Credentials | undefined): ConnectionKind =>
  !credentials ? 'consent' : 'secret' in credentials ? 'secret' : 'certificate'

export async function readConnection(
  tx: Tx,
  organizationId: string,
  { tenantId }: { tenantId: string },
): Promise<Connection | null> {
  const row = await tx
    .selectFrom('tenant_connections')
    .select(['kind', 'client_id', 'expires_at', 'connected_at', 'changed_at', 'checked_at', 'findings'])
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  return row
    ? {
        kind: row.kind,
        clientId: row.client_id,
        expiresAt: row.expires_at,
        connectedAt: row.connected_at,
        changedAt: row.changed_at,
        checkedAt: row.checked_at,
        findings: row.findings,
      }
    : null
}

export type Reach =
  | { by: 'consent'; changedAt: Date }
  | { by: 'credentials'; credentials: Credentials; changedAt: Date }
  /** Sealed under a secret that this installation no longer has. */
  | { by: 'unreadable' }
  | null

/** With what a tenant is reached; null when nobody has connected it. Sealed anew where the secret has changed. */
export async function readReach(
  tx: Tx,
  organizationId: string,
  { tenantId }: { tenantId: string },
  secrets: Secrets,
): Promise<Reach> {
  const row = await tx
    .selectFrom('tenant_connections')
    .select(['sealed', 'changed_at'])
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  if (!row) return null
  if (!row.sealed) return { by: 'consent', changedAt: row.changed_at }
  const bound = boundTo(organizationId, tenantId)
  const opened = unseal(row.sealed, bound, secrets)
  if (!opened) return { by: 'unreadable' }
  if (opened.isOld)
    await tx
      .updateTable('tenant_connections')
      .set({ sealed: seal(opened.text, bound, secrets) })
      .where('organization_id', '=', organizationId)
      .where('tenant_id', '=', tenantId)
      .where('sealed', '=', row.sealed)
      .execute()
  return { by: 'credentials', credentials: JSON.parse(opened.text) as Credentials, changedAt: row.changed_at }
}

export async function noteFindings(
  tx: Tx,
  organizationId: string,
  { tenantId, findings, at }: { tenantId: string; findings: unknown; at: Date },
): Promise<void> {
  await tx
    .updateTable('tenant_connections')
    .set({ findings: JSON.stringify(findings), checked_at: at })
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .execute()
}

/** What opens the tenant is forgotten. */
export async function forgetConnection(
  tx: Tx,
  organizationId: string,
  { tenantId }: { tenantId: string },
): Promise<void> {
  await tx
    .deleteFrom('tenant_connections')
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .execute()
}
