import { describe, expect, test } from 'vitest'
import { addDays, dayOf, firstOfMonth } from '../days.ts'
import { stateAfter } from '../incidents/moves.ts'
import { isServiceTenantId } from '../tenants/service-tenant-id.ts'
import { billOn } from '../usage/billing.ts'
import { isBillable } from '../usage/skus.ts'
import { type Story, type StoryTenant, statusOf, tellStory } from './story.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

// Month ends, a leap day, the first seconds of a year: whatever is counted in months must not slip.
const MOMENTS = [
  '2026-11-15T03:10:00.000Z',
  '2026-03-31T23:59:59.999Z',
  '2024-02-29T12:00:00.000Z',
  '2027-01-01T00:00:01.000Z',
]
const STORIES = [1, 2, 7, 999_999_999].flatMap(seed => MOMENTS.map(at => ({ seed, at, today: new Date(at) })))

const tenantsOf = (story: Story) => story.organizations.flatMap(({ tenants }) => tenants)
const incidentsOf = (story: Story) => tenantsOf(story).flatMap(({ incidents }) => incidents)

function idsOf(story: Story) {
  return story.organizations.map(({ id, tenants }) => [
    id,
    tenants.map(tenant => [
      tenant.id,
      tenant.serviceTenantId,
      tenant.directoryTenantId,
      tenant.users.map(user => user.id),
    ]),
  ])
}

/** Every moment and day in it, however deep. */
function datesIn(value: unknown): Date[] {
  if (value instanceof Date) return [value]
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return [new Date(value)]
  return value && typeof value === 'object' ? Object.values(value).flatMap(datesIn) : []
}

describe('a seed', () => {
  const today = new Date(MOMENTS[0]!)

  test('tells the same story at the same moment', () => {
    expect(tellStory({ seed: 7, today })).toEqual(tellStory({ seed: 7, today }))
  })

  test('keeps the ids of organizations, tenants and users when told later', () => {
    const later = new Date(today.getTime() + 40 * 86_400_000)
    expect(idsOf(tellStory({ seed: 7, today: later }))).toEqual(idsOf(tellStory({ seed: 7, today })))
  })

  test('shares no id with another seed', () => {
    const ids = (seed: number) => idsOf(tellStory({ seed, today })).flat(9) as string[]
    const others = new Set(ids(2))
    expect(ids(1).filter(id => others.has(id))).toEqual([])
  })
})

