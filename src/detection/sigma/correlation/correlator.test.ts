// Correlations by the clauses of the specification, and as a stream.
import { describe, expect, test } from 'vitest'
import { correlation, load, run, type Sample } from '../fixtures/trial.ts'
import { createCorrelator } from './correlator.ts'

const count = (condition: string, rest = '') =>
  correlation(
    `type: event_count\nrules: [a]\ngroup-by: [user]\ntimespan: 5m\ncondition: {${condition}}\n${rest}`,
  )

/** Records of rule a for one user at these minutes. */
const at = (...minutes: number[]): Sample[] => minutes.map(minute => ({ at: minute, what: 'a', user: 'u' }))

describe('event_count', () => {
  test('fires once, with exactly the records of the window', () => {
    expect(run(load(count('gte: 3')), at(0, 1, 2))).toEqual(['it: 0 1 2'])
  })

  test('stays silent below the threshold', () => {
    expect(run(load(count('gte: 3')), at(0, 1))).toEqual([])
    expect(run(load(count('gt: 3')), at(0, 1, 2))).toEqual([])
  })

  test('the window slides: it is not bound to full hours or minutes', () => {
    expect(run(load(count('gte: 3')), at(4, 6, 8))).toEqual(['it: 0 1 2'])
  })

  test('both ends of the timespan belong to the window, and nothing beyond', () => {
    expect(run(load(count('gte: 2')), at(0, 5))).toEqual(['it: 0 1'])
    expect(run(load(count('gte: 2')), at(0, 5.001))).toEqual([])
  })

  test('records outside the windows that satisfied it are no part of the firing', () => {
    expect(run(load(count('gte: 3')), at(0, 10, 11, 12, 30))).toEqual(['it: 1 2 3'])
  })

  test('a burst that goes on is one firing; after a pause there is another', () => {
    expect(run(load(count('gte: 3')), at(0, 1, 2, 4, 6, 8, 60, 61, 62))).toEqual([
      'it: 0 1 2 3 4 5',
      'it: 6 7 8',
    ])
  })

  test('each group counts by itself, and case makes no other group', () => {
    const records = ['x', 'y', 'X', 'y', 'z'].map((user, place) => ({ at: place / 10, what: 'a', user }))
    expect(run(load(count('gte: 2')), records)).toEqual(['it: 0 2', 'it: 1 3'])
  })

  test('several fields of group-by are taken together', () => {
    const rule = load(
      correlation('type: event_count\nrules: [a]\ngroup-by: [user, host]\ntimespan: 5m\ncondition: {gte: 2}'),
    )
    const of = (user: string, host: string) => ({ at: 0, what: 'a', user, host })
    expect(run(rule, [of('x', '1'), of('x', '2'), of('y', '1'), of('y', '1')])).toEqual(['it: 2 3'])
  })

  test('without group-by there is one group', () => {
    const rule = load(correlation('type: event_count\nrules: [a]\ntimespan: 5m\ncondition: {gte: 2}'))
    expect(
      run(rule, [
        { at: 0, what: 'a', user: 'x' },
        { at: 1, what: 'a' },
      ]),
    ).toEqual(['it: 0 1'])
  })

  test('a record without the field belongs to no group', () => {
    const records = [
      { at: 0, what: 'a' },
      { at: 0, what: 'a', user: null },
      { at: 0, what: 'a', user: '' },
    ]
    expect(run(load(count('gte: 1')), records)).toEqual([])
  })

  test('records of all referred rules count, and one that matches two of them counts once', () => {
    const both = `title: Both\nname: both\nlogsource: {product: any}\ndetection:\n  selection: {what: [a, b]}\n  condition: selection\n`
    const rule = load(
      both,
      correlation('type: event_count\nrules: [a, both]\ngroup-by: [user]\ntimespan: 5m\ncondition: {gte: 2}'),
    )
    const of = (what: string) => ({ at: 0, what, user: 'u' })
    expect(run(rule, [of('a')])).toEqual([])
    expect(run(rule, [of('a'), of('b')])).toEqual(['it: 0 1'])
  })

  test.each([
    ['eq: 2', [1, 2, 3], [2]],
    ['neq: 2', [1, 2, 3], [1, 3]],
    ['lt: 2', [1, 2, 3], [1]],
    ['lte: 2', [1, 2, 3], [1, 2]],
    ['gt: 1, lte: 3', [1, 2, 3, 4], [2, 3]],
    ['gte: 2, neq: 3', [1, 2, 3, 4], [2, 4]],
    ['eq: 0', [1, 2], []],
  ])('%s is judged on full windows', (condition, sizes, fires) => {
    const records = sizes.flatMap(size =>
      Array.from({ length: size }, (_, place) => ({ at: place, what: 'a', user: `u${size}` })),
    )
    const fired = run(load(count(condition)), records).map(told => told.slice(4).split(' ').length)
    expect(fired.sort()).toEqual(fires)
  })

  test('the same record sent twice counts once', () => {
    expect(run(load(count('gte: 2')), at(0, 9), [0, 0, 1, 0])).toEqual([])
  })
})

