import { expect, it } from 'vitest'
import { compareVersions, majorOf, newestFirst } from './version.ts'

it.each([
  ['18\n', 18],
  ['18.4', 18],
  ['18.4.0-beta.17', 18],
  ['19beta1', 19],
  ['postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)', 15],
  ['', undefined],
  ['nonsense', undefined],
])('the major version of %j is %j', (text, major) => {
  expect(majorOf(text)).toBe(major)
})

it('compares number by number', () => {
  expect(compareVersions('9.6.24', '15.1')).toBeLessThan(0)
  expect(compareVersions('15.10', '15.9')).toBeGreaterThan(0)
  expect(compareVersions('16', '16.0')).toBe(0)
})

it('puts the newest first', () => {
  const versions = ['15.14', '9.6', '18.4', '17.10'].map(version => ({ version }))
  expect(versions.sort(newestFirst).map(each => each.version)).toEqual(['18.4', '17.10', '15.14', '9.6'])
})
