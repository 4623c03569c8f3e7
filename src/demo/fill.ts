// Writes a story into a database, by the product's own verbs.
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import type { Tx } from '../database/in-organization.ts'
import { dayOf } from '../days.ts'
import { deleteUsers } from '../directory/delete.ts'
import { saveLicences } from '../directory/licences.ts'
import { saveUsers } from '../directory/save.ts'
import { recordActivities } from '../incidents/activity.ts'
import { recordAttack } from '../incidents/attack.ts'
import { moveIncident } from '../incidents/move.ts'
import { createOrganization } from '../organizations/create.ts'
import { offboardTenant } from '../tenants/offboard.ts'
import { onboardTenant } from '../tenants/onboard.ts'
import { pauseTenant, resumeTenant } from '../tenants/pause.ts'
import { type DailyFacts, recordDays } from '../usage/record-day.ts'
import { activitiesOf, type Told } from './activities.ts'
import type { Story, StoryOrganization, StoryTenant } from './story.ts'

/** One statement takes 65,535 values at the most. */
const ROWS_AT_ONCE = 1000

/** Leaves alone what is there already. Killed on the way, it leaves whole organizations and no half ones. */
export async function fill(
  owner: Db,
  { now, organizations }: Story,
  say: (line: string) => void,
): Promise<void> {
  for (const organization of organizations) {
    const isNew = await owner.transaction().execute(async tx => {
      // Two fills of one database come one after the other.
      await sql`select pg_advisory_xact_lock(hashtext(${organization.id}))`.execute(tx)
      const known = await tx
        .selectFrom('organizations')
        .select('id')
        .where('id', '=', organization.id)
        .executeTakeFirst()
      if (known) return false
      await fillOrganization(tx, organization, now)
      return true
    })
    say(isNew ? `${organization.name}: ${summary(organization)}` : `${organization.name}: kept as it is`)
  }
}

const summary = ({ tenants }: StoryOrganization) =>
  [
    `${tenants.length} ${tenants.length === 1 ? 'tenant' : 'tenants'}`,
    `${tenants.flatMap(tenant => tenant.users).length} directory users`,
    `${tenants.flatMap(tenant => tenant.incidents).length} incidents`,
    `${tenants.flatMap(tenant => tenant.headcount).length} days of usage`,
  ].join(', ')

async function fillOrganization(
  tx: Tx,
  { id, name, createdAt, tenants }: StoryOrganization,
  now: Date,
): Promise<void> {
  await createOrganization(tx, { id, name, at: createdAt })
  for (const tenant of tenants) {
    await onboardTenant(tx, id, { ...tenant, at: tenant.onboardedAt })
    for (const users of batches([...tenant.users, ...tenant.formerUsers]))
      await saveUsers(tx, id, { tenantId: tenant.id, users, at: now })
    await deleteUsers(tx, id, { tenantId: tenant.id, users: tenant.formerUsers })
    for (const licences of batches(tenant.licences))
      await saveLicences(tx, id, { tenantId: tenant.id, licences })
    for (const { pausedOn, resumedOn } of tenant.pauses) {
      await pauseTenant(tx, id, { tenantId: tenant.id, at: startOf(pausedOn) })
      if (resumedOn !== null) await resumeTenant(tx, id, { tenantId: tenant.id, at: startOf(resumedOn) })
    }
    if (tenant.offboardedOn !== null)
      await offboardTenant(tx, id, { tenantId: tenant.id, at: startOf(tenant.offboardedOn) })
  }
  const told = tellIncidents(tenants, now)
  for (const { act } of timeline(id, tenants, told)) await act(tx)
  const activities = [...told].flatMap(([incidentId, one]) => one.activities.map(a => ({ ...a, incidentId })))
  for (const some of batches(activities)) await recordActivities(tx, id, some)
  for (const facts of batches(tenants.flatMap(dailyFacts)))
    await recordDays(tx, id, { facts, today: dayOf(now), at: now })
}

const startOf = (day: string) => new Date(`${day}T00:00:00.000Z`)

/** What there is to tell of each incident, by its id. */
function tellIncidents(tenants: StoryTenant[], now: Date): Map<string, Told> {
  return new Map(
    tenants.flatMap(({ users, incidents, directoryTenantId }) => {
      const byId = new Map(users.map(user => [user.id, { ...user, directoryTenantId }]))
      return incidents.map(
        incident => [incident.id, activitiesOf(incident, byId.get(incident.userId)!, { now })] as const,
      )
    }),
  )
}

/** Everything that happened to incidents in the order of time: an organization's moments never run backwards. */
function timeline(organizationId: string, tenants: StoryTenant[], told: Map<string, Told>) {
  return tenants
    .flatMap(tenant =>
      tenant.incidents.flatMap(({ id, userId, occurredAt, createdAt, isLive, attack, steps }) => [
        {
          at: createdAt,
          act: async (tx: Tx) => {
            const { summary, facts, settled } = told.get(id)!
            const incident = {
              ...{ id, tenantId: tenant.id, userId, occurredAt, isLive, summary },
              ...{ title: attack.title, severity: attack.severity, reason: attack.reason },
            }
            await recordAttack(tx, organizationId, { incident, facts, settled }, createdAt)
          },
        },
        ...steps.map(({ at, ...step }) => ({
          at,
          act: async (tx: Tx) => {
            const outcome = await moveIncident(tx, organizationId, { id, ...step }, at)
            if (!outcome.done)
              throw new Error(`the story cannot ${step.move} incident ${id}: ${outcome.because}`)
          },
        })),
      ]),
    )
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}

const dailyFacts = ({ id, displayName, service, isInternal, headcount }: StoryTenant): DailyFacts[] =>
  headcount.map(day => ({ tenantId: id, displayName, service, isInternal, ...day }))

function batches<T>(all: T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / ROWS_AT_ONCE) }, (_, index) =>
    all.slice(index * ROWS_AT_ONCE, (index + 1) * ROWS_AT_ONCE),
  )
}
