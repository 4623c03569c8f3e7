import { describe, expect, it } from 'vitest'
import type { DeedSignal } from '../behaviour/deeds/deed-signal.ts'
import { DEEDS, ENOUGH, USUAL_DEED } from '../behaviour/weights.ts'
import type { Family, Signal } from '../signal.ts'
import { severityOf } from './incident.ts'
import { diminished, share, weigh } from './weigh.ts'

const signal = (name: string, weight: number, family: Family = 'access', at = 0): Signal => ({
  name,
  says: name,
  technique: null,
  family,
  weight,
  eventId: `${name}${at}`,
  at,
})
const deed = (name: string, weight: number, family: Family, floor = 0.2): DeedSignal => ({
  ...signal(name, weight, family),
  floor,
})

describe('weighing', () => {
  it('each further signal of a family counts half of the one before', () => {
    expect(diminished([signal('a', 40), signal('b', 20), signal('c', 20)])).toBe(55)
  })

  it('repeating a thing does not add up', () => {
    expect(diminished([signal('a', 40, 'access', 1), signal('a', 40, 'access', 2), signal('a', 10)])).toBe(40)
  })

  it('families add up', () => {
    const { total } = weigh([signal('a', 60)], [deed('b', 50, 'persistence'), deed('c', 50, 'collection')], {
      hasBaseline: true,
    })
    expect(total).toBe(160)
  })

  it('a deed counts its floor at the usual place, and all of it where the access is strange', () => {
    expect(share(0, 0.2, 44)).toBe(0.2)
    expect(share(26, 0.2, 44)).toBeCloseTo(0.6)
    expect(share(90, 0.2, 44)).toBe(1)
  })

  it('what comes with a new machine too takes a stranger access than other deeds', () => {
    const totalOf = (name: string, access: number) =>
      weigh([signal('a', access)], [deed(name, 60, 'persistence')], { hasBaseline: true }).total
    expect(totalOf('mailbox-access-to-self', 34)).toBe(94)
    expect(totalOf('mfa-method-added', 34)).toBeLessThan(85)
    expect(totalOf('mfa-method-added', 44)).toBe(104)
  })

  it('what a rule says of a deed that was judged already adds a quarter', () => {
    const own = deed('b', 40, 'evasion')
    const rule = { ...deed('r', 40, 'persistence'), says: 'Rule: something', eventId: own.eventId }
    expect(weigh([signal('a', 60)], [own, rule], { hasBaseline: true }).total).toBe(110)
  })

  it('and so does what it says of a sign-in that was judged already, of the same technique', () => {
    const totalOf = (technique: string, of = technique) => {
      const access = { ...signal('a', 60), technique: of }
      const rule = { ...deed('r', 40, 'vendor'), says: 'Rule: something', eventId: access.eventId, technique }
      return weigh([access], [rule], { hasBaseline: true }).total
    }
    expect(totalOf('T1621')).toBe(70)
    expect(totalOf('T1528', 'T1621')).toBe(100)
    expect(totalOf('T1078.004')).toBe(100)
  })

  describe('administration', () => {
    const deeds = (['audit-off', 'policy-changed', 'role-assigned', 'user-created'] as const).map(name =>
      deed(name, DEEDS[name].points, DEEDS[name].family, 0.1),
    )
    const totalOf = (done: DeedSignal[], hasBaseline = true) =>
      weigh([signal('a', 14)], done, { hasBaseline }).total

    it('all of it at once, for the first time, counts wherever they are', () => {
      expect(totalOf(deeds)).toBeGreaterThan(ENOUGH)
    })

    it('but not three kinds of it, nor what the person does for a living', () => {
      const usual = deeds.map(each => ({ ...each, weight: each.weight * USUAL_DEED.factor }))
      expect(totalOf(deeds.slice(0, 3))).toBeLessThan(ENOUGH)
      expect(totalOf([...deeds.slice(0, 3), ...usual.slice(3)])).toBeLessThan(ENOUGH)
      expect(totalOf([...deeds.slice(0, 3), deed('mass-read', 45, 'collection', 0.1)])).toBeLessThan(ENOUGH)
    })
  })
})

describe('severity', () => {
  const severity = (access: number, ...deeds: DeedSignal[]) =>
    severityOf(weigh([signal('a', access)], deeds, { hasBaseline: true }))

  it('is medium where somebody came in and did nothing yet, and high with much that is strange or something done', () => {
    expect(severity(110)).toBe('medium')
    expect(severity(140)).toBe('high')
    expect(severity(110, deed('mfa-method-added', 75, 'persistence'))).toBe('high')
    // What hardly counts at the person's own place was hardly done by an attacker.
    expect(severity(0, deed('mfa-method-added', 75, 'persistence'))).toBe('medium')
  })

  it('is critical where more than the account is touched, or it is taken, emptied and used', () => {
    expect(severity(60, deed('mail-flow-forwards-outside', 95, 'collection'))).toBe('critical')
    expect(severity(60, deed('mailbox-access-to-self', 70, 'persistence'))).toBe('critical')
    expect(severity(60, deed('role-assigned', 60, 'impact'))).toBe('critical')
    expect(
      severity(
        110,
        deed('mfa-method-added', 75, 'persistence'),
        deed('mass-download', 86, 'collection'),
        deed('mass-send', 60, 'impact'),
      ),
    ).toBe('critical')
  })
})
