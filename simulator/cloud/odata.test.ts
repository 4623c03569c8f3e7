import { expect, test } from 'vitest'
import { FilterError, holds, mentions, parseFilter, timeBounds } from './odata.ts'

const signIn = {
  createdDateTime: '2026-05-10T10:00:00.1234567Z',
  userPrincipalName: 'Ann@a.example',
  status: { errorCode: 50126 },
  isInteractive: false,
  signInEventTypes: ['nonInteractiveUser'],
  resourceId: null,
}

test.each([
  ['createdDateTime ge 2026-05-10T10:00:00Z and createdDateTime lt 2026-05-10T11:00:00Z', true],
  ['createdDateTime gt 2026-05-10T10:00:00.123Z', false],
  ['createdDateTime le 2026-05-10', false],
  ["userPrincipalName eq 'ann@a.example'", true],
  ["userPrincipalName ne 'ann@a.example'", false],
  ['status/errorCode eq 50126', true],
  ['status/errorCode ne 0 and isInteractive eq false', true],
  ["signInEventTypes/any(t: t eq 'nonInteractiveUser')", true],
  ["signInEventTypes/any(t:t eq 'interactiveUser' or t eq 'nonInteractiveUser')", true],
  ["(signInEventTypes/any(t: t eq 'servicePrincipal'))", false],
  ["startswith(userPrincipalName,'ann')", true],
  ["not startsWith(userPrincipalName, 'ann')", false],
  ['resourceId eq null', true],
  ["resourceId eq null or status/errorCode eq 0 and userPrincipalName eq 'bob'", true],
  ["(resourceId eq null or status/errorCode eq 0) and userPrincipalName eq 'bob'", false],
])('%s → %s', (filter, expected) => {
  expect(holds(parseFilter(filter), signIn)).toBe(expected)
})

test('a quote within a string is written twice', () => {
  expect(holds(parseFilter("surname eq 'O''Neill'"), { surname: "O'Neill" })).toBe(true)
})

test.each([
  '',
  'createdDateTime',
  'createdDateTime ge',
  'a eq b c',
  'a like 1',
  '(a eq 1',
  "nope(a,'b')",
  "a eq 'x",
])('refuses %j', filter => {
  expect(() => parseFilter(filter)).toThrow(FilterError)
})

test('finds the time that a filter leaves open', () => {
  const filter =
    "createdDateTime ge 2026-05-10T10:00:00Z and (createdDateTime le 2026-05-10T11:00:00Z and userId eq 'x')"
  expect(timeBounds(parseFilter(filter), 'createdDateTime')).toEqual({
    from: Date.parse('2026-05-10T10:00:00Z'),
    to: Date.parse('2026-05-10T11:00:00Z'),
  })
  const open = parseFilter('createdDateTime ge 2026-05-10T10:00:00Z or status/errorCode eq 0')
  expect(timeBounds(open, 'createdDateTime')).toEqual({ from: -Infinity, to: Infinity })
})

test('knows which properties a filter speaks of', () => {
  expect(mentions(parseFilter("not (a eq 1 or b/any(t: t eq 'x'))"), 'b')).toBe(true)
  expect(mentions(parseFilter('a eq 1'), 'b')).toBe(false)
})
