// Addresses where nothing is: words for people, problems for programs. And what the pages are made of.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../harness.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const ask = async (path: string, accept: string, method = 'GET') => {
  const response = await fetch(service.url + path, { method, headers: { accept } })
  return [response.status, response.headers.get('content-type')?.split(';', 1)[0]]
}

describe('an address where nothing is', () => {
  it.each(['/nothing', '/incidents/nothing', '/tenant/x/incidents/y/z', '/betamax'])(
    '%s shows a person a page',
    async path => expect(await ask(path, BROWSER)).toEqual([404, 'text/html']),
  )

  it.each([
    '/nothing',
    '/beta/nothing',
    '/v1/nothing',
    '/console/nothing',
    '/auth/nothing',
    '/assets/nothing.js',
  ])('%s is a problem to a program, and below the API to everybody', async path => {
    expect(await ask(path, 'application/json')).toEqual([404, 'application/problem+json'])
    if (path !== '/nothing') expect(await ask(path, BROWSER)).toEqual([404, 'application/problem+json'])
  })

  it('keeps the answer for another method', async () => {
    expect(await ask('/console/set-up', BROWSER, 'DELETE')).toEqual([405, 'application/problem+json'])
    expect(await ask('/console/invitation/join', BROWSER)).toEqual([405, 'application/problem+json'])
    expect(await ask('/nothing', BROWSER, 'POST')).toEqual([404, 'application/problem+json'])
  })
})

describe('the files of the pages', () => {
  it.each(['br', 'gzip'])(
    'are sent as %s to whoever takes that, and as they are to others',
    async encoding => {
      const page = await (await fetch(service.url)).text()
      const script = /src="([^"]+\.js)"/.exec(page)![1]!
      const packed = await fetch(service.url + script, { headers: { 'accept-encoding': encoding } })
      expect(packed.headers.get('content-encoding')).toBe(encoding)
      expect(packed.headers.get('content-type')).toMatch(/javascript/)
      expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const plain = await fetch(service.url + script, { headers: { 'accept-encoding': 'identity' } })
      expect(plain.headers.get('content-encoding')).toBeNull()
      expect(await packed.text()).toBe(await plain.text())
    },
  )
})
