// The life of the process: how it says that it is alive and ready, what it logs, how it stops, and its exit codes.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { openOwnServer } from '../src/database/embedded/open.ts'
import { readPostmaster } from '../src/database/embedded/postmaster-pid.ts'
import { makeKey } from '../src/keys/secret.ts'
import { dropDatabase, ids, makeDatabase, makeOrganization, serviceForTest } from './harness.ts'
import {
  clusterOf,
  dataFolderForTest,
  folderForTest,
  runVedette,
  type Serving,
  serve,
  until,
} from './processes.ts'

const INCIDENTS = '/beta/incidents'
const silent = { info() {}, warn() {}, error() {} }

describe('told to stop, the service', () => {
  it('finishes the request under way, takes no new ones, stops its PostgreSQL and ends with 0', async () => {
    const dataFolder = await dataFolderForTest()
    const service = await serve(['--data', dataFolder])
    const key = await createOrganization(['--data', dataFolder])
    const visit = await openOwnServer({ dataFolder, mode: 'visit', log: silent })
    const lock = await lockIncidents(visit.connection)
    const idle = await openIdle(service.url)

    const asked = service.get(INCIDENTS, key)
    await lock.isWaitedFor()
    service.child.kill('SIGTERM')
    await until('no connection is taken any more', () => isRefused(service.url))
    expect(service.hasEnded()).toBe(false)
    await lock.release()

    const response = await asked
    expect(response.status).toBe(200)
    expect(response.headers.get('connection')).toBe('close')
    expect(await ids(response)).toEqual([])
    await visit.close()
    expect(await service.ended).toMatchObject({ code: 0, signal: null })
    await idle.closed
    expect(await readPostmaster(clusterOf(dataFolder))).toBe('none')
  })

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'finishes many requests under way on a server of yours (%s)',
    async signal => {
      const DATABASE_URL = await databaseForTest()
      const service = await serve([], { DATABASE_URL })
      const key = await createOrganization([], { DATABASE_URL })
      const lock = await lockIncidents({ connectionString: DATABASE_URL })
      // Different questions, so that none is answered by another's work; more than there are connections.
      const asked = Array.from({ length: 25 }, (_, n) => service.get(`${INCIDENTS}?limit=${n + 1}`, key))
      await lock.isWaitedFor()
      service.child.kill(signal)
      await until('no connection is taken any more', () => isRefused(service.url))
      await lock.release()
      expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(25).fill(200))
      expect(await service.ended).toMatchObject({ code: 0, signal: null })
    },
  )
})

describe('alive and ready', () => {
  it('are two things: without its database the service is alive, not ready, and says so', async () => {
    const DATABASE_URL = await databaseForTest()
    const service = await serve([], { DATABASE_URL })
    expect(await status(service, '/healthz')).toEqual([200, { status: 'alive' }])
    expect(await status(service, '/readyz')).toEqual([200, { status: 'ready' }])
    await dropDatabase(DATABASE_URL)
    for (let round = 0; round < 3; round++) {
      const [code, body] = await status(service, '/readyz')
      expect(code).toBe(503)
      expect(body).toMatchObject({ type: 'urn:vedette:problem:unavailable', status: 503 })
      expect(await status(service, '/healthz')).toEqual([200, { status: 'alive' }])
    }
    const key = makeKey(randomBytes(32))
    expect((await service.get(INCIDENTS, key)).status).toBe(503)
    service.child.kill('SIGTERM')
    expect(await service.ended).toMatchObject({ code: 0 })
  })

  it('a database that falls silent makes requests 503 in time, and the service ready again when it speaks', async () => {
    const { url: DATABASE_URL, way } = await silencer(await databaseForTest())
    const service = await serve([], { DATABASE_URL })
    const key = await createOrganization([], { DATABASE_URL })
    expect((await service.get(INCIDENTS, key)).status).toBe(200)
    way.silence()
    const paths = [INCIDENTS, '/v1/usage', '/readyz', INCIDENTS]
    const answers = await Promise.all(paths.map(path => service.get(path, key)))
    expect(answers.map(response => response.status)).toEqual([503, 503, 503, 503])
    expect((await service.get('/healthz')).status).toBe(200)
    way.open()
    await until('it answers again', async () => (await service.get(INCIDENTS, key)).status === 200)
    expect((await service.get('/readyz')).status).toBe(200)
  })
})

