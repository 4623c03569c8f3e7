// Accounts under several names: one that was renamed, and a guest, whom some logs call as they are called at home.
import { DAY } from './visits.ts'

/** A name, and the moments of the first and the last that was seen under it. */
export interface NameSpan {
  user: string
  /** Directory id, where the logs gave one beside the name. */
  userId: string | null
  first: number
  last: number
}

/** A guest's own name, of the one their host gave them: someone_home.example#ext#@host.onmicrosoft.com. */
export function homeName(user: string): string | null {
  const end = user.indexOf('#ext#')
  const at = user.lastIndexOf('_', end)
  return end > 0 && at > 0 && at < end - 1 ? `${user.slice(0, at)}@${user.slice(at + 1, end)}` : null
}

/** Names by account, the one to call it by last. */
export function accountsAmong<N extends NameSpan>(names: N[]): N[][] {
  const guests = [...Map.groupBy(names, ({ user }) => homeName(user) ?? user).values()].map(asOne)
  const byId = Map.groupBy(guests, ({ userId }) => userId)
  const unknown = byId.get(null) ?? []
  byId.delete(null)
  return [...unknown.map(one => [one]), ...[...byId.values()].flatMap(successions)].map(account =>
    account.flatMap(({ names }) => names),
  )
}

interface Named<N extends NameSpan> extends NameSpan {
  names: N[]
}

/** The name from home last, which is the one a guest is known by. */
function asOne<N extends NameSpan>(names: N[]): Named<N> {
  const inOrder = names.toSorted(
    (a, b) =>
      Number(homeName(a.user) === null) - Number(homeName(b.user) === null) || (a.user < b.user ? -1 : 1),
  )
  return {
    names: inOrder,
    user: inOrder.at(-1)!.user,
    userId: names.flatMap(({ userId }) => userId ?? []).sort()[0] ?? null,
    first: Math.min(...names.map(({ first }) => first)),
    last: Math.max(...names.map(({ last }) => last)),
  }
}

/**
 * All names of one directory id, as lists of those that followed one upon another: each list is one account, called as
 * it was last. Names in use at the same time are no new names of each other: some logs give many people one id.
 */
function successions<N extends NameSpan>(names: N[]): N[][] {
  const inOrder = names.toSorted((a, b) => a.first - b.first || (a.user < b.user ? -1 : 1))
  const accounts: N[][] = []
  for (const name of inOrder) {
    const account = accounts.at(-1)
    if (account && account.at(-1)!.last <= name.first + DAY) account.push(name)
    else accounts.push([name])
  }
  return accounts
}
