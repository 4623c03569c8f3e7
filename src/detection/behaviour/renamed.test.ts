import { expect, test } from 'vitest'
import { type NameSpan, successions } from './renamed.ts'
import { DAY } from './visits.ts'

const span = (user: string, first: number, last: number): NameSpan => ({
  user,
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
])('%s', (_, names, accounts) =>
  expect(successions(names).map(account => account.map(({ user }) => user))).toEqual(accounts),
)