describe('no key and no password is ever logged,', () => {
  async function observed() {
    const DATABASE_URL = await databaseForTest()
    const service = await serve([], { DATABASE_URL, VEDETTE_LOG_LEVEL: 'trace' })
    const hand = await serviceForTest({ databaseUrl: DATABASE_URL })
    hand.clock.set(new Date())
    const { key } = await makeOrganization(hand)
    return { service, key, DATABASE_URL, unknown: makeKey(randomBytes(32)) }
  }

  async function expectNowhere(service: Serving, secrets: string[]): Promise<void> {
    service.child.kill('SIGTERM')
    const { stdout, stderr } = await service.ended
    const said = stdout + stderr
    expect(said).toContain('answered')
    for (const secret of secrets)
      for (const part of [secret, secret.slice(-20), secret.slice(4, 24)]) expect(said).not.toContain(part)
  }

  it('whatever the request, the answer and the level', async () => {
    const { service, key, unknown, DATABASE_URL } = await observed()
    const junk = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`
    for (const each of [key, unknown, junk, `${key} `, `${key},${key}`]) {
      await service.get(INCIDENTS, each)
      await service.get('/v1/usage', each)
      await service.get('/nowhere', each)
      await service.get(INCIDENTS, each, {
        'content-type': 'text/plain',
        cookie: `key=${key}`,
        'x-api-key': key,
      })
      await service.get('/healthz', undefined, { authorization: `Basic ${each}` })
    }
    for (const query of ['tenantId', 'startDate', 'limit', 'cursor', 'apiKey', key]) {
      await service.get(`${INCIDENTS}?${query}=${key}`, key)
      await service.get(`${INCIDENTS}?${query}=${key}`, unknown)
      await service.get(`/v1/usage?${query}=${key}`)
    }
    await fetch(`${service.url}${INCIDENTS}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ key }),
    })
    await sendRaw(
      service.url,
      `GET ${INCIDENTS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nbad header ${key}\r\n\r\n`,
    )
    await sendRaw(service.url, `${key}\r\n\r\n`)
    // Also what goes wrong inside.
    await dropDatabase(DATABASE_URL)
    for (const path of [INCIDENTS, '/v1/usage', '/readyz']) await service.get(path, key)
    const password = new URL(DATABASE_URL).password
    await expectNowhere(service, [key, unknown, junk, ...(password ? [password] : [])])
  })

  it('even when a caller puts it into the path or the request id', async () => {
    const { service, key, unknown } = await observed()
    await service.get(`/v1/usage/${key}`)
    await service.get(`${INCIDENTS}/${unknown}?x`, key)
    await service.get(INCIDENTS, key, { 'x-request-id': key })
    await expectNowhere(service, [key, unknown])
  })
})

