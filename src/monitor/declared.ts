// What an organization has declared for a tenant: who travels where, and which networks are to be trusted. It lowers
// what is odd about them, never silences it, and ends by itself.
import { randomUUID } from 'node:crypto'
import type { Tx } from '../database/in-organization.ts'
import type { Day } from '../days.ts'
import type { Settings } from '../detection/behaviour/settings.ts'
import { reviseDetection } from './revise-detection.ts'

const DAY = 86_400_000

/** All of it, also what is over: it held for what happened in its time. */
export async function readDeclared(tx: Tx, organizationId: string, tenantId: string): Promise<Settings> {
  const { travel, networks } = await listDeclared(tx, organizationId, tenantId)
  return {
    travel: travel.map(({ user, countries, fromOn, untilOn }) => ({
      user,
      countries,
      // Days are days somewhere on earth: half a day is allowed for on either side.
      from: Date.parse(fromOn) - DAY / 2,
      until: Date.parse(untilOn) + 1.5 * DAY,
    })),
    trusted: networks.map(({ network, untilOn }) => ({ network, until: Date.parse(untilOn) + 1.5 * DAY })),
    domains: [],
  }
}

export async function listDeclared(tx: Tx, organizationId: string, tenantId: string) {
  const travel = await tx
    .selectFrom('declared_travel')
    .select([
      'id',
      'user_name as user',
      'countries',
      'from_on as fromOn',
      'until_on as untilOn',
      'declared_by as by',
    ])
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .orderBy('until_on', 'desc')
    .orderBy('id')
    .execute()
  const networks = await tx
    .selectFrom('trusted_networks')
    .select(['id', 'network', 'note', 'until_on as untilOn', 'declared_by as by'])
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .orderBy('until_on', 'desc')
    .orderBy('id')
    .execute()
  return { travel, networks }
}

interface Declared {
  tenantId: string
  untilOn: Day
  by: string
  at: Date
}

export async function declareTravel(
  tx: Tx,
  organizationId: string,
  {
    tenantId,
    user,
    countries,
    fromOn,
    untilOn,
    by,
    at,
  }: Declared & { user: string; countries: string[]; fromOn: Day },
): Promise<string> {
  const id = randomUUID()
  await reviseDetection(tx, organizationId)
  await tx
    .insertInto('declared_travel')
    .values({
      id,
      organization_id: organizationId,
      tenant_id: tenantId,
      user_name: user,
      countries,
      from_on: fromOn,
      until_on: untilOn,
      declared_at: at,
      declared_by: by,
    })
    .execute()
  return id
}

export async function trustNetwork(
  tx: Tx,
  organizationId: string,
  { tenantId, network, note, untilOn, by, at }: Declared & { network: string; note: string },
): Promise<string> {
  const id = randomUUID()
  await reviseDetection(tx, organizationId)
  await tx
    .insertInto('trusted_networks')
    .values({
      id,
      organization_id: organizationId,
      tenant_id: tenantId,
      network,
      note,
      until_on: untilOn,
      declared_at: at,
      declared_by: by,
    })
    .execute()
  return id
}

/** Returns what it was; undefined when the tenant has no such declaration. */
export async function withdraw(
  tx: Tx,
  organizationId: string,
  { tenantId, id }: { tenantId: string; id: string },
): Promise<{ kind: 'travel' | 'network'; subject: string } | undefined> {
  await reviseDetection(tx, organizationId)
  const travel = await tx
    .deleteFrom('declared_travel')
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning('user_name')
    .executeTakeFirst()
  if (travel) return { kind: 'travel', subject: travel.user_name }
  const network = await tx
    .deleteFrom('trusted_networks')
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning('network')
    .executeTakeFirst()
  return network && { kind: 'network', subject: network.network }
}
