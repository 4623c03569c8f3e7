import { expect, test } from 'vitest'
import { accountsAmong, homeName, type NameSpan } from './names.ts'
import { DAY } from './visits.ts'

const span = (user: string, first: number, last: number, userId: string | null = 'id'): NameSpan => ({
  user,
  userId,
  first: first * DAY,
  last: last * DAY,
})

test.each<[string, NameSpan[], string[][]]>([
  ['one name is one account', [span('a', 0, 9)], [['a']]],
  ['names that follow one upon another are one account', [span('b', 10, 12), span('a', 0, 9)], [['a', 'b']]],
  ['also with a day of both, as logs come late', [span('a', 0, 11), span('b', 10, 20)], [['a', 'b']]],
  ['names in use at the same time are two accounts', [span('a', 0, 20), span('b', 10, 20)], [['a'], ['b']]],
  [
    'a third that follows upon one of two is that one’s',
    [span('a', 0, 30), span('b', 5, 9), span('c', 12, 30)],
    [['a'], ['b', 'c']],
  ],
  ['names of different ids are two accounts', [span('a', 0, 9), span('b', 10, 20, 'other')], [['a'], ['b']]],
  [
    'names without an id are accounts of their own',
    [span('a', 0, 9, null), span('b', 10, 20, null)],
    [['a'], ['b']],
  ],
  [
    'a guest has two names at the same time, and is called by their own',
    [span('ana@home.example', 0, 20), span('ana_home.example#ext#@host.example', 3, 19, null)],
    [['ana_home.example#ext#@host.example', 'ana@home.example']],
  ],
  [
    'a guest known by one name alone keeps it',
    [span('ana_home.example#ext#@host.example', 0, 9, null)],
    [['ana_home.example#ext#@host.example']],
  ],
  [
    'two guests of one firm are two',
    [span('ana@home.example', 0, 20, null), span('ben_home.example#ext#@host.example', 0, 20, null)],
    [['ana@home.example'], ['ben_home.example#ext#@host.example']],
  ],
  [
    'a guest whose name changed is one account',
    [
      span('ana@home.example', 0, 9, null),
      span('ana_home.example#ext#@host.example', 0, 9),
      span('ana.wed@home.example', 10, 20),
    ],
    [['ana_home.example#ext#@host.example', 'ana@home.example', 'ana.wed@home.example']],
  ],
])('%s', (_, names, accounts) =>
  expect(accountsAmong(names).map(account => account.map(({ user }) => user))).toEqual(accounts),
)

test.each([
  ['ana_home.example#ext#@host.onmicrosoft.com', 'ana@home.example'],
  ['ana_maria_home.example#ext#@host.onmicrosoft.com', 'ana_maria@home.example'],
  ['ana@home.example', null],
  ['ana#ext#@host.onmicrosoft.com', null],
  ['_home.example#ext#@host.onmicrosoft.com', null],
  ['ana_#ext#@host.onmicrosoft.com', null],
])('%s is at home %s', (user, home) => expect(homeName(user)).toBe(home))