describe('the command line', () => {
  it.each([
    [[], 2],
    [['frobnicate'], 2],
    [['constructor'], 2],
    [['--help'], 0],
  ])('%j tells which commands there are and ends with %i', async (args, code) => {
    const ended = await runVedette(args).ended
    expect(ended.code).toBe(code)
    for (const command of ['serve', 'demo', 'organization'])
      expect(ended.stdout + ended.stderr).toContain(command)
    if (args[0] === 'frobnicate') expect(ended.stderr).toContain('There is no command frobnicate.')
  })

  it.each([
    ['member', 'reset-password', 'ada@harbour.example'],
    ['member', 'reset-second-factor', 'ada@harbour.example'],
    ['import', import.meta.filename, '--tenant', 'abcdefgh'],
  ])('%s %s makes no database in a folder that has none, and ends with 1', async (...args) => {
    const parent = await folderForTest()
    for (const folder of [parent, join(parent, 'mistyped')]) {
      const { code, stdout, stderr } = await runVedette([...args, '--data', folder]).ended
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toContain(`There is no Vedette data in ${folder}.`)
    }
    expect(await readdir(parent)).toEqual([])
  })

  it.each(['version', '--version'])('%s tells which version it is and ends with 0', async word => {
    const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8'))
    expect(await runVedette([word]).ended).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  it.each(['serve', 'demo', 'organization'])(
    '%s --help explains the command and ends with 0',
    async command => {
      const [long, short] = await Promise.all([
        runVedette([command, '--help']).ended,
        runVedette([command, '--data', 'x', '-h']).ended,
      ])
      expect(long).toMatchObject({ code: 0, stderr: '' })
      expect(long.stdout).toMatch(new RegExp(`^usage: npm run vedette -- ${command} `))
      expect(long.stdout).toContain('--data DIR')
      expect(short).toEqual(long)
    },
  )

  it.each([
    [['serve', '--prot', '80'], '--prot'],
    [['serve', 'now'], 'now'],
    [['demo', '--nonsense'], '--nonsense'],
    [['organization'], 'organization create'],
    [['organization', 'create', '--admin', 'a@b.example'], 'name'],
    [['organization', 'create', 'A', 'B', '--admin', 'a@b.example'], 'name'],
    [['organization', 'create', 'A', '--admin', 'nobody'], '--admin'],
  ])('%j is refused with a sentence, the help, and 2', async (args, named) => {
    const { code, stdout, stderr } = await runVedette(args).ended
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    const [sentence] = stderr.split('\n\n')
    expect(sentence).toContain(named)
    expect(stderr).toContain(`usage: npm run vedette -- ${args[0]}`)
    expect(stderr).not.toMatch(/^\s+at /m)
  })

  it('names every setting that is not right, at once, without repeating a password, and ends with 1', async () => {
    const { code, stderr } = await runVedette(['serve', '--port', '70000'], {
      DATABASE_URL: 'mysql://ada:hunter22@localhost/vedette',
      VEDETTE_LOG_LEVEL: 'loud',
      VEDETTE_TRIAL_DAYS: '-1',
      VEDETTE_BASE_URL: 'example.com',
      VEDETTE_USAGE_REQUESTS_PER_MINUTE: '1e3',
      VEDETTE_POTR: '80',
    }).ended
    expect(code).toBe(1)
    for (const name of [
      ...['VEDETTE_PORT', 'DATABASE_URL', 'VEDETTE_LOG_LEVEL', 'VEDETTE_TRIAL_DAYS', 'VEDETTE_BASE_URL'],
      ...['VEDETTE_USAGE_REQUESTS_PER_MINUTE', 'VEDETTE_POTR'],
    ])
      expect(stderr).toMatch(new RegExp(`^ *${name} `, 'm'))
    expect(stderr).not.toContain('hunter22')
    expect(stderr).not.toMatch(/^\s+at /m)
  })

  it.each([
    ['the port', (port: string) => ({ VEDETTE_PORT: port }), 'VEDETTE_PORT or --port'],
    [
      'the port of metrics',
      (port: string) => ({ VEDETTE_PORT: '0', VEDETTE_METRICS_PORT: port }),
      'VEDETTE_METRICS_PORT',
    ],
  ])('says that %s is taken, which setting chooses another, and ends with 1', async (_, settings, named) => {
    const DATABASE_URL = await databaseForTest()
    const port = await takePort()
    const { code, stderr } = await runVedette(['serve'], { DATABASE_URL, ...settings(String(port)) }).ended
    expect(code).toBe(1)
    expect(stderr).toBe(`Port ${port} on 127.0.0.1 is taken. Choose another with ${named}.\n`)
  })

  it.each([
    ['nobody answers at', (_: string) => 'postgresql://ada:hunter22@127.0.0.1:1/vedette'],
    ['does not exist', (url: string) => url.replace(/\/[^/?]+(?=\?|$)/, '/no_such_database')],
  ])('says what to do when the database %s, without its password, and ends with 1', async (_, address) => {
    const DATABASE_URL = address(inject('server'))
    const { code, stdout, stderr } = await runVedette(['serve', '--port', '0'], { DATABASE_URL }).ended
    expect(code).toBe(1)
    expect(stderr).toContain('DATABASE_URL')
    expect(stderr).not.toMatch(/fault of its own|^\s+at /m)
    const { password } = new URL(DATABASE_URL)
    if (password) expect(stdout + stderr).not.toContain(password)
  })

  it('says what to do when the data folder cannot be one, and ends with 1', async () => {
    const file = join(await folderForTest(), 'letter.txt')
    await writeFile(file, 'dear')
    const { code, stderr } = await runVedette(['serve', '--port', '0', '--data', file]).ended
    expect(code).toBe(1)
    expect(stderr).toContain(file)
    expect(stderr).not.toMatch(/fault of its own|^\s+at /m)
  })

  it('tells an empty installation how to make its first organization, and one with organizations not', async () => {
    const DATABASE_URL = await databaseForTest()
    const empty = await serve([], { DATABASE_URL })
    expect(empty.stdout()).toContain('npm run vedette -- organization create')
    await createOrganization([], { DATABASE_URL })
    const filled = await serve([], { DATABASE_URL })
    expect(filled.stdout()).toContain(`Vedette answers at ${filled.url}`)
    expect(filled.stdout()).not.toContain('organization create')
  })
})

async function databaseForTest(): Promise<string> {
  const databaseUrl = await makeDatabase()
  onTestFinished(() => dropDatabase(databaseUrl))
  return databaseUrl
}

/** By the command line; returns its key. */
async function createOrganization(args: string[], settings: Record<string, string> = {}): Promise<string> {
  const create = [
    'organization',
    'create',
    'Harbour Services',
    '--admin',
    'ada@harbour.example',
    '--with-key',
  ]
  const { code, stdout, stderr } = await runVedette([...create, ...args], settings).ended
  expect(code, stderr).toBe(0)
  return /vdt_\w+/.exec(stdout)![0]
}

async function status({ get }: Serving, path: string): Promise<[number, unknown]> {
  const response = await get(path)
  return [response.status, await response.json()]
}

/** Keeps everyone from reading incidents until released. */
async function lockIncidents(connection: pg.ClientConfig) {
  const client = new pg.Client(connection)
  // The server may be stopped under it.
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end().catch(() => {}))
  await client.query('begin; lock table incidents in access exclusive mode')
  return {
    isWaitedFor: () =>
      until('a request waits for the lock', async () => {
        const { rows } = await client.query(
          `select 1 from pg_locks where not granted and relation = 'incidents'::regclass`,
        )
        return rows.length > 0
      }),
    release: () => client.query('rollback'),
  }
}

/** A connection kept open between requests, as a poller does. */
async function openIdle(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write('GET /healthz HTTP/1.1\r\nHost: vedette\r\n\r\n')
  await once(socket, 'data')
  onTestFinished(() => void socket.destroy())
  return { closed: once(socket, 'close') }
}

function isRefused(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise(resolve => {
    const socket = connect(Number(port), hostname, () => {
      socket.destroy()
      resolve(false)
    })
    socket.once('error', error => resolve((error as NodeJS.ErrnoException).code === 'ECONNREFUSED'))
  })
}

async function sendRaw(url: string, text: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(text)
  socket.resume()
  await once(socket, 'close')
}

async function takePort(): Promise<number> {
  const server = createServer()
  await listening(server, { port: 0, host: '127.0.0.1' })
  return (server.address() as { port: number }).port
}

async function listening(
  server: Server,
  where: { port: number; host: string } | { path: string },
): Promise<void> {
  server.listen(where)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
}

/** A way to the database that can fall silent, as a network does: nothing arrives, and nothing is closed either. */
async function silencer(databaseUrl: string) {
  const address = new URL(databaseUrl)
  const folder = address.searchParams.get('host')
  const name = `.s.PGSQL.${address.port || 5432}`
  let isOpen = true
  const ends: Socket[] = []
  const server = createServer(near => {
    const far = folder
      ? connect({ path: join(folder, name) })
      : connect(Number(address.port || 5432), address.hostname)
    ends.push(near, far)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => {})
      from.on('close', () => to.destroy())
      from.on('data', data => isOpen && to.write(data))
    }
  })
  const here = await folderForTest()
  if (folder) {
    await listening(server, { path: join(here, name) })
    address.searchParams.set('host', here)
  } else {
    await listening(server, { port: 0, host: '127.0.0.1' })
    address.hostname = '127.0.0.1'
    address.port = String((server.address() as { port: number }).port)
  }
  onTestFinished(() => {
    for (const end of ends) end.destroy()
  })
  return {
    url: address.href,
    way: {
      silence() {
        isOpen = false
      },
      /** What was said meanwhile is lost, as are the connections it was said on. */
      open() {
        for (const end of ends.splice(0)) end.destroy()
        isOpen = true
      },
    },
  }
}
