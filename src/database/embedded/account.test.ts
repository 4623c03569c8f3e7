import { expect, it } from 'vitest'
import { findNobody } from './account.ts'

it('finds nobody in the list of accounts', () => {
  const passwd = 'root:x:0:0:root:/root:/bin/sh\nnobody:x:99:98:Nobody:/:/sbin/nologin\n'
  expect(findNobody(passwd)).toEqual({ uid: 99, gid: 98 })
})

it.each(['', 'root:x:0:0:root:/root:/bin/sh\n', 'nobody:x:0:0::/:/bin/sh\n'])(
  'falls back to the customary number for %j',
  passwd => {
    expect(findNobody(passwd)).toEqual({ uid: 65534, gid: 65534 })
  },
)
