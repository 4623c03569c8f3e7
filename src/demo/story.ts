// The demo's story: organizations, their tenants, and what happened to them up to now. Pure; the same seed tells the same.
import type { RemediationStatus, Service } from '../database/types.ts'
import { addDays, type Day } from '../days.ts'
import type { UserLicence } from '../directory/licences.ts'
import type { DirectoryUser } from '../directory/save.ts'
import { stateAfter } from '../incidents/moves.ts'
import { newServiceTenantId } from '../tenants/service-tenant-id.ts'
import { type Calendar, calendarOf } from './calendar.ts'
import { CAST, type Life, type OrganizationRole } from './cast.ts'
import { type Headcount, headcountOf } from './headcount.ts'
import { incidentsOf, type StoryIncident } from './incidents.ts'
import { beforeTheWatch, cameAndWent, habitsOf, joinedOn, licencesOf } from './licences.ts'
import { formerPeopleOf, isRoom, peopleOf } from './people.ts'
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
  /** Accounts that were there and are gone. */
  formerUsers: (DirectoryUser & { deletedAt: Date })[]
  licences: UserLicence[]
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
  const watched = { from: life.onboardedOn, through: lastDay }
  const licensed = Math.round(seats * (0.9 + 0.2 * random.fraction()))
  const directory = {
    domain: `${name.toLowerCase().replaceAll(' ', '-')}.example`,
    at: isWatched ? now : new Date(`${lastDay}T12:00:00.000Z`),
  }
  const users = peopleOf(random.branch('people'), { ...directory, licensed, isDetailed })
  const incidents = incidentsOf(random.branch('incidents'), {
    life,
    isScanOnly: service === 'Scan',
    isDetailed,
    onboardedAt,
    now,
    users,
    analysts: [role.admin, role.fullMember],
  })
  const { licences, formerUsers } = comingsAndGoings(random.branch('licences'), {
    ...directory,
    ...watched,
    users,
    licensed,
    victims: new Set(incidents.map(({ userId }) => userId)),
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
    formerUsers,
    licences,
    headcount: headcountOf(licences, watched),
    incidents,
  }
}

interface Staff {
  from: Day
  through: Day
  domain: string
  at: Date
  /** Those with a licence come first. */
  users: DirectoryUser[]
  licensed: number
  /** Whoever was attacked must have been there. */
  victims: Set<string>
}

/** Who held which licence when, those included who have left since. */
function comingsAndGoings(
  random: Random,
  { from, through, domain, at, users, licensed, victims }: Staff,
): Pick<StoryTenant, 'licences' | 'formerUsers'> {
  const habits = habitsOf(random.branch('habits'), { from, through, seats: licensed })
  const ofPresent = users.slice(0, licensed).flatMap(({ id }, index) => {
    const one = random.branch('present', index)
    const cameOn = victims.has(id) ? beforeTheWatch(one, from) : joinedOn(one, habits)
    return licencesOf(one, habits, { userId: id, cameOn, leftOn: null })
  })
  const ofRooms = users.filter(isRoom).map(({ id }, index) => ({
    userId: id,
    sku: 'MEETING_ROOM',
    assignedOn: beforeTheWatch(random.branch('room', index), from),
    removedOn: null,
  }))
  const gone = formerPeopleOf(random, { count: habits.gone, domain, users, at }).map((user, index) => {
    const one = random.branch('gone', index)
    const { cameOn, leftOn } = cameAndWent(one, habits)
    return {
      user: { ...user, deletedAt: new Date(`${leftOn}T16:00:00.000Z`) },
      licences: licencesOf(one, habits, { userId: user.id, cameOn, leftOn }),
    }
  })
  return {
    licences: [...ofPresent, ...ofRooms, ...gone.flatMap(({ licences }) => licences)],
    formerUsers: gone.map(({ user }) => user),
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