describe('value_count and the measures', () => {
  const values = (type: string, condition: string, field = 'v') =>
    load(
      correlation(
        `type: ${type}\nrules: [a]\ngroup-by: [user]\ntimespan: 5m\ncondition: {field: ${field}, ${condition}}`,
      ),
    )
  const having = (...list: unknown[]): Sample[] =>
    list.map((v, place) => ({ at: place / 10, what: 'a', user: 'u', v }))

  test('value_count counts distinct values, not records', () => {
    expect(run(values('value_count', 'gte: 3'), having('x', 'x', 'y'))).toEqual([])
    expect(run(values('value_count', 'gte: 3'), having('x', 'x', 'y', 'z'))).toEqual(['it: 0 1 2 3'])
  })

  test('value_count leaves records without the field out', () => {
    expect(run(values('value_count', 'gte: 2'), having('x', undefined, null, '', 'y'))).toEqual(['it: 0 4'])
  })

  test('several fields of value_count are taken together', () => {
    const rule = values('value_count', 'gte: 3', '[v, w]')
    const of = (v: string, w: string) => ({ at: 0, what: 'a', user: 'u', v, w })
    expect(run(rule, [of('1', '1'), of('1', '2'), of('1', '1')])).toEqual([])
    expect(run(rule, [of('1', '1'), of('1', '2'), of('2', '1')])).toEqual(['it: 0 1 2'])
  })

  test.each([
    ['value_sum', 'gt: 10', [5, 6], true],
    ['value_sum', 'gt: 10', [5, 5], false],
    ['value_sum', 'gt: 10', ['5', '6'], true],
    ['value_sum', 'gt: 10', [20, -15], false],
    ['value_sum', 'eq: 0.3', [0.1, 0.2], false],
    ['value_max', 'gte: 100', [1, 100, 3], true],
    ['value_max', 'lt: 100', [1, 100, 3], false],
    ['value_min', 'lte: 1', [1, 100, 3], true],
    ['value_min', 'gte: 2', [1, 100, 3], false],
    ['value_avg', 'gt: 500', [600, 100, 100], false],
    ['value_avg', 'gt: 500', [600, 500], true],
    ['value_median', 'eq: 3', [1, 3, 100], true],
    ['value_percentile', 'percentile: 50, eq: 2', [1, 2, 3], true],
    ['value_percentile', 'percentile: 90, gt: 90', [...Array(10).keys()].map(each => each * 11), false],
    ['value_percentile', 'percentile: 95, gte: 100', [1, 100, 100, 100], true],
    ['value_percentile', 'percentile: 0, lt: 1', [1, 2], false],
  ] as const)('%s {%s} of %j', (type, condition, list, fires) => {
    expect(run(values(type, condition), having(...list)).length).toBe(fires ? 1 : 0)
  })

  test('of a list each number counts, of names each once', () => {
    const listed = (v: unknown): Sample[] => [{ at: 0, what: 'a', user: 'u', v }]
    expect(run(values('value_sum', 'gte: 6'), listed([2, 2, 2]))).toHaveLength(1)
    expect(run(values('value_avg', 'gt: 3.2'), listed([2, 2, 5]))).toEqual([])
    expect(run(values('value_median', 'gte: 5'), listed([1, 5, 5]))).toHaveLength(1)
    expect(
      run(values('value_sum', 'gte: 2000', 'v.size'), listed([{ size: 1000 }, { size: 1000 }])),
    ).toHaveLength(1)
    expect(run(values('value_count', 'gte: 2'), listed(['x', 'X', 'x']))).toEqual([])
  })

  test('long lists are counted, and grouped by, to their end', () => {
    const many = Array.from({ length: 1000 }, (_, place) => `v${place}`)
    expect(run(values('value_count', 'gte: 1000'), [{ at: 0, what: 'a', user: 'u', v: many }])).toHaveLength(
      1,
    )
    const recipients = [
      { at: 0, what: 'a', user: many },
      { at: 1, what: 'a', user: 'v999' },
    ]
    expect(
      run(
        load(
          correlation('type: event_count\nrules: [a]\ngroup-by: [user]\ntimespan: 5m\ncondition: {gte: 2}'),
        ),
        recipients,
      ),
    ).toEqual(['it: 0 1'])
  })

  test('what is no number is left out of the measures', () => {
    expect(run(values('value_sum', 'gte: 3'), having(1, 'many', null, 2))).toEqual(['it: 0 3'])
  })

  test('value_percentile without percentile is the share of a value in percent', () => {
    const list = [...Array(99).fill('common'), 'rare']
    expect(
      run(
        values('value_percentile', 'lte: 1'),
        having(...list.map(each => each)).map(record => ({ ...record, at: 0 })),
      ),
    ).toEqual(['it: 99'])
  })
})

