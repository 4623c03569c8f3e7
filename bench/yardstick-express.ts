// The yardstick for lists never asked before: GET /beta/incidents as one would plainly write it on Express and pg.
import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import express from 'express'
import pg from 'pg'

const { connection, appUrl } = JSON.parse(process.argv[2]!) as { connection: pg.PoolConfig; appUrl: string }
const pool = new pg.Pool({ ...connection, max: 10 })
const app = express()

interface IncidentRow {
  id: string
  created_at: Date
  occurred_at: Date
  dwell_ended_at: Date | null
  remediation_status: string
  is_live: boolean
  service_tenant_id: string
  directory_tenant_id: string
  tenant_name: string
  user_id: string
  user_principal_name: string
  mail: string | null
  display_name: string | null
  account_enabled: boolean | null
  last_password_change_at: Date | null
}

app.get('/beta/incidents', async (request, response) => {
  const [, key = ''] = /^Bearer (\S+)$/.exec(request.get('authorization') ?? '') ?? []
  const secretHash = createHash('sha256').update(key).digest()
  const keys = await pool.query<{ organization_id: string }>(
    'select organization_id from api_keys where secret_hash = $1',
    [secretHash],
  )
  const organizationId = keys.rows[0]?.organization_id
  if (!organizationId) return void response.status(401).json({ title: 'Unauthorized' })

  const { tenantId, startDate, updatedSince, cursor } = request.query as Record<string, string | undefined>
  const limit = Number(request.query.limit ?? 100)
  const values: unknown[] = [organizationId]
  const where = ['i.organization_id = $1']
  const bind = (value: unknown) => `$${values.push(value)}`
  if (tenantId) {
    const id = bind(tenantId)
    where.push(`(t.service_tenant_id = ${id} or t.directory_tenant_id::text = ${id})`)
  }
  if (startDate) where.push(`i.created_at >= ${bind(new Date(startDate))}`)
  if (updatedSince) where.push(`i.updated_at >= ${bind(new Date(updatedSince))}`)
  if (cursor) {
    const [createdAt, id] = Buffer.from(cursor, 'base64url').toString().split(' ')
    where.push(`(i.created_at, i.id) < (${bind(createdAt)}, ${bind(id)})`)
  }
  const { rows } = await pool.query<IncidentRow>(
    `select i.id, i.created_at, i.occurred_at, i.dwell_ended_at, i.remediation_status, i.is_live,
       t.service_tenant_id, t.directory_tenant_id, t.display_name as tenant_name,
       u.id as user_id, u.user_principal_name, u.mail, u.display_name, u.account_enabled, u.last_password_change_at
     from incidents i
     join tenants t on t.id = i.tenant_id
     join directory_users u on u.tenant_id = i.tenant_id and u.id = i.user_id
     where ${where.join(' and ')}
     order by i.created_at desc, i.id desc
     limit ${bind(limit + 1)}`,
    values,
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (last && rows.length > limit) {
    const next = Buffer.from(`${last.created_at.toISOString()} ${last.id}`).toString('base64url')
    const query = new URLSearchParams({ ...(request.query as Record<string, string>), cursor: next })
    response.set('link', `<${appUrl}/beta/incidents?${query}>; rel="next"`)
  }
  response.json({ incidents: page.map(row => toIncident(row, new Date())) })
})

const toIncident = (row: IncidentRow, now: Date) => ({
  id: row.id,
  url: `${appUrl}/tenant/${row.service_tenant_id}/incidents/${row.id}`,
  createdAt: row.created_at.toISOString(),
  occurredAt: row.occurred_at.toISOString(),
  remediationStatus: row.remediation_status,
  isLive: row.is_live,
  dwellTimeMinutes: Math.floor(((row.dwell_ended_at ?? now).getTime() - row.occurred_at.getTime()) / 60_000),
  tenant: {
    serviceTenantId: row.service_tenant_id,
    name: row.tenant_name,
    directoryTenantId: row.directory_tenant_id,
  },
  user: {
    id: row.user_id,
    userPrincipalName: row.user_principal_name,
    mail: row.mail,
    displayName: row.display_name,
    accountEnabled: row.account_enabled,
    lastPasswordChangeDateTime: row.last_password_change_at?.toISOString() ?? null,
  },
})

const server = app.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