describe.each(STORIES)('the story of seed $seed on $at', ({ seed, today }) => {
  const story = tellStory({ seed, today })

  test('has three organizations, one with more incidents than fit on a page', () => {
    expect(story.organizations.map(({ tenants }) => tenants.length)).toEqual([22, 5, 1])
    expect(
      Math.max(...story.organizations.map(({ tenants }) => tenants.flatMap(t => t.incidents).length)),
    ).toBeGreaterThan(150)
  })

  test('gives every id once, in its form', () => {
    const uuids = [
      ...story.organizations.map(({ id }) => id),
      ...tenantsOf(story).flatMap(({ id, directoryTenantId, users }) => [
        id,
        directoryTenantId,
        ...users.map(u => u.id),
      ]),
      ...incidentsOf(story).map(({ id }) => id),
    ]
    expect(uuids.filter(id => !UUID.test(id))).toEqual([])
    expect(new Set(uuids).size).toBe(uuids.length)
    const codes = tenantsOf(story).map(({ serviceTenantId }) => serviceTenantId)
    expect(codes.every(isServiceTenantId)).toBe(true)
    expect(new Set(codes).size).toBe(codes.length)
  })

  test('names tenants in capitalised ASCII and puts everyone under .example', () => {
    for (const { displayName, users } of tenantsOf(story)) {
      expect(displayName).toMatch(/^[A-Z][a-z]+( [A-Z][a-zA-Z]+)*$/)
      const addresses = users.map(({ userPrincipalName }) => userPrincipalName)
      expect(addresses.filter(address => !/^[a-z][a-z0-9.]*@[a-z-]+\.example$/.test(address))).toEqual([])
      expect(new Set(addresses).size).toBe(addresses.length)
    }
  })

  test('says nothing about the future', () => {
    expect(Math.max(...datesIn(story).map(Number))).toBe(story.now.getTime())
  })

  test.each([0, 1, 2])(
    'shows every state, live and from history, and an attacker who came back, in organization %i',
    place => {
      const incidents = story.organizations[place]!.tenants.flatMap(tenant => tenant.incidents)
      expect(new Set(incidents.filter(({ isLive }) => isLive).map(statusOf))).toEqual(
        new Set(['UNREMEDIATED', 'CONTAINED', 'REMEDIATED', 'FALSE_POSITIVE']),
      )
      const reopened = incidents.filter(({ steps }) => steps.some(({ move }) => move === 'reopen'))
      expect(reopened.map(statusOf)).toEqual(expect.arrayContaining(['UNREMEDIATED', 'REMEDIATED']))
      const recent = incidents.filter(
        ({ createdAt }) => today.getTime() - createdAt.getTime() < 3 * 3_600_000,
      )
      expect(recent.map(statusOf)).toContain('UNREMEDIATED')
    },
  )

  test('has incidents found in history, all made on the day their tenant was onboarded', () => {
    const old = tenantsOf(story).flatMap(({ onboardedOn, incidents }) =>
      incidents.filter(({ isLive }) => !isLive).map(incident => ({ ...incident, onboardedOn })),
    )
    expect(old.length).toBeGreaterThan(10)
    for (const { createdAt, occurredAt, onboardedOn } of old) {
      expect(dayOf(createdAt)).toBe(onboardedOn)
      expect(dayOf(occurredAt) < onboardedOn).toBe(true)
    }
  })

  test('shows everything a directory may leave unsaid on an account with an incident', () => {
    const victims = new Set(incidentsOf(story).map(({ userId }) => userId))
    const users = tenantsOf(story).flatMap(tenant => tenant.users.filter(({ id }) => victims.has(id)))
    for (const field of ['mail', 'displayName', 'accountEnabled', 'lastPasswordChangeAt'] as const) {
      expect(users.map(user => user[field])).toContain(null)
      expect(users.some(user => user[field] !== null)).toBe(true)
    }
    expect(users.map(user => user.accountEnabled)).toEqual(expect.arrayContaining([true, false]))
    expect(users.some(({ displayName }) => /[^\p{ASCII}]/u.test(displayName ?? ''))).toBe(true)
  })

  test('lets every incident happen before it is found, and be found before it is handled', () => {
    for (const { occurredAt, createdAt, steps } of incidentsOf(story)) {
      const moments = [occurredAt, createdAt, ...steps.map(({ at }) => at)].map(Number)
      expect(moments).toEqual(moments.toSorted((a, b) => a - b))
    }
  })

  test('makes only moves that an incident may make', () => {
    for (const { steps } of incidentsOf(story)) {
      let status: ReturnType<typeof stateAfter> = 'UNREMEDIATED'
      for (const { move } of steps) {
        status = status && stateAfter(status, move)
        expect(status).toBeDefined()
      }
    }
  })

  test('finds nothing live in a tenant that is scanned only, paused, not yet onboarded or gone', () => {
    for (const tenant of tenantsOf(story))
      for (const { createdAt } of tenant.incidents.filter(({ isLive }) => isLive)) {
        const day = dayOf(createdAt)
        expect(tenant.service).toBe('Monitoring')
        expect(createdAt > tenant.onboardedAt).toBe(true)
        expect(tenant.offboardedOn === null || day < tenant.offboardedOn).toBe(true)
        for (const { pausedOn, resumedOn } of tenant.pauses)
          expect(pausedOn <= day && (resumedOn === null || day < resumedOn)).toBe(false)
      }
  })

  test('spreads incidents over 13 months', () => {
    const months = new Set(incidentsOf(story).map(({ createdAt }) => dayOf(createdAt).slice(0, 7)))
    expect(months.size).toBeGreaterThanOrEqual(13)
  })

  test('counts accounts on every day of the watch, over 13 months where it is that old', () => {
    const todayDay = dayOf(today)
    const thirteenMonthsAgo = dayOf(new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 13, 1)))
    for (const { headcount, onboardedOn, offboardedOn } of tenantsOf(story)) {
      const days = headcount.map(({ day }) => day)
      expect(days[0]).toBe(onboardedOn)
      expect(days.at(-1)).toBe(offboardedOn === null ? todayDay : addDays(offboardedOn, -1))
      expect(days.every((day, index) => index === 0 || day === addDays(days[index - 1]!, 1))).toBe(true)
      expect(
        headcount.every(day => day.billableUsers > 0 && day.billableUsers <= day.totalLicensedUsers),
      ).toBe(true)
    }
    for (const { tenants } of story.organizations)
      expect(tenants.some(({ onboardedOn }) => onboardedOn <= thirteenMonthsAgo)).toBe(true)
  })

  test('counts the accounts that held a licence, and gives every licence to an account', () => {
    for (const { headcount, licences, users, formerUsers } of tenantsOf(story)) {
      const known = new Set([...users, ...formerUsers].map(({ id }) => id))
      expect(licences.filter(({ userId }) => !known.has(userId))).toEqual([])
      expect(licences.filter(l => l.removedOn !== null && l.removedOn <= l.assignedOn)).toEqual([])
      for (const place of [0, Math.floor(headcount.length / 2), headcount.length - 1]) {
        const { day, totalLicensedUsers, billableUsers } = headcount[place]!
        const held = licences.filter(
          ({ assignedOn, removedOn }) => assignedOn <= day && (removedOn === null || day < removedOn),
        )
        const byUser = [...Map.groupBy(held, ({ userId }) => userId).values()]
        expect(byUser.length).toBe(totalLicensedUsers)
        expect(byUser.filter(all => isBillable(all.map(({ sku }) => sku))).length).toBe(billableUsers)
      }
      for (const { id, deletedAt } of formerUsers)
        expect(licences.filter(l => l.userId === id && l.removedOn !== dayOf(deletedAt))).toEqual(
          licences.filter(l => l.userId === id && l.removedOn !== null && l.removedOn < dayOf(deletedAt)),
        )
    }
  })

  test('has tenants that grow and tenants that shrink', () => {
    const changes = tenantsOf(story).map(
      ({ headcount }) => headcount.at(-1)!.totalLicensedUsers - headcount[0]!.totalLicensedUsers,
    )
    expect(Math.max(...changes)).toBeGreaterThan(0)
    expect(Math.min(...changes)).toBeLessThan(0)
  })

  test('holds every case that billing knows', () => {
    const tenants = tenantsOf(story)
    const bills = tenants.filter(isWatched).map(tenant => billOn(dayOf(today), { ...tenant, absences: [] }))
    expect(new Set(bills.map(({ billableStatus }) => billableStatus))).toEqual(
      new Set(['Trial', 'Billable', 'Paused', 'NotBillable']),
    )
    expect(tenants.map(({ service }) => service)).toContain('Scan')
    expect(tenants.some(tenant => !isWatched(tenant))).toBe(true)
    const pauses = tenants.flatMap(tenant => tenant.pauses)
    expect(
      pauses.some(
        ({ pausedOn, resumedOn }) => resumedOn && firstOfMonth(pausedOn) === firstOfMonth(resumedOn),
      ),
    ).toBe(true)
    const midMonth = tenants.filter(tenant => {
      const firstBillable = addDays(tenant.onboardedOn, tenant.trialDays)
      const { proratingPercentageThisMonth: share } = billOn(firstBillable, { ...tenant, absences: [] })
      return firstBillable < dayOf(today) && share > 0 && share < 100
    })
    expect(midMonth.length).toBeGreaterThan(0)
  })
})

const isWatched = ({ offboardedOn }: StoryTenant) => offboardedOn === null