describe('temporal', () => {
  const temporal = (type: string, rest = '', rules = '[a, b]') =>
    load(correlation(`type: ${type}\nrules: ${rules}\ngroup-by: [user]\ntimespan: 5m\n${rest}`))
  const story = (...acts: Array<[number, string]>): Sample[] =>
    acts.map(([minute, what]) => ({ at: minute, what, user: 'u' }))

  test('all rules within the timespan, in any order', () => {
    expect(run(temporal('temporal'), story([0, 'b'], [1, 'a']))).toEqual(['it: 0 1'])
    expect(run(temporal('temporal'), story([0, 'b'], [6, 'a']))).toEqual([])
    expect(run(temporal('temporal'), story([0, 'a'], [1, 'a']))).toEqual([])
  })

  test('in the same group alone', () => {
    expect(
      run(temporal('temporal'), [
        { at: 0, what: 'a', user: 'x' },
        { at: 0, what: 'b', user: 'y' },
      ]),
    ).toEqual([])
  })

  test('a condition counts the different rules', () => {
    const rule = temporal('temporal', 'condition: {gte: 2}', '[a, b, c]')
    expect(run(rule, story([0, 'c'], [1, 'a']))).toEqual(['it: 0 1'])
    expect(run(rule, story([0, 'c'], [1, 'c']))).toEqual([])
  })

  test('temporal_ordered wants the order of the list', () => {
    expect(run(temporal('temporal_ordered'), story([0, 'a'], [1, 'b']))).toEqual(['it: 0 1'])
    expect(run(temporal('temporal_ordered'), story([0, 'b'], [1, 'a']))).toEqual([])
    expect(run(temporal('temporal_ordered'), story([0, 'a'], [6, 'b']))).toEqual([])
  })

  test('temporal_ordered: what stands in the window but not in the sequence is no part of it', () => {
    expect(run(temporal('temporal_ordered'), story([0, 'b'], [1, 'a'], [2, 'b'], [3, 'a']))).toEqual([
      'it: 1 2',
    ])
  })

  test('temporal_ordered: records of the same moment are in order', () => {
    expect(run(temporal('temporal_ordered'), story([0, 'b'], [0, 'a']))).toEqual(['it: 0 1'])
  })

  test('temporal_ordered with a count takes rules in order, and may skip some', () => {
    const rule = temporal('temporal_ordered', 'condition: {gte: 2}', '[a, b, c]')
    expect(run(rule, story([0, 'a'], [1, 'c']))).toEqual(['it: 0 1'])
    expect(run(rule, story([0, 'c'], [1, 'b'], [2, 'a']))).toEqual([])
  })

  test('temporal_ordered with a count: what is in no such sequence is no part of it', () => {
    const rule = load(
      correlation(
        'type: temporal_ordered\nrules: [a, b, c]\ngroup-by: [user]\ntimespan: 5m\ncondition: {gte: 2}',
      ),
    )
    const each = (...parts: string[]) => parts.map((what, at) => ({ at, what, user: 'u' }))
    expect(run(rule, each('c', 'b', 'a', 'c'))).toEqual(['it: 1 2 3'])
    expect(run(rule, each('c', 'b', 'a'))).toEqual([])
  })

  test('windows that have a record in common fire once', () => {
    const rule = load(correlation('type: temporal\nrules: [a, b, c]\ngroup-by: [user]\ntimespan: 10m'))
    const moments: [number, string][] = [
      [0, 'b'],
      [2.5, 'a'],
      [8, 'c'],
      [12, 'a'],
      [14, 'c'],
      [16, 'b'],
    ]
    expect(
      run(
        rule,
        moments.map(([at, what]) => ({ at, what, user: 'u' })),
      ),
    ).toEqual(['it: 0 1 2 3 4 5'])
  })

  test('a condition in words', () => {
    const rule = temporal('temporal', 'condition: a AND (b or c) and not d', '[a, b, c, d]')
    expect(run(rule, story([0, 'a'], [1, 'c']))).toEqual(['it: 0 1'])
    expect(run(rule, story([0, 'a'], [1, 'c'], [2, 'd']))).toEqual([])
    expect(run(rule, story([0, 'a'], [1, 'd']))).toEqual([])
    const ordered = temporal('temporal_ordered', 'condition: a and b')
    expect(run(ordered, story([0, 'b'], [1, 'a']))).toEqual([])
    expect(run(ordered, story([0, 'a'], [1, 'b']))).toEqual(['it: 0 1'])
  })

  test('aliases give each rule its own field', () => {
    const rule = temporal('temporal', 'aliases:\n  address:\n    a: from\n    b: to').correlations.length
    expect(rule).toBe(1)
    const loaded = load(
      correlation(
        'type: temporal\nrules: [a, b]\ngroup-by: [address]\ntimespan: 5m\naliases:\n  address:\n    a: from.ip\n    b: to',
      ),
    )
    expect(
      run(loaded, [
        { at: 0, what: 'a', from: { ip: '1' }, to: '9' },
        { at: 1, what: 'b', from: '8', to: '1' },
      ]),
    ).toEqual(['it: 0 1'])
    expect(
      run(loaded, [
        { at: 0, what: 'a', from: { ip: '1' } },
        { at: 1, what: 'b', from: { ip: '1' } },
      ]),
    ).toEqual([])
  })
})

