import { describe, expect, it } from 'vitest'
import { act, deed, MINUTE, START } from '../../fixtures/activities.ts'
import { prefixOf } from './origin.ts'
import { sumUp } from './sum-up.ts'
import { createTraces, type RuleMatch } from './trace.ts'

it.each([
  ['84.44.113.77', '84.44.113'],
  ['203.0.113.77', '203.0.113.77'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
  ['2001:db8::1', '2001:db8:0'],
  ['2001:db8:1::', '2001:db8:1'],
  ['::1', '0:0:0'],
])('the neighbours of %s are %s', (address, prefix) => expect(prefixOf(address)).toBe(prefix))

describe('everyday activities', () => {
  const at = START + 9 * 60 * MINUTE
  const make = () => {
    const { trace } = createTraces()
    return [
      deed(at, 'home', 'mail-read', { itemCount: 3 }),
      deed(at + MINUTE, 'home', 'mail-read', { itemCount: 4 }),
      deed(at + 2 * MINUTE, 'office', 'mail-read'),
      deed(at + 3 * MINUTE, 'home', 'inbox-rule-set'),
      deed(at + 4 * MINUTE, 'home', 'inbox-rule-set'),
      act(at + 5 * MINUTE, 'home', { outcome: 'failure', errorCode: 50126 }),
      act(at + 6 * MINUTE, 'home', { outcome: 'failure', errorCode: 50126 }),
      deed(at + 61 * MINUTE, 'home', 'mail-read'),
    ].map(activity => trace(activity, []))
  }

  it('that are alike become one within an hour; deeds and failures stay as they are', () => {
    const traces = sumUp(make())
    expect(traces.map(({ manner, records, items }) => [manner.action, records, items])).toEqual([
      ['mail-read', 2, 7],
      ['mail-read', 1, 1],
      ['inbox-rule-set', 1, 1],
      ['inbox-rule-set', 1, 1],
      ['sign-in', 1, 1],
      ['sign-in', 1, 1],
      ['mail-read', 1, 1],
    ])
  })

  it('are not alike in different mailboxes, nor where a folder is synchronised', () => {
    const { trace } = createTraces()
    const read = [
      {},
      { targetUser: 'ana@contoso.com' },
      { targetUser: 'bo@contoso.com', detail: 'Bind, \\Inbox' },
      { targetUser: 'bo@contoso.com', detail: 'Bind, \\Archive' },
      { targetUser: 'cy@contoso.com' },
      { detail: 'Sync, \\Inbox' },
      { detail: 'Sync, \\Archive' },
    ].map(said => trace(deed(at, 'home', 'mail-read', said), []))
    expect(sumUp(read).map(({ manner, records }) => [manner.mailbox, manner.synced, records])).toEqual([
      [null, null, 2],
      ['bo@contoso.com', null, 2],
      ['cy@contoso.com', null, 1],
      [null, 'Inbox', 1],
      [null, 'Archive', 1],
    ])
  })

  it('come out the same when they are summed up in parts', () => {
    const whole = sumUp(make())
    const parts = make().map((trace, index) => ({ ...trace, id: whole[0]!.id.slice(0, 1) + index }))
    const same = (traces: typeof parts) =>
      traces.map(({ id, at, until, records, items }) => ({ id, at, until, records, items }))
    const [late, early] = [parts.slice(0, 4), parts.slice(4)]
    const again = structuredClone(parts)
    // Shared objects tell what is alike: a clone would be like nothing.
    for (const [index, trace] of again.entries())
      Object.assign(trace, { origin: parts[index]!.origin, manner: parts[index]!.manner })
    expect(same(sumUp([...sumUp(early), ...sumUp(late)]))).toEqual(same(sumUp(again)))
  })
})

describe('a machine’s own sign-ins that rules matched', () => {
  const at = START + 9 * 60 * MINUTE
  const match = (id: string, isPart = false): RuleMatch => ({
    id,
    title: id,
    level: 'high',
    technique: null,
    family: 'vendor',
    habit: `rule ${id}`,
    isPart,
  })
  const [unmanaged, risky, part] = [match('unmanaged'), match('risky'), match('part', true)]
  const summed = (...matches: RuleMatch[][]) => {
    const { trace } = createTraces()
    return sumUp(
      matches.map((each, place) => trace(act(at + place * MINUTE, 'home', { isInteractive: false }), each)),
    ).map(({ records, particulars }) => [records, particulars?.matches.map(({ id }) => id).join()])
  }

  it('are one where the same rules matched, and only there', () => {
    expect(summed([unmanaged], [], [unmanaged], [unmanaged, risky], [unmanaged], [])).toEqual([
      [3, 'unmanaged'],
      [2, undefined],
      [1, 'unmanaged,risky'],
    ])
  })

  it('stay as they are where rules over several records are built on one of them', () => {
    expect(summed([part], [part])).toEqual([
      [1, 'part'],
      [1, 'part'],
    ])
  })
})
