// Accounts that were renamed: one directory id under one name and then under another.
import { DAY } from './visits.ts'

/** A name, and the moments of the first and the last that was seen under it. */
export interface NameSpan {
  user: string
  first: number
  last: number
}

/**
 * All names of one directory id, as lists of those that followed one upon another: each list is one account, called as
 * it was last. Names in use at the same time are no new names of each other: some logs give many people one id.
 */
export function successions<N extends NameSpan>(names: N[]): N[][] {
  const inOrder = names.toSorted((a, b) => a.first - b.first || (a.user < b.user ? -1 : 1))
  const accounts: N[][] = []
  for (const name of inOrder) {
    const account = accounts.at(-1)
    if (account && account.at(-1)!.last <= name.first + DAY) account.push(name)
    else accounts.push([name])
  }
  return accounts
}