describe('correlations of correlations', () => {
  const many = correlation(
    'type: event_count\nrules: [a]\ngroup-by: [user]\ntimespan: 10m\ncondition: {gte: 3}',
    'many',
  )
  const followed = correlation('type: temporal_ordered\nrules: [many, b]\ngroup-by: [user]\ntimespan: 10m')
  const acts = (...list: Array<[number, string, string?]>): Sample[] =>
    list.map(([minute, what, user = 'u']) => ({ at: minute, what, user }))

  test('many failures, then a success: the records of both', () => {
    expect(run(load(many, followed), acts([0, 'a'], [1, 'a'], [2, 'a'], [3, 'b']))).toEqual(['it: 0 1 2 3'])
  })

  test('a success before there were enough does not count', () => {
    expect(run(load(many, followed), acts([0, 'a'], [1, 'b'], [2, 'a'], [3, 'a']))).toEqual([])
  })

  test('a success counts that comes in the middle, or at the end of a burst longer than the timespan', () => {
    expect(run(load(many, followed), acts([0, 'a'], [1, 'a'], [2, 'a'], [3, 'b'], [4, 'a']))).toEqual([
      'it: 0 1 2 3',
    ])
    const long = acts(...Array.from({ length: 30 }, (_, place): [number, string] => [place, 'a']), [31, 'b'])
    expect(run(load(many, followed), long)).toHaveLength(1)
    expect(run(load(many, followed), long)[0]).toMatch(/ 29 30$/)
  })

  test('the outer group-by alone decides: the inner one may group by something else', () => {
    const byHost = correlation(
      'type: event_count\nrules: [a]\ngroup-by: [host]\ntimespan: 10m\ncondition: {gte: 3}',
      'many',
    )
    const records = [
      { at: 0, what: 'a', user: 'x', host: 'h' },
      { at: 1, what: 'a', user: 'y', host: 'h' },
      { at: 2, what: 'a', user: 'z', host: 'h' },
      { at: 3, what: 'b', user: 'x' },
    ]
    expect(run(load(byHost, followed), records)).toEqual(['it: 0 3'])
  })

  test('event_count over a correlation counts firings', () => {
    const outer = correlation(
      'type: event_count\nrules: [many]\ngroup-by: [user]\ntimespan: 1d\ncondition: {gte: 2}',
    )
    const first: Array<[number, string]> = [
      [0, 'a'],
      [1, 'a'],
      [2, 'a'],
      [3, 'a'],
    ]
    expect(run(load(many, outer), acts(...first))).toEqual([])
    expect(run(load(many, outer), acts(...first, [60, 'a'], [61, 'a'], [62, 'a']))).toEqual([
      'it: 0 1 2 3 4 5 6',
    ])
  })

  test('value_count over a correlation counts the values of its records', () => {
    const outer = correlation(
      'type: value_count\nrules: [many]\ngroup-by: [user]\ntimespan: 10m\ncondition: {field: v, gte: 2}',
    )
    const records = acts([0, 'a'], [1, 'a'], [2, 'a'])
    expect(
      run(
        load(many, outer),
        records.map((record, place) => ({ ...record, v: place % 2 })),
      ),
    ).toEqual(['it: 0 1 2'])
    expect(
      run(
        load(many, outer),
        records.map(record => ({ ...record, v: 1 })),
      ),
    ).toEqual([])
  })

  test('parts are silent unless generate is true', () => {
    const loaded = load(many.replace('correlation:', 'generate: true\ncorrelation:'), followed)
    expect([...loaded.silent].map(rule => rule.name).sort()).toEqual(['b', 'many'])
  })
})

