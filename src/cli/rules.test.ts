// The command `rules`, as it is called.
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OperatorError } from '../operator-error.ts'
import { Usage } from './command.ts'
import { rules } from './rules.ts'

let folder: string

const rule = (name: string, more = '') =>
  `title: Rule ${name}\nid: id-${name}\nname: ${name}\nlogsource: {product: azure, service: signinlogs}\ndetection:\n  selection: {op: ${name}}\n  condition: selection\n${more}`
const many = (more = '') =>
  `title: Many\nid: many\ncorrelation:\n  type: event_count\n  rules: [a]\n  group-by: [user]\n  timespan: 5m\n  condition: {gte: 3}\n${more}`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vedette-rules-'))
  await mkdir(join(folder, 'good/below'), { recursive: true })
  await mkdir(join(folder, 'bad'))
  await writeFile(join(folder, 'good/a.yml'), `${rule('a')}---\n${many()}`)
  await writeFile(join(folder, 'good/below/b.yaml'), rule('b'))
  await writeFile(join(folder, 'good/below/b.examples.yml'), 'matches: [{op: b}]\n')
  await writeFile(join(folder, 'good/notes.txt'), 'no rules here')
  await writeFile(
    join(folder, 'bad/c.yml'),
    `${rule('c')}---\n${rule('d').replace('{op: d}', '{"op|expand": "%x%"}')}`,
  )
  await writeFile(join(folder, 'bad/e.yml'), 'title: [e\n')
  await writeFile(join(folder, 'values.yml'), 'x: [d, dd]\n')
  await writeFile(
    join(folder, 'events.ndjson'),
    [
      { op: 'a', user: 'u', seen: { at: '2024-01-01T00:04:00' } },
      { op: 'b', user: 'u' },
      '',
      { op: 'a', user: 'u', seen: { at: '2024-01-01T00:00:00Z' } },
      '{"op": "b"',
      { op: 'A', user: 'U', seen: { at: 1704067320 } },
      { op: 'a', user: 'u' },
      { op: 'd\u2028', user: 'u' },
      { op: 'd' },
    ]
      .map(line => (typeof line === 'string' ? line : JSON.stringify(line)))
      .join('\r\n'),
  )
})

afterAll(() => rm(folder, { recursive: true }))

const within = (args: string[]) => args.map(arg => arg.replace(/^@/, `${folder}/`))
const answer = (out: string, err: string) => ({
  json: () =>
    out
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line)),
  err,
})

/** As a process of its own, with `input` on its standard input. */
async function spawned(args: string[], input = '') {
  const child = spawn(process.execPath, ['src/main.ts', 'rules', ...within(args)])
  let [out, err] = ['', '']
  child.stdout.on('data', piece => {
    out += piece
  })
  child.stderr.on('data', piece => {
    err += piece
  })
  child.stdin.end(input)
  const code = await new Promise<number | null>(resolve => child.on('close', resolve))
  return { code, ...answer(out, err) }
}

