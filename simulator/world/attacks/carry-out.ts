// Carries out what was ordered, and tells the truth about it.
import type { Act } from '../act.ts'
import { dayOf } from '../calendar.ts'
import type { Company, Person } from '../cast.ts'
import { staffOn } from '../company.ts'
import { random } from '../random.ts'
import type { LoggedRecord } from '../records/published.ts'
import { writeRecords } from '../records/write.ts'
import type { AttackKind, AttackOrder, AttackTruth } from './attack.ts'
import { openPlot, type Plot, pickVictim } from './plot.ts'
import { scripts } from './scripts.ts'

function isFit(kind: AttackKind): (person: Person) => boolean {
  if (kind === 'admin-takeover') return person => person.isAdmin
  if (kind === 'inbox-rule')
    return person => ['Finance', 'Management', 'Sales', 'Operations'].includes(person.department)
  return person => !person.isAdmin
}

export interface CarriedOut {
  /** Oldest first. */
  acts: Act[]
  truth: AttackTruth
}

export function carryOut(company: Company, order: AttackOrder, index: number): CarriedOut {
  const chance = random(company.seed, 'attack', order.draw ?? index, order.kind)
  const at = order.at.getTime() + chance.whole(0, 12 * 60_000)
  const wished = order.user?.toLowerCase()
  const named = wished
    ? staffOn(company, dayOf(at)).find(each => each.upn.toLowerCase() === wished)
    : undefined
  if (wished && !named)
    throw new Error(`attack ${order.kind}: nobody called ${order.user} works at ${company.name} on that day`)
  const victim = named ?? pickVictim(company, chance, at, isFit(order.kind))
  const plot = openPlot(company, { person: victim, day: dayOf(at), isAutomatic: order.isAutomatic }, chance)
  scripts[order.kind](plot, at)
  const acts = plot.acts.sort((a, b) => a.at - b.at)
  return { acts, truth: truthOf(company, order.kind, plot, acts) }
}

/** In: whatever is no refused or interrupted sign-in. */
function isInside(act: Act): boolean {
  return act.what !== 'sign-in' || act.error === 0
}

const FEW_FILES = 200

/** Nothing that the owner might not have done somewhere else. */
function isQuiet(acts: Act[]): boolean {
  return (
    acts.every(({ what }) => what === 'sign-in' || what === 'mail-read' || what === 'file') &&
    acts.filter(({ what }) => what === 'file').length < FEW_FILES
  )
}

function truthOf(company: Company, kind: AttackKind, plot: Plot, acts: Act[]): AttackTruth {
  const insideByUser: Record<string, number> = {}
  for (const act of acts) if (isInside(act)) insideByUser[act.who.upn] ??= act.at
  // A spray touches everybody; only those whose account opened are victims.
  const firstActByUser: Record<string, number> = {}
  for (const act of acts) if (act.who.upn in insideByUser) firstActByUser[act.who.upn] ??= act.at
  const victim = plot.person.upn
  const out: LoggedRecord[] = []
  for (const act of acts) writeRecords(company, act, out)
  const attackers = acts.filter(act => !plot.ownAddresses.has(act.from.address))
  const sessions = attackers.filter(isInside).map(act => act.from.session)
  const users = [victim, ...Object.keys(insideByUser).filter(upn => upn !== victim)]
  return {
    kind,
    users,
    firstActAt: acts[0]!.at,
    lastActAt: acts[acts.length - 1]!.at,
    firstActByUser,
    insideByUser,
    quietUsers: users.filter(upn => isQuiet(acts.filter(act => act.who.upn === upn))),
    addresses: [...new Set(attackers.map(act => act.from.address))],
    sessions: [...new Set(sessions)].filter(session => session !== ''),
    recordIds: [...new Set(out.map(each => each.id))],
  }
}
