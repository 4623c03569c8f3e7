// `scan` as an investigator runs it: a process of its own, files in, a report out.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const MAIN = join(import.meta.dirname, '../src/main.ts')
const START = Date.UTC(2026, 2, 2)
const DAY = 86_400_000
const HOUR = 3_600_000
const ATTACK = START + 12 * DAY + 14 * HOUR + 123

let folder: string
let number = 0

const guid = () => `00000000-0000-4000-8000-${String(++number).padStart(12, '0')}`

/** A sign-in as Graph tells it. */
const signIn = (at: number, ipAddress: string, said: object = {}) => ({
  id: guid(),
  createdDateTime: new Date(at).toISOString(),
  userPrincipalName: 'ana@contoso.com',
  userId: '11111111-0000-4000-8000-000000000001',
  userDisplayName: 'Ana Ruiz',
  appId: '00000002-0000-0ff1-ce00-000000000000',
  appDisplayName: 'Office 365 Exchange Online',
  ipAddress,
  clientAppUsed: 'Browser',
  isInteractive: true,
  userAgent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.0.0 Safari/537.36',
  deviceDetail: { browser: 'Chrome 122.0.0', operatingSystem: 'Windows10', deviceId: '' },
  status: { errorCode: 0, failureReason: 'Other.' },
  sessionId: `own-${Math.floor(at / DAY)}`,
  ...said,
})

const HOME = '81.40.1.20'
const RENTED = '95.217.3.3'

const rule = (at: number) => ({
  Id: guid(),
  CreationTime: new Date(at).toISOString().slice(0, 19),
  Operation: 'New-InboxRule',
  Workload: 'Exchange',
  RecordType: 1,
  ResultStatus: 'True',
  UserId: 'Ana@contoso.com',
  ClientIP: `${RENTED}:44312`,
  SessionId: 'attacker',
  Parameters: [
    { Name: 'Name', Value: '..' },
    { Name: 'SubjectOrBodyContainsWords', Value: 'invoice;payment' },
    { Name: 'MoveToFolder', Value: 'RSS Feeds' },
    { Name: 'MarkAsRead', Value: 'True' },
  ],
})

/** What was read, as Exchange tells it. */
const read = (at: number, owner: string, said: object) => ({
  Id: guid(),
  CreationTime: new Date(at).toISOString().slice(0, 19),
  Operation: 'MailItemsAccessed',
  Workload: 'Exchange',
  RecordType: 50,
  ResultStatus: 'Succeeded',
  UserId: 'ana@contoso.com',
  MailboxOwnerUPN: owner,
  ClientIPAddress: RENTED,
  SessionId: 'attacker',
  ClientInfoString: 'Client=OWA;Action=ViaProxy',
  ...said,
})

const bound = (items: number) => ({
  OperationProperties: [{ Name: 'MailAccessType', Value: 'Bind' }],
  Folders: [{ Path: '\\Inbox', FolderItems: Array.from({ length: items }, (_, id) => ({ Id: `${id}` })) }],
})

const SYNCED = {
  OperationProperties: [{ Name: 'MailAccessType', Value: 'Sync' }],
  Item: { ParentFolder: { Name: 'Inbox', Path: '\\Inbox' } },
}

const lines = (records: object[]) => `${records.map(record => JSON.stringify(record)).join('\n')}\n`