describe('on a stream', () => {
  const observing = (condition: string, options = {}) => {
    const loaded = load(count(condition))
    const correlator = createCorrelator(loaded.correlations, options)
    const [rule] = loaded.rules
    return {
      see: (minute: number, ref: string | number) =>
        correlator.observe([rule!], { user: 'u' }, minute * 60_000, ref),
      judge: (minute: number) => correlator.judge(minute * 60_000).map(({ events }) => events),
      finish: () => correlator.finish().map(({ events }) => events),
    }
  }

  test('fires as soon as the threshold is reached, and again only when the firing has grown', () => {
    const stream = observing('gte: 2')
    stream.see(0, 'p')
    expect(stream.judge(0)).toEqual([])
    stream.see(1, 'q')
    expect(stream.judge(1)).toEqual([['p', 'q']])
    expect(stream.judge(1)).toEqual([])
    stream.see(2, 'r')
    expect(stream.judge(2)).toEqual([['p', 'q', 'r']])
    expect(stream.finish()).toEqual([])
  })

  test('a late record takes its place', () => {
    const stream = observing('gte: 3')
    stream.see(10, 'r')
    stream.see(8, 'p')
    expect(stream.judge(10)).toEqual([])
    stream.see(9, 'q')
    expect(stream.judge(60)).toEqual([['p', 'q', 'r']])
  })

  test('what another record could unmake waits until none can come', () => {
    const stream = observing('lte: 2', { latenessMs: 60_000 })
    stream.see(0, 'p')
    expect(stream.judge(5)).toEqual([])
    expect(stream.judge(7)).toEqual([['p']])
    expect(stream.judge(8)).toEqual([])
  })

  test('what is forgotten does not make a smaller window of a larger one', () => {
    const stream = observing('lte: 2', { latenessMs: 0 })
    stream.see(0, 'p')
    stream.see(1, 'q')
    stream.see(2, 'r')
    const told = []
    for (let minute = 2; minute < 12; minute += 0.5) told.push(...stream.judge(minute))
    expect(told).toEqual([])
  })

  test('a burst keeps its beginning while it goes on, whatever its length', () => {
    const stream = observing('gte: 2', { latenessMs: 0 })
    let told: unknown[] = []
    for (let minute = 0; minute < 30; minute++) {
      stream.see(minute, minute)
      told = stream.judge(minute).concat()
    }
    expect(told).toEqual([[...Array(30).keys()]])
  })

  test('beyond the most per group the oldest are forgotten', () => {
    const stream = observing('gte: 2', { mostPerGroup: 5 })
    for (let place = 0; place < 20; place++) stream.see(place / 10, place)
    expect(stream.judge(2)).toEqual([[15, 16, 17, 18, 19]])
  })

  test('beyond the most groups the quietest is forgotten', () => {
    const loaded = load(count('gte: 2'))
    const correlator = createCorrelator(loaded.correlations, { mostGroups: 2 })
    for (const user of ['x', 'y', 'z', 'x', 'z'])
      correlator.observe([loaded.rules[0]!], { user }, 0, Math.random())
    expect(correlator.judge(0).map(({ group }) => group.user)).toEqual(['z'])
  })

  test('a correlation remembers the firings of another for its own timespan', () => {
    const loaded = load(
      correlation(
        'type: event_count\nrules: [a]\ngroup-by: [user]\ntimespan: 1m\ncondition: {gte: 2}',
        'many',
      ),
      correlation('type: temporal_ordered\nrules: [many, b]\ngroup-by: [user]\ntimespan: 1h'),
    )
    const correlator = createCorrelator(loaded.correlations, { latenessMs: 0 })
    const [a, b] = loaded.rules
    const see = (rule: typeof a, minute: number) => {
      correlator.observe([rule!], { user: 'u' }, minute * 60_000, minute)
      return correlator
        .judge(minute * 60_000)
        .filter(({ rule }) => rule.id === 'it')
        .map(({ events }) => events)
    }
    for (const minute of [0, 0.5, 20, 25]) expect(see(a, minute)).toEqual([])
    expect(see(b, 30)).toEqual([[0, 0.5, 30]])
  })
})
