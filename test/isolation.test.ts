// The two walls between organizations: every query names its organization, and row-level security stands behind it.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../src/api/routes.ts'
import { inOrganization } from '../src/database/in-organization.ts'
import type { Tables } from '../src/database/types.ts'
import { pauseTenant } from '../src/tenants/pause.ts'
import { recordDays } from '../src/usage/record-day.ts'
import {
  makeIncident,
  makeOrganization,
  makeTenant,
  type Organization,
  type Service,
  startService,
  type Tenant,
} from './harness.ts'

let service: Service
let [ours, theirs]: Organization[] = []
let theirTenant: Tenant

beforeAll(async () => {
  service = await startService({ settings: { VEDETTE_USAGE_REQUESTS_PER_MINUTE: '1000' } })
  ours = await makeOrganization(service, 'Ours')
  theirs = await makeOrganization(service, 'Theirs')
  await fill(ours)
  theirTenant = await fill(theirs)
})
afterAll(() => service.close())

async function fill(organization: Organization): Promise<Tenant> {
  const at = service.clock.read()
  const tenant = await makeTenant(service, organization, { displayName: `Tenant of ${organization.name}` })
  await makeIncident(service, organization, tenant)
  await organization.work(async tx => {
    await pauseTenant(tx, organization.id, { tenantId: tenant.id, at })
    const facts = {
      tenantId: tenant.id,
      day: '2026-03-10',
      displayName: `Tenant of ${organization.name}`,
      service: 'Monitoring' as const,
      isInternal: false,
      totalLicensedUsers: 3,
      billableUsers: 2,
    }
    await recordDays(tx, organization.id, { facts: [facts], today: '2026-03-10', at })
  })
  return tenant
}

describe.each(routes)('$url', route => {
  it("shows nothing of another organization's", async () => {
    const text = await (await service.get(route.url, ours!.key)).text()
    expect(text).toContain('Tenant of Ours')
    for (const secret of [
      'Theirs',
      theirTenant.serviceTenantId,
      theirTenant.directoryTenantId,
      theirTenant.userId,
    ])
      expect(text).not.toContain(secret)
  })

  it("answers 401 when another organization's tenant is named, by either id, where a tenant can be named", async () => {
    if (!('tenantId' in route.parameters)) return
    for (const id of [theirTenant.serviceTenantId, theirTenant.directoryTenantId])
      expect((await service.get(`${route.url}?tenantId=${id}`, ours!.key)).status).toBe(401)
  })
})

/** Tables that belong to an organization, from the database itself: a new one cannot be forgotten here. */
async function ownedTables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attname = 'organization_id'
    order by 1`.execute(service.database.owner)
  return rows.map(({ name }) => name)
}

describe('row-level security', () => {
  it('stands behind every table that has an organization, and organizations themselves', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace
    `.execute(service.database.owner)
    const guarded = rows.map(({ name }) => name)
    // Counts no rows of anyone's and is reached through admit() alone: the role has no right to it at all.
    const unreachable = ['rate_windows']
    expect([...guarded, ...unreachable].sort()).toEqual([...(await ownedTables()), 'organizations'].sort())
    await expect(sql`select * from rate_windows`.execute(service.database.db)).rejects.toThrow(
      'permission denied',
    )
  })

  it('holds the service to a role that cannot go round it', async () => {
    const { rows } = await sql<{ role: string; super: boolean; bypass: boolean; owns: boolean }>`
      select current_user as role, rolsuper as super, rolbypassrls as bypass,
        exists (select 1 from pg_class where relname = 'incidents' and relowner = r.oid) as owns
      from pg_roles r where rolname = current_user`.execute(service.database.db)
    expect(rows).toEqual([{ role: 'vedette_app', super: false, bypass: false, owns: false }])
    const fast = await service.database.fast.query('select current_user as role')
    expect(fast.rows).toEqual([{ role: 'vedette_app' }])
  })

  it('shows a query that forgets its where only what its own organization has, and nothing without one', async () => {
    for (const table of (await ownedTables()).filter(name => name !== 'rate_windows')) {
      const all = sql<{ organization_id: string }>`select organization_id from ${sql.table(table)}`
      expect((await all.execute(service.database.db)).rows, table).toEqual([])
      const seen = await inOrganization(service.database.db, ours!.id, tx => all.execute(tx))
      expect(
        new Set(seen.rows.map(row => row.organization_id)).difference(new Set([ours!.id])),
        table,
      ).toEqual(new Set())
    }
  })

  it("refuses to write, change or delete another organization's rows", async () => {
    const { db, owner } = service.database
    const tables = (await ownedTables()).filter(name => name !== 'rate_windows') as (keyof Tables)[]
    const count = async (table: string) =>
      (
        await sql<{
          n: number
        }>`select count(*)::int as n from ${sql.table(table)} where organization_id = ${theirs!.id}`.execute(
          owner,
        )
      ).rows[0]!.n
    for (const table of tables) {
      const before = await count(table)
      for (const attempt of [
        sql`delete from ${sql.table(table)}`,
        sql`update ${sql.table(table)} set organization_id = organization_id`,
      ])
        await inOrganization(db, ours!.id, tx =>
          sql`${attempt} where organization_id = ${theirs!.id}`.execute(tx),
        ).catch(error => expect(error.message).toContain('permission denied'))
      expect(await count(table), table).toBe(before)
    }
    const steal = inOrganization(db, ours!.id, tx =>
      sql`update tenants set organization_id = ${theirs!.id}`.execute(tx),
    )
    await expect(steal).rejects.toThrow('row-level security')
  })

  it('leaves nothing behind on a connection for whoever uses it next', async () => {
    const one = await service.database.fast.connect()
    try {
      await one.query("begin; select set_config('vedette.organization_id', 'x', true); rollback")
      const { rows } = await one.query("select current_setting('vedette.organization_id', true) as left_over")
      expect(rows[0].left_over || null).toBeNull()
    } finally {
      one.release()
    }
    await service.get('/beta/incidents?limit=3', ours!.key)
    for (let n = 0; n < 10; n++)
      expect((await service.database.fast.query('select count(*)::int as n from incidents')).rows).toEqual([
        { n: 0 },
      ])
  })
})
