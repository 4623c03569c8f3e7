import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../src/api/routes.ts'
import { deleteKey } from '../../src/keys/delete.ts'
import { makeKey } from '../../src/keys/secret.ts'
import { makeOrganization, type Organization, type Service, startService } from '../harness.ts'

let service: Service
let organization: Organization
beforeAll(async () => {
  service = await startService({ settings: { VEDETTE_USAGE_REQUESTS_PER_MINUTE: '1000' } })
  organization = await makeOrganization(service)
})
afterAll(() => service.close())

/** The status line's number, from a request written byte by byte: clients would tidy the header up. */
function statusOf(path: string, header: string | undefined): Promise<number> {
  const { hostname, port } = new URL(service.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      const line = header === undefined ? '' : `Authorization:${header}\r\n`
      socket.write(
        Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${line}\r\n`, 'latin1'),
      )
    })
    let answer = ''
    socket.on('data', chunk => {
      answer += chunk
    })
    socket.on('end', () => resolve(Number(answer.split(' ', 2)[1])))
    socket.on('error', reject)
  })
}

// Each is made from a good key, so that only what it is named for is wrong.
const WRONG: Record<string, (key: string) => string | undefined> = {
  'no header': () => undefined,
  'an empty header': () => '',
  'the key alone': key => ` ${key}`,
  'the word alone': () => ' Bearer',
  'the word and a space': () => ' Bearer ',
  'bearer in small letters': key => ` bearer ${key}`,
  'BEARER in capitals': key => ` BEARER ${key}`,
  'Basic for Bearer': key => ` Basic ${key}`,
  'Token for Bearer': key => ` Token ${key}`,
  'two spaces': key => ` Bearer  ${key}`,
  'a tab for the space': key => ` Bearer\t${key}`,
  'no space': key => ` Bearer${key}`,
  'a colon': key => ` Bearer: ${key}`,
  'a comma and more': key => ` Bearer ${key}, Bearer ${key}`,
  'a word after it': key => ` Bearer ${key} x`,
  'quotes around it': key => ` Bearer "${key}"`,
  'a changed last character': key => ` Bearer ${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`,
  'a changed first character': key => ` Bearer vdt_${key[4] === 'a' ? 'b' : 'a'}${key.slice(5)}`,
  'a missing character': key => ` Bearer ${key.slice(0, -1)}`,
  'a character too many': key => ` Bearer ${key}0`,
  'another prefix': key => ` Bearer vdx_${key.slice(4)}`,
  'letters of the other case': key =>
    ` Bearer vdt_${key.slice(4).toLowerCase() === key.slice(4) ? key.slice(4).toUpperCase() : key.slice(4).toLowerCase()}`,
  'a non-ASCII character': key => ` Bearer ${key}\u00e9`,
  'a no-break space': key => ` Bearer\u00a0${key}`,
  'a well-formed key that nobody has': () => ` Bearer ${makeKey(Buffer.alloc(32, 7))}`,
  'a very long key': key => ` Bearer ${key.repeat(100)}`,
}

describe.each(routes.map(route => [route.url]))('%s', path => {
  it('takes the word Bearer, one space and the key', async () => {
    expect(await statusOf(path, ` Bearer ${organization.key}`)).toBe(200)
  })

  it.each(Object.keys(WRONG))('answers 401 to %s', async name => {
    expect(await statusOf(path, WRONG[name]!(organization.key))).toBe(401)
  })

  it('says why in a problem document, with WWW-Authenticate', async () => {
    for (const headers of [
      {},
      { authorization: 'Bearer nonsense' },
      { authorization: `Basic ${organization.key}` },
    ]) {
      const response = await fetch(service.url + path, { headers })
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe('Bearer')
      expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
      const body = (await response.json()) as Record<string, unknown>
      expect(body).toMatchObject({ type: 'urn:vedette:problem:unauthorized', status: 401 })
      expect(Object.keys(body)).toEqual(['type', 'title', 'status', 'detail', 'requestId'])
      expect(body.detail).not.toContain(organization.key)
    }
  })

  it('judges the key before the parameters', async () => {
    const response = await service.get(`${path}?nonsense=1&limit=x`, makeKey(Buffer.alloc(32, 9)))
    expect(response.status).toBe(401)
    expect(await response.json()).not.toHaveProperty('parameter')
  })

  it('refuses a deleted key from the very next request on', async () => {
    const other = await makeOrganization(service, 'Short-lived')
    expect((await service.get(path, other.key)).status).toBe(200)
    expect((await service.get(path, other.key)).status).toBe(200)
    const deleted = await other.work(tx => deleteKey(tx, other.id, { id: other.keyId }))
    expect(deleted).toBe(true)
    expect((await service.get(path, other.key)).status).toBe(401)
    expect(await other.work(tx => deleteKey(tx, other.id, { id: other.keyId }))).toBe(false)
  })

  it("does not let one organization delete another's key", async () => {
    const other = await makeOrganization(service, 'Somebody Else')
    expect(await other.work(tx => deleteKey(tx, other.id, { id: organization.keyId }))).toBe(false)
    expect((await service.get(path, organization.key)).status).toBe(200)
  })
})

describe('a key', () => {
  it('is kept nowhere: the database holds its SHA-256 alone', async () => {
    const [row] = await organization.work(tx => tx.selectFrom('api_keys').selectAll().execute())
    expect(row!.secret_hash).toHaveLength(32)
    expect(JSON.stringify(row)).not.toContain(organization.key)
    expect(row!.secret_hash.toString('latin1')).not.toContain(organization.key.slice(4, 12))
  })

  it('remembers when it was last used, to the minute', async () => {
    const used = await makeOrganization(service, 'In use')
    const lastUse = async () =>
      (await used.work(tx => tx.selectFrom('api_keys').select('last_used_at').executeTakeFirst()))
        ?.last_used_at
    expect(await lastUse()).toBeNull()
    const first = service.clock.read()
    await service.get('/beta/incidents', used.key)
    await expect.poll(lastUse).toEqual(first)
    service.clock.turn({ seconds: 30 })
    await service.get('/beta/incidents', used.key)
    const later = service.clock.turn({ seconds: 30 })
    await service.get('/beta/incidents', used.key)
    await expect.poll(lastUse).toEqual(later)
  })
})
