// The dashboard's list of incidents with 100,000 in one organization, against the same with 1,000: each way of asking for
// it over HTTP, and in a real Chromium.
import { pino } from 'pino'
import type { Connection } from '../src/database/connect.ts'
import type { OwnServer } from '../src/database/embedded/open.ts'
import { openOn } from '../src/database/open.ts'
import { addMember } from '../src/members/add.ts'
import { inChromium, type Side } from './dashboard-browser.ts'
import { FOLDER, openDataset } from './dataset.ts'
import { type Service, startService, stopProcesses } from './processes.ts'
import { lowerQuartile } from './ratio.ts'
import { progressLine } from './say.ts'
import type { Row } from './table.ts'

const LARGE = 100_000
const SMALL = 1_000
const SHAPE = { organizations: 1, tenants: 100, usersPerTenant: 100 }
const TARGET = { atMost: 3 }
/** Whoever turns to it passes over everything before it, of two indexes: told for information. */
const DEEP_BY_DWELL = 'by dwell time, a page in the middle'
const CALLS = 24

const MEMBER = { email: 'bench@vedette.example', password: 'a password for the bench' }

export async function dashboard(server: OwnServer): Promise<Row[]> {
  const sides: Side[] = []
  for (const incidents of [LARGE, SMALL]) {
    const connection = await openDataset(server, { ...SHAPE, incidents })
    const member = await joinAsMember(connection)
    sides.push(await signIn(await startService(connection, FOLDER, { isProfiled: false }), incidents, member))
  }
  const [large, small] = sides as [Side, Side]
  try {
    return [...(await overHttp(large, small)), ...(await inChromium(large, small))]
  } finally {
    await stopProcesses()
  }
}

async function joinAsMember(connection: Connection): Promise<{ tenant: string; person: string }> {
  const database = await openOn(connection, 2, pino({ level: 'silent' }))
  try {
    const { owner } = database
    const { id } = await owner.selectFrom('organizations').select('id').executeTakeFirstOrThrow()
    await owner.transaction().execute(tx =>
      addMember(tx, id, {
        ...MEMBER,
        name: 'Bench',
        role: 'Full Member',
        resetPassword: true,
        at: new Date(),
      }),
    )
    const newest = await owner
      .selectFrom('incidents as i')
      .innerJoin('tenants as t', 't.id', 'i.tenant_id')
      .innerJoin('directory_users as u', join =>
        join.onRef('u.tenant_id', '=', 'i.tenant_id').onRef('u.id', '=', 'i.user_id'),
      )
      .select(['t.service_tenant_id as tenant', 'u.user_principal_name as person'])
      .orderBy('i.created_at', 'desc')
      .executeTakeFirstOrThrow()
    return newest
  } finally {
    await database.close()
  }
}

async function signIn(
  { baseUrl: url }: Service,
  count: number,
  { tenant, person }: { tenant: string; person: string },
): Promise<Side> {
  const response = await fetch(`${url}/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify(MEMBER),
  })
  if (!response.ok)
    throw new Error(`the bench could not sign in: ${response.status} ${await response.text()}`)
  const cookie = response.headers
    .getSetCookie()
    .map(line => line.split(';', 1)[0])
    .join('; ')
  return { url, cookie, count, tenant, person }
}

type Question = Record<string, string | number>

const QUESTIONS: Record<string, (side: Side) => Question> = {
  'first page, with counts by state': () => ({}),
  'oldest first': () => ({ order: 'asc' }),
  'by time of the attack': () => ({ sort: 'occurred' }),
  'by dwell time': () => ({ sort: 'dwell' }),
  'a page in the middle': ({ count }) => ({ page: count / 100 }),
  [DEEP_BY_DWELL]: ({ count }) => ({ sort: 'dwell', page: count / 100 }),
  'of one state': () => ({ status: 'UNREMEDIATED' }),
  'of one tenant': ({ tenant }) => ({ tenant }),
  'of one person': ({ person }) => ({ person }),
  'of everybody called Anna': () => ({ person: 'anna' }),
  'of the last month': () => ({ from: '2025-12-01T00:00:00Z' }),
}

async function overHttp(large: Side, small: Side): Promise<Row[]> {
  const line = progressLine('asking for the list in the dashboard', Object.keys(QUESTIONS).length)
  const rows: Row[] = []
  for (const [what, questionFor] of Object.entries(QUESTIONS)) {
    const spent = { large: [] as number[], small: [] as number[] }
    // In turns, and the first few of each do not count: they find nothing in memory.
    for (let call = -3; call < CALLS; call++)
      for (const [name, side] of [
        ['large', large],
        ['small', small],
      ] as const) {
        const milliseconds = await ask(side, questionFor(side))
        if (call >= 0) spent[name].push(milliseconds)
      }
    const [most, few] = [lowerQuartile(spent.large), lowerQuartile(spent.small)]
    rows.push({
      what: `the dashboard’s list: ${what}`,
      measured: `${most.toFixed(1)} ms at ${LARGE.toLocaleString('en')}`,
      compared: `${few.toFixed(1)} ms at ${SMALL.toLocaleString('en')}`,
      figure: most / few,
      unit: '×',
      ...(what !== DEEP_BY_DWELL && { target: TARGET }),
    })
    line.at(rows.length)
  }
  line.done()
  return rows
}

async function ask({ url, cookie }: Side, question: Question): Promise<number> {
  const query = new URLSearchParams({ sort: 'created', order: 'desc', page: '1' })
  for (const [name, value] of Object.entries(question)) query.set(name, String(value))
  const startedAt = performance.now()
  const response = await fetch(`${url}/console/incidents?${query}`, { headers: { cookie } })
  const { incidents } = (await response.json()) as { incidents?: unknown[] }
  const milliseconds = performance.now() - startedAt
  if (!incidents?.length) throw new Error(`no incidents for ${query}: ${response.status}`)
  return milliseconds
}
