// Busy people who travel, use VPNs, change phones and mistype, and are not attacked: hardly ever an incident.
import { expect, test } from 'vitest'
import { judgeSimulated, type Simulated } from './simulated.ts'

/** FULL=1: the whole of it, 1,000 people for 90 days in companies of different size; some minutes and 3 GB. */
const IS_FULL = process.env.FULL === '1'

const COMPANIES: Simulated[] = IS_FULL
  ? [
      { seed: 101, people: 40, days: 90 },
      { seed: 102, people: 110, days: 90 },
      { seed: 103, people: 250, days: 90 },
      { seed: 104, people: 600, days: 90 },
    ]
  : [
      // One whose gateway everybody comes out of, and one without sign-in logs of its own.
      { seed: 111, people: 40, days: 15, hasProxy: true },
      { seed: 112, people: 50, days: 20, hasP1: false },
      // Exports of a day or two, in which nobody has a past.
      { seed: 502, people: 80, days: 2 },
      { seed: 504, people: 80, days: 1 },
    ]

test(`no more than one false incident per 1,000 people and month${IS_FULL ? ', the whole of it' : ''}`, {
  timeout: IS_FULL ? 3_600_000 : 120_000,
}, async () => {
  const invented: string[] = []
  let months = 0
  for (const company of COMPANIES) {
    const { incidents, records } = await judgeSimulated(company)
    expect(records).toBeGreaterThan(company.people * company.days * 10)
    months += (company.people * company.days) / 30
    for (const { user, title, why } of incidents) invented.push(`${user}: ${title}; ${why.join('; ')}`)
  }
  expect(invented.slice(Math.floor(months / 1000))).toEqual([])
})
