// A tenant's users as they change: by the world's own story, and by what is done through Graph.
import type { GraphUser } from '../world/world.ts'
import type { Clock } from './clock.ts'
import type { SourceTenant } from './source.ts'

export type User = GraphUser & {
  signInSessionsValidFromDateTime?: string
  passwordProfile?: unknown
}

interface Entry {
  user: User
  /** The revision at which each property changed last. */
  changed: Map<string, number>
  createdIn: number
  removedIn: number | null
}

export interface UserChange {
  user: User
  isRemoved: boolean
  /** Names of the properties that changed; all of a new user. */
  properties: Set<string>
}

export interface Directory {
  /** Raised by every change. */
  revision(): number
  users(): User[]
  /** By id or user principal name. */
  find(name: string): User | null
  change(id: string, set: Partial<User>): void
  add(user: User): void
  remove(id: string): void
  /** What is different from that revision, in order of id; from 0 it is everybody who is there. */
  changesSince(revision: number): UserChange[]
}

export function createDirectory(about: SourceTenant, clock: Clock): Directory {
  const entries = new Map<string, Entry>()
  let revision = 1
  const startedAt = clock.now()
  for (const user of about.usersAt(startedAt)) put(user)
  const story = about.changes.filter(({ at }) => at > startedAt).toSorted((a, b) => a.at - b.at)
  let told = 0

  function put(user: User) {
    const changed = new Map(Object.keys(user).map(name => [name, revision]))
    entries.set(user.id, { user: { ...user }, changed, createdIn: revision, removedIn: null })
  }

  /** What the world's people did up to now happens before anybody looks. */
  function catchUp() {
    const now = clock.now()
    while (told < story.length && story[told]!.at <= now) {
      const next = story[told++]!
      if (next.kind === 'hired') add(next.user)
      else if (next.kind === 'left') remove(next.userId)
      else change(next.userId, next.set)
    }
  }

  function add(user: User) {
    revision++
    put(user)
  }

  function change(id: string, set: Partial<User>) {
    const entry = entries.get(id)
    if (!entry || entry.removedIn !== null) return
    revision++
    Object.assign(entry.user, set)
    for (const name of Object.keys(set)) entry.changed.set(name, revision)
  }

  function remove(id: string) {
    const entry = entries.get(id)
    if (!entry || entry.removedIn !== null) return
    entry.removedIn = ++revision
  }

  const present = () => [...entries.values()].filter(({ removedIn }) => removedIn === null)

  return {
    add,
    change,
    remove,
    revision() {
      catchUp()
      return revision
    },
    users() {
      catchUp()
      return present()
        .map(({ user }) => user)
        .sort(byId)
    },
    find(name) {
      catchUp()
      const byIdFound = entries.get(name.toLowerCase())
      if (byIdFound) return byIdFound.removedIn === null ? byIdFound.user : null
      const asked = name.toLowerCase()
      return present().find(({ user }) => user.userPrincipalName.toLowerCase() === asked)?.user ?? null
    },
    changesSince(since) {
      catchUp()
      const changes: UserChange[] = []
      for (const { user, changed, createdIn, removedIn } of entries.values()) {
        // Whoever came and went in between is never heard of, as with Graph.
        if (removedIn !== null) {
          if (removedIn > since && createdIn <= since)
            changes.push({ user, isRemoved: true, properties: new Set() })
          continue
        }
        const properties = new Set([...changed].filter(([, at]) => at > since).map(([name]) => name))
        if (properties.size) changes.push({ user, isRemoved: false, properties })
      }
      return changes.sort((a, b) => byId(a.user, b.user))
    },
  }
}

const byId = (a: User, b: User) => (a.id < b.id ? -1 : 1)
