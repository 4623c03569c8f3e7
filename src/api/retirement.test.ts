import { expect, it } from 'vitest'
import { retirementHeaders } from './retirement.ts'
import { routes } from './routes.ts'

const DAY = 86_400_000

it('says since when an address is deprecated and when it goes', () => {
  const retirement = {
    announcedAt: new Date('2027-01-01T00:00:00Z'),
    endsAt: new Date('2027-02-01T00:00:00Z'),
  }
  expect(retirementHeaders(retirement)).toEqual([
    'deprecation',
    '@1798761600',
    'sunset',
    'Mon, 01 Feb 2027 00:00:00 GMT',
  ])
})

it('says nothing of an address that stays', () => {
  expect(retirementHeaders(undefined)).toEqual([])
})

it('no address goes with less than 30 days of notice, and none under /v1 at all', () => {
  for (const { url, retirement } of routes) {
    if (!retirement) continue
    expect(url).toMatch(/^\/beta\//)
    expect(retirement.endsAt.getTime() - retirement.announcedAt.getTime()).toBeGreaterThanOrEqual(30 * DAY)
  }
})
