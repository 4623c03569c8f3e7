// The demo's story: organizations, their tenants, and what happened to them up to now. Pure; the same seed tells the same.
import type { RemediationStatus, Service } from '../database/types.ts'
import { addDays } from '../days.ts'
import type { DirectoryUser } from '../directory/save.ts'
import { stateAfter } from '../incidents/moves.ts'
import { newServiceTenantId } from '../tenants/service-tenant-id.ts'
import { type Calendar, calendarOf } from './calendar.ts'
import { CAST, type Life, type OrganizationRole } from './cast.ts'
import { type Headcount, headcountOf } from './headcount.ts'
import { incidentsOf, type StoryIncident } from './incidents.ts'
import { peopleOf } from './people.ts'
import { type Random, randomFrom } from './random.ts'

export interface Story {
  seed: number
  now: Date
  organizations: StoryOrganization[]
}

export interface StoryOrganization {
  id: string
  name: string
  createdAt: Date
  admin: StoryMember
  fullMember: StoryMember
  tenants: StoryTenant[]
}

export interface StoryMember {
  name: string
  email: string
}

export interface StoryTenant extends Life {
  id: string
  serviceTenantId: string
  directoryTenantId: string
  displayName: string
  service: Service
  isInternal: boolean
  onboardedAt: Date
  trialDays: number
  users: DirectoryUser[]
  headcount: Headcount[]
  incidents: StoryIncident[]
}

const TRIAL_DAYS = 14
const MINUTE = 60_000

/** Ids depend on the seed alone: a story told again later is known by them. `today` is the moment nothing comes after. */
export function tellStory({ seed, today }: { seed: number; today: Date }): Story {
  const random = randomFrom('vedette demo', seed)
  const calendar = calendarOf(today)
  return {
    seed,
    now: today,
    organizations: CAST.map(role => organizationOf(random.branch(role.name), role, calendar)),
  }
}

function organizationOf(random: Random, role: OrganizationRole, calendar: Calendar): StoryOrganization {
  return {
    id: random.uuid(),
    name: role.name,
    createdAt: new Date(`${calendar.start}T06:00:00.000Z`),
    admin: { name: role.admin, email: `admin@${role.domain}` },
    fullMember: { name: role.fullMember, email: `member@${role.domain}` },
    tenants: role.tenants.map((tenant, index) =>
      tenantOf(random.branch(tenant.name), tenant, { role, calendar, isDetailed: index === 0 }),
    ),
  }
}

interface Setting {
  role: OrganizationRole
  calendar: Calendar
  isDetailed: boolean
}

function tenantOf(
  random: Random,
  {
    name,
    seats,
    life: lifeIn,
    service = 'Monitoring',
    isInternal = false,
  }: OrganizationRole['tenants'][number],
  { role, calendar, isDetailed }: Setting,
): StoryTenant {
  const life = lifeIn(calendar)
  const { now } = calendar
  const isWatched = life.offboardedOn === null
  const lastDay = isWatched ? calendar.today : addDays(life.offboardedOn!, -1)
  const onboardedAt = new Date(
    Date.parse(`${life.onboardedOn}T07:00:00.000Z`) + random.below(8 * 60) * MINUTE,
  )
  const headcount = headcountOf(random.branch('headcount'), {
    from: life.onboardedOn,
    through: lastDay,
    seats: Math.round(seats * (0.9 + 0.2 * random.fraction())),
  })
  const users = peopleOf(random.branch('people'), {
    domain: `${name.toLowerCase().replaceAll(' ', '-')}.example`,
    licensed: headcount.at(-1)!.totalLicensedUsers,
    isDetailed,
    at: isWatched ? now : new Date(`${lastDay}T12:00:00.000Z`),
  })
  const incidents = incidentsOf(random.branch('incidents'), {
    life,
    isScanOnly: service === 'Scan',
    isDetailed,
    onboardedAt,
    now,
    users,
    analysts: [role.admin, role.fullMember],
  })
  return {
    ...life,
    id: random.uuid(),
    serviceTenantId: newServiceTenantId(random.below),
    directoryTenantId: random.uuid(),
    displayName: name,
    service,
    isInternal,
    onboardedAt,
    trialDays: TRIAL_DAYS,
    users: afterIncidents(users, incidents),
    headcount,
    incidents,
  }
}

/** Containing blocks the account, remediating changes its password; what the directory never says stays unsaid. */
function afterIncidents(users: DirectoryUser[], incidents: StoryIncident[]): DirectoryUser[] {
  const byUser = Map.groupBy(
    incidents.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()),
    ({ userId }) => userId,
  )
  return users.map(user => {
    const suffered = byUser.get(user.id)
    if (!suffered) return user
    const status = statusOf(suffered.at(-1)!)
    const remedies = suffered.flatMap(({ steps }) => steps.filter(({ move }) => move === 'remediate'))
    const changes = remedies.map(({ at }) => Math.floor((at.getTime() - 12 * MINUTE) / 1000) * 1000)
    const { accountEnabled, lastPasswordChangeAt } = user
    return {
      ...user,
      accountEnabled:
        accountEnabled === null || status === 'FALSE_POSITIVE' || status === 'REMEDIATED'
          ? accountEnabled
          : status === 'UNREMEDIATED',
      lastPasswordChangeAt:
        lastPasswordChangeAt && new Date(Math.max(lastPasswordChangeAt.getTime(), ...changes)),
    }
  })
}

export const statusOf = ({ steps }: StoryIncident): RemediationStatus =>
  steps.reduce<RemediationStatus>((status, { move }) => stateAfter(status, move)!, 'UNREMEDIATED')