/** In this process, which starts faster. */
async function called(args: string[]) {
  const written = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map(name =>
    vi.spyOn(process[name], 'write').mockImplementation(((text: string, then?: () => void) => {
      written[name] += text
      then?.()
      return true
    }) as typeof process.stdout.write),
  )
  try {
    await rules.run(within(args))
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return answer(written.stdout, written.stderr)
}

test('check says ok of every document, and ends with 0', async () => {
  const { json, err } = await called(['check', '@good', '@good/a.yml', '--format', 'ndjson'])
  expect(err).toBe('')
  expect(json()).toEqual([
    { file: `${folder}/good/a.yml`, rule: 'id-a', ok: true },
    { file: `${folder}/good/a.yml`, rule: 'many', ok: true },
    { file: `${folder}/good/below/b.yaml`, rule: 'id-b', ok: true },
  ])
})

test('check warns of a rule for a log that is not collected, and ends with 0', async () => {
  await mkdir(join(folder, 'elsewhere'))
  const cases: [string, string, RegExp | null][] = [
    [
      '1',
      '{product: windows}',
      / no log that Vedette collects is product windows: this rule will never match\.$/,
    ],
    [
      '2',
      '{product: azure, service: signin}',
      /product azure, service signin: this rule will never match\.$/,
    ],
    ['3', '{product: m365, service: exchang}', /service exchang: .* may never match\.$/],
    ['4', '{category: proxy}', /is category proxy: .* may never match\.$/],
    ['5', '{product: M365, service: Exchange}', null],
    ['6', '{product: azure}', null],
  ]
  for (const [name, source] of cases)
    await writeFile(
      join(folder, `elsewhere/${name}.yml`),
      rule(name).replace(/^logsource: .*$/m, `logsource: ${source}`),
    )
  const { json, err } = await called(['check', '@elsewhere', '--format', 'ndjson'])
  const at = (name: string) => ({ file: `${folder}/elsewhere/${name}.yml`, rule: `id-${name}` })
  expect(json()).toEqual(cases.map(([name]) => ({ ...at(name), ok: true })))
  const warned = cases.filter(([, , warning]) => warning !== null)
  expect(err.trim().split('\n')).toEqual(warned.map(([, , warning]) => expect.stringMatching(warning!)))
  expect(err).toContain(`${at('1').file}: id-1: no log that Vedette collects is product windows`)
  expect((await called(['check', '@elsewhere'])).err).toBe(err)
})

test('check says why a rule is refused, and ends with 1', async () => {
  const { code, json } = await spawned(['check', '@bad', '--format', 'ndjson'])
  expect(json()).toEqual([
    { file: `${folder}/bad/c.yml`, rule: 'id-c', ok: true },
    { file: `${folder}/bad/c.yml`, rule: 'id-d', ok: false, error: expect.stringMatching(/^line 14: .*%x%/) },
    { file: `${folder}/bad/e.yml`, rule: null, ok: false, error: expect.stringMatching(/^line \d+: /) },
  ])
  expect(code).toBe(1)
})

test('a file that cannot be read is refused, and the rest go on', async () => {
  await mkdir(join(folder, 'odd'))
  await writeFile(join(folder, 'odd/a.yml'), rule('a'))
  await symlink(join(folder, 'nowhere'), join(folder, 'odd/gone.yml'))
  await writeFile(join(folder, 'odd/latin.yml'), Buffer.from(rule('zürich'), 'latin1'))
  const { code, json } = await spawned(['check', '@odd', '--format', 'ndjson'])
  expect(json()).toEqual([
    { file: `${folder}/odd/a.yml`, rule: 'id-a', ok: true },
    {
      file: `${folder}/odd/gone.yml`,
      rule: null,
      ok: false,
      error: expect.stringMatching(/cannot be read: ENOENT/),
    },
    {
      file: `${folder}/odd/latin.yml`,
      rule: null,
      ok: false,
      error: expect.stringMatching(/it is not text in UTF-8/),
    },
  ])
  expect(code).toBe(1)
})

test('match prints matches and firings, with the moment in a named field', async () => {
  const { json, err } = await called([
    'match',
    '--rules',
    '@good',
    '--events',
    '@events.ndjson',
    '--time',
    'seen.at',
  ])
  expect(json()).toEqual([
    { rule: 'id-a', event: 0 },
    { rule: 'id-b', event: 1 },
    { rule: 'id-a', event: 3 },
    { rule: 'id-a', event: 5 },
    { rule: 'id-a', event: 6 },
    { rule: 'many', events: [0, 3, 5] },
  ])
  expect(err).toMatch(/line 4 is passed over/)
  expect(err).toMatch(/one record without a moment/)
})

test.each([
  ['in one line', '[{"op":"c"},{"op":"b"}]'],
  ['over several lines', '\uFEFF\n[\n  {"op":"c"},\n  {"op":"b"}\n]\n'],
])('match says of a JSON array %s that it wants NDJSON, once', async (_, text) => {
  const { code, err } = await spawned(['match', '--rules', '@good', '--events', '-'], text)
  expect(code).toBe(1)
  expect(err).toContain('The records in the standard input are one JSON array. Give NDJSON')
  expect(err.trim().split('\n')).toHaveLength(1)
})

test('match goes on without what is refused, and takes values for placeholders', async () => {
  const { code, json, err } = await spawned(
    ['match', '--rules', '@bad', '--rules', '@good/below', '--events', '-', '--placeholders', '@values.yml'],
    '{"op":"c"}\n{"op":"dd"}\n{"op":"b"}',
  )
  expect(json()).toEqual([
    { rule: 'id-c', event: 0 },
    { rule: 'id-d', event: 1 },
    { rule: 'id-b', event: 2 },
  ])
  expect(err).toMatch(/bad\/e\.yml:\d+: refused: /)
  expect(code).toBe(0)
})

test.each(['true', 'false'])(
  'rules and correlations that a correlation refers to print their own matches with generate: %s',
  async generate => {
    const twice =
      'title: Twice\nid: twice\ncorrelation:\n  type: event_count\n  rules: [many]\n  timespan: 1h\n  condition: {gte: 1}\n'
    await writeFile(
      join(folder, 'parts.yml'),
      `${rule('a')}---\n${many(`generate: ${generate}\n`)}---\n${twice}`,
    )
    const { json } = await called([
      'match',
      '--rules',
      '@parts.yml',
      '--events',
      '@events.ndjson',
      '--time',
      'seen.at',
    ])
    expect(json().map(({ rule, event, events }) => [rule, event ?? events])).toEqual([
      ['id-a', 0],
      ['id-a', 3],
      ['id-a', 5],
      ['id-a', 6],
      ['many', [0, 3, 5]],
      ['twice', [0, 3, 5]],
    ])
  },
)

test('explain tells of one rule and one record', async () => {
  const { json } = await called([
    'explain',
    '--rules',
    '@good',
    '--events',
    '@events.ndjson',
    '--rule',
    'b',
    '--event',
    '1',
    '--format',
    'ndjson',
  ])
  expect(json()).toMatchObject([{ rule: 'id-b', event: 1, matched: true }])
})

test.each([
  [[], Usage, /rules check, rules match or rules explain/],
  [['check'], Usage, /Name the files/],
  [['match', '--rules', '@good'], Usage, /--events/],
  [['match', '--events', '@events.ndjson'], Usage, /--rules/],
  [['match', '@good'], Usage, /--rules and --events/],
  [['check', '@good', '--time', 'x'], Usage, /takes no --time/],
  [['check', '@good', '--format', 'xml'], Usage, /--format/],
  [['explain', '--rules', '@good', '--events', '@events.ndjson', '--event', 'x'], Usage, /--event/],
  [['check', '@nowhere'], OperatorError, /There is no file or folder/],
  [['match', '--rules', '@good', '--events', '@nowhere'], OperatorError, /cannot be read/],
  [['match', '--rules', '@bad/e.yml', '--events', '@events.ndjson'], OperatorError, /No rule is left/],
  [['explain', '--rules', '@good', '--events', '@events.ndjson', '--rule', 'x'], OperatorError, /No rule/],
  [['check', '@good', '--placeholders', '@events.ndjson'], OperatorError, /no list of placeholders/],
])('%j is a mistake', async (args, kind, why) => {
  const mistake = await called(args).catch(error => error)
  expect(mistake).toBeInstanceOf(kind)
  expect(mistake.message).toMatch(why)
})
