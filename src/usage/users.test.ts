import { describe, expect, it } from 'vitest'
import type { LicensedUser } from '../directory/users.ts'
import { pageOfUsers } from './users.ts'

const user = (displayName: string | null, ...skus: string[]): LicensedUser => ({
  id: displayName ?? 'nobody',
  userPrincipalName: `${(displayName ?? 'nobody').toLowerCase().replaceAll(/[^a-z]/g, '')}@example.org`,
  displayName,
  accountEnabled: true,
  skus,
})
const ALL = [
  user('Ana Lima', 'FLOW_FREE', 'SPE_E3'),
  user('Zoë Nyström', 'SPB'),
  user('Meeting Room', 'MEETING_ROOM'),
  user('Backup'),
  user(null, 'CONTOSO_NEW_THING'),
]
const ask = { search: '', whom: 'all' as const, page: 1 }
const names = (some: Partial<Parameters<typeof pageOfUsers>[1]>) =>
  pageOfUsers(ALL, { ...ask, ...some }).users.map(({ id }) => id)

describe('a page of users', () => {
  it('counts all, whatever is searched for', () => {
    const counts = { all: 5, licensed: 4, billable: 3 }
    expect(pageOfUsers(ALL, ask).counts).toEqual(counts)
    expect(pageOfUsers(ALL, { ...ask, search: 'zoe' }).counts).toEqual(counts)
  })

  it('names the licence that makes an account billable first', () => {
    expect(pageOfUsers(ALL, ask).users[0]).toMatchObject({
      isBillable: true,
      licences: [
        { name: 'Microsoft 365 E3', kind: 'paid' },
        { name: 'Power Automate Free', kind: 'free' },
      ],
    })
  })

  it('finds names without their accents, and by address', () => {
    expect(names({ search: 'zoe nystrom' })).toEqual(['Zoë Nyström'])
    expect(names({ search: 'LIMA' })).toEqual(['Ana Lima'])
    expect(names({ search: 'nobody@' })).toEqual(['nobody'])
    expect(names({ search: 'ana nystrom' })).toEqual([])
  })

  it('keeps to those asked for', () => {
    expect(names({ whom: 'billable' })).toEqual(['Ana Lima', 'Zoë Nyström', 'nobody'])
    expect(names({ whom: 'not billable' })).toEqual(['Meeting Room', 'Backup'])
  })

  it('gives fifty at a time, and the last page beyond the end', () => {
    const many = Array.from({ length: 101 }, (_, index) => user(`Person ${index}`, 'SPB'))
    expect(pageOfUsers(many, ask)).toMatchObject({ found: 101, pages: 3, page: 1 })
    expect(pageOfUsers(many, { ...ask, page: 3 }).users).toHaveLength(1)
    expect(pageOfUsers(many, { ...ask, page: 99 })).toMatchObject({ page: 3 })
    expect(pageOfUsers([], ask)).toMatchObject({ found: 0, pages: 1, page: 1, users: [] })
  })
})
