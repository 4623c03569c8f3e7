// kill -9 of the process, of its PostgreSQL and of both: nothing acknowledged is lost, and all comes back by itself.
import { realpath } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { openOwnServer } from '../src/database/embedded/open.ts'
import {
  dataFolderForTest,
  postmasterPid,
  type Running,
  runScript,
  runVedette,
  serve,
  until,
} from './processes.ts'

const WRITER = fileURLToPath(new URL('./fixtures/writer.ts', import.meta.url))
const ROUNDS = 3
const silent = { info() {}, warn() {}, error() {} }

describe('a write that was acknowledged is still there after kill -9, in the middle of writes,', () => {
  it('of the process, again and again', async () => {
    const dataFolder = await dataFolderForTest()
    const written: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const writer = runScript(WRITER, [dataFolder])
      await moreWrites(writer, 0)
      await killHard(writer)
      written.push(...acknowledged(writer))
    }
    await expectAll(dataFolder, written)
  })

  it('of PostgreSQL, again and again, while the process goes on', async () => {
    const dataFolder = await dataFolderForTest()
    const writer = runScript(WRITER, [dataFolder])
    for (let round = 0; round < ROUNDS; round++) {
      await moreWrites(writer, acknowledged(writer).length)
      process.kill(await postmasterPid(dataFolder), 'SIGKILL')
    }
    await moreWrites(writer, acknowledged(writer).length)
    writer.child.kill('SIGTERM')
    expect(await writer.ended).toMatchObject({ code: 0 })
    await expectAll(dataFolder, acknowledged(writer))
  })

  it('of both at once, again and again', async () => {
    const dataFolder = await dataFolderForTest()
    const written: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const writer = runScript(WRITER, [dataFolder])
      await moreWrites(writer, 0)
      const postmaster = await postmasterPid(dataFolder)
      // Either may be the first to die.
      if (round % 2) process.kill(postmaster, 'SIGKILL')
      writer.child.kill('SIGKILL')
      if (!(round % 2)) process.kill(postmaster, 'SIGKILL')
      await writer.ended
      written.push(...acknowledged(writer))
    }
    await expectAll(dataFolder, written)
  })
})

describe('the service', () => {
  it('answers 503 or 200 while its PostgreSQL is killed and brought back, and then 200 by itself', async () => {
    const dataFolder = await dataFolderForTest()
    const service = await serve(['--data', dataFolder], {
      VEDETTE_USAGE_REQUESTS_PER_MINUTE: '1000000',
      VEDETTE_INCIDENTS_REQUESTS_PER_MINUTE: '1000000',
    })
    const key = await makeOrganization(dataFolder)
    const paths = ['/v1/usage', '/beta/incidents']
    for (const path of paths) expect((await service.get(path, key)).status).toBe(200)

    for (let round = 0; round < 2; round++) {
      const before = await postmasterPid(dataFolder)
      let isBack = false
      const pollers = [...paths, ...paths, '/readyz', '/beta/incidents?limit=1'].map(async path => {
        for (;;) {
          const wasBack = isBack
          const response = await service.get(path, key)
          const body = await response.text()
          expect([200, 503], body).toContain(response.status)
          if (response.status === 503) expectProblem(response, body)
          if (response.status === 200 && wasBack) return
        }
      })
      process.kill(before, 'SIGKILL')
      const alive = (await service.get('/healthz')).status
      await until('another server runs', async () => {
        const pid = await postmasterPid(dataFolder).catch(() => before)
        return pid !== before
      })
      isBack = true
      await Promise.all(pollers)
      expect(alive).toBe(200)
    }
    service.child.kill('SIGTERM')
    expect(await service.ended).toMatchObject({ code: 0 })
  })

  it('is the only one on its data folder, which commands may visit, and starts again after kill -9', async () => {
    const dataFolder = await dataFolderForTest()
    const service = await serve(['--data', dataFolder])
    const key = await makeOrganization(dataFolder)
    expect((await service.get('/beta/incidents', key)).status).toBe(200)

    const second = await runVedette(['serve', '--port', '0', '--data', dataFolder]).ended
    expect(second).toMatchObject({ code: 1 })
    expect(second.stderr).toContain(`The data folder ${await realpath(dataFolder)} is in use`)
    expect(second.stderr).not.toMatch(/^\s+at /m)
    expect((await service.get('/beta/incidents', key)).status).toBe(200)

    await killHard(service)
    const again = await serve(['--data', dataFolder])
    expect((await again.get('/beta/incidents', key)).status).toBe(200)
    const another = await makeOrganization(dataFolder)
    expect((await again.get('/v1/usage', another)).status).toBe(200)
  })
})

const acknowledged = (writer: Running): string[] => writer.stdout().split('\n').slice(0, -1)

async function moreWrites(writer: Running, than: number): Promise<void> {
  await until('more has been written', () => {
    if (writer.hasEnded()) throw new Error(`the writer ended: ${writer.stderr()}`)
    return acknowledged(writer).length >= than + 40
  })
  await sleep(Math.random() * 50)
}

async function killHard(running: Running): Promise<void> {
  running.child.kill('SIGKILL')
  await running.ended
}

/** Every line is in the history of its incident, whose state and text are those of the last move in it. */
async function expectAll(dataFolder: string, lines: string[]): Promise<void> {
  const server = await openOwnServer({ dataFolder, mode: 'visit', log: silent })
  const client = new pg.Client(server.connection)
  await client.connect()
  try {
    const moves = await client.query<{ line: string }>(
      `select incident_id || ' ' || to_status as line from incident_moves`,
    )
    const kept = new Set(moves.rows.map(({ line }) => line))
    expect(lines.length).toBeGreaterThan(100)
    expect(new Set(lines).size).toBe(lines.length)
    expect(lines.filter(line => !kept.has(line))).toEqual([])

    const torn = await client.query(
      `select i.id from incidents i
       left join lateral (
         select to_status from incident_moves m where m.incident_id = i.id
         order by array_position(array['UNREMEDIATED', 'CONTAINED', 'REMEDIATED'], to_status) desc limit 1
       ) m on true
       where i.remediation_status is distinct from m.to_status
         or strpos(i.json_before_dwell, concat('"remediationStatus":"', i.remediation_status, '"')) = 0`,
    )
    expect(torn.rows).toEqual([])
  } finally {
    await client.end()
    await server.close()
  }
}

async function makeOrganization(dataFolder: string): Promise<string> {
  const { code, stdout, stderr } = await runVedette([
    ...['organization', 'create', 'Harbour Services', '--admin', 'ada@harbour.example'],
    ...['--with-key', '--data', dataFolder],
  ]).ended
  expect(code, stderr).toBe(0)
  return /vdt_\w+/.exec(stdout)![0]
}

function expectProblem(response: Response, body: string): void {
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(JSON.parse(body)).toMatchObject({ type: 'urn:vedette:problem:unavailable', status: 503 })
}