const scan = (...args: string[]) =>
  spawnSync(process.execPath, [MAIN, 'scan', ...args], {
    encoding: 'utf8',
    cwd: join(import.meta.dirname, '..'),
  })

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vedette-scan-'))
  const work = Array.from({ length: 20 }, (_, day) => [
    signIn(START + day * DAY + 8 * HOUR, HOME),
    signIn(START + day * DAY + 15 * HOUR, HOME, { isInteractive: false }),
  ]).flat()
  const attack = signIn(ATTACK, RENTED, {
    sessionId: 'attacker',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:122.0) Gecko/20100101 Firefox/122.0',
    deviceDetail: { browser: 'Firefox 122.0', operatingSystem: 'Linux', deviceId: '' },
  })
  writeFileSync(join(folder, 'sign-ins.json'), JSON.stringify({ value: work }))
  writeFileSync(join(folder, 'again.ndjson.gz'), gzipSync(lines(work.slice(5, 9))))
  writeFileSync(
    join(folder, 'wrapped.ndjson'),
    `${lines([
      { logType: 'signin_graph', record: attack },
      signIn(ATTACK - 1000, RENTED, {
        sessionId: 'attacker',
        status: { errorCode: 50140, failureReason: 'Keep me signed in interrupt.' },
      }),
      { AuditData: JSON.stringify(rule(ATTACK + 10 * 60_000)) },
      read(ATTACK + 11 * 60_000, 'ana@contoso.com', bound(3)),
      read(ATTACK + 12 * 60_000, 'bo@contoso.com', bound(28)),
      read(ATTACK + 13 * 60_000, 'bo@contoso.com', SYNCED),
    ])}{ "broken\n`,
  )
  writeFileSync(join(folder, 'notes.txt'), 'Call Ana back.\n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('scan', () => {
  it('prints one incident a line as ndjson, with the members in their order', () => {
    const { stdout, stderr, status } = scan(folder, '--format', 'ndjson')
    expect(status).toBe(0)
    const incidents = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(incidents).toHaveLength(1)
    const [incident] = incidents
    expect(Object.keys(incident).slice(0, 7)).toEqual([
      'user',
      'title',
      'severity',
      'occurredAt',
      'lastSeenAt',
      'why',
      'evidence',
    ])
    expect(incident.user).toBe('ana@contoso.com')
    expect(incident.occurredAt).toBe(new Date(ATTACK).toISOString())
    expect(incident.attackerAddresses).toEqual([RENTED])
    expect(incident.evidence).toContainEqual({
      eventId: expect.any(String),
      at: expect.stringMatching(/^2026-03-14T14:10:00\.\d{3}Z$/),
      signal: 'inbox-rule-hides',
      technique: 'T1564.008',
    })
    for (const { at } of incident.evidence) expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(stderr).toContain('4 came again')
    expect(stderr).toContain('notes.txt')
    expect(stderr).toMatch(/Rejected 1 record/)
  })

  it('prints a page that needs nothing from anywhere', () => {
    const { stdout, status } = scan(folder, '--format', 'html')
    expect(status).toBe(0)
    expect(stdout).toContain('Ana Ruiz, ana@contoso.com')
    expect(stdout).toContain('Confidence is the weight of the evidence')
    expect(stdout).not.toMatch(/<script|src=|href=|url\(/i)
  })

  it.each(['text', 'html'])('tells as %s whose mailbox was read, and what was copied whole', format => {
    const said = scan(folder, '--format', format).stdout.replaceAll('&#39;', "'")
    expect(said).toContain('Read 3 messages — ')
    expect(said).toContain("Read 28 messages in bo@contoso.com's mailbox — ")
    expect(said).toContain(
      "Synchronised Inbox in bo@contoso.com's mailbox: all of it may have been copied — ",
    )
  })

  it('tells what was asked of whoever signed in, and what a rule looks for', () => {
    const { stdout } = scan(folder)
    expect(stdout).toContain('asked whether to stay signed in — ')
    expect(stdout).not.toContain('refused')
    expect(stdout).toContain(
      'Set inbox rule “..” for “invoice”, “payment”: moves to RSS Feeds, marks as read',
    )
  })

  it.each(['text', 'html'])('calls rules by their titles and techniques by their names as %s', format => {
    const { stdout } = scan(folder, '--format', format)
    expect(stdout).toMatch(/Inbox rule hides mail about payments or break-ins *(<\/td><td>)?T1564\.008/)
    expect(stdout).toMatch(/T1564\.008 +Hide Artifacts: Email Hiding Rules/)
  })

  it('says so when there is nothing', () => {
    const { stdout, status } = scan(join(folder, 'again.ndjson.gz'), '--format', 'ndjson')
    expect([stdout, status]).toEqual(['', 0])
  })

  it('trusts one address, which lowers what came from there', () => {
    const confidence = (...args: string[]) =>
      JSON.parse(scan(folder, '--format', 'ndjson', ...args).stdout).confidence
    expect(confidence('--trusted', RENTED)).toBeLessThan(confidence())
  })

  it.each([
    ['ana@contoso.com,UK,2026-03-01,2026-03-20', '"UK" is no country code: the United Kingdom is GB'],
    ['ana@contoso.com,FR+ZZ,2026-03-01,2026-03-20', '"ZZ" is no country code'],
    ['ana,FR,2026-03-01,2026-03-20', 'user principal name'],
    ['ana@contoso.com,FR,2026-03-21,2026-03-20', 'from not after until'],
  ])('declared travel %s is refused: %s', (line, fault) => {
    const file = join(mkdtempSync(join(folder, '.apart-')), 'travel.csv')
    writeFileSync(file, `user,countries,from,until\n${line}\n`)
    const { stderr, status } = scan(folder, '--travel', file)
    expect(status).toBe(1)
    expect(stderr).toContain(`${file}, line 2: `)
    expect(stderr).toContain(fault)
  })

  it('says what was left out, and clears nobody of that', () => {
    const { stdout, stderr, status } = scan(join(folder, 'again.ndjson.gz'), join(folder, 'notes.txt'))
    expect([stdout, status]).toEqual(['No incidents in what was judged.\n', 0])
    expect(stderr).toContain('Left out, whole or in part: 0 records and 1 file.')
    expect(stderr).toContain('No account shows signs of a takeover in what was judged.')
  })

  it.each([
    ['an empty folder', 'nothing', null],
    ['an empty file', 'empty.json', ''],
    ['text', 'letter.txt', 'Call Ana back.\n'],
    ['a zip that is none', 'random.zip', Buffer.from('PK\u0003\u0004 and then \0 nothing')],
    ['a log that is not known', 'unknown.json', '{"a":1}'],
    ['gzip that is cut off', 'cut.json.gz', gzipSync('{"a":1}').subarray(0, 15)],
  ])('%s clears nobody, and ends with 1', (_, name, content) => {
    const path = join(mkdtempSync(join(folder, '.apart-')), name)
    if (content === null) mkdirSync(path)
    else writeFileSync(path, content)
    for (const [format, said] of [
      ['text', /^Nothing could be judged\.\n$/],
      ['ndjson', /^$/],
      ['html', /<title>Vedette: nothing could be judged<\/title>.*Nothing could be judged: /s],
    ] as const) {
      const { stdout, stderr, status } = scan(path, '--format', format)
      expect(stdout).toMatch(said)
      expect(status).toBe(1)
      expect(stderr).toContain('Nothing could be judged: ')
      if (content !== null) expect(stderr).toContain(path)
      expect(stdout + stderr).not.toContain('No account shows signs')
    }
  })

  it.each([
    [[], 2],
    [['--format', 'xml', 'x'], 2],
    [['--trusted', 'the office', 'x'], 2],
    [['--trusted', '0.0.0.0/0', 'x'], 2],
    [['--trusted', 'AS0', 'x'], 2],
    [['--unknown', 'x'], 2],
    [['/no/such/file.json'], 1],
    [['--travel', '/no/such/file.csv', 'x'], 1],
  ])('%j ends with %i', (args, code) => {
    const { status, stderr, stdout } = scan(...args)
    expect(status).toBe(code)
    expect(stdout).toBe('')
    expect(stderr).not.toContain('fault of its own')
  })
})
