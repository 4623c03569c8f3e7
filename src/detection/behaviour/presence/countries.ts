// One account in more countries than a person gets to.
import type { Signal } from '../../signal.ts'
import {
  type Access,
  accessSignal,
  isAbroad,
  isComputers,
  loweredAbroad,
  ownSessions,
} from '../entry/access.ts'
import { hidesCountry, isHostingLike, type Origin } from '../memory/origin.ts'
import { DAY, HOUR } from '../memory/visits.ts'
import { countryName, list } from '../say.ts'
import { ACCESS, LEARNING, LOWERED } from '../weights.ts'
import { distance, isAloft } from './distance.ts'

/** One account in several countries within the hour, where people sit: a gang of hijacked machines, not one person's way. */
export function judgeManyCountries(accesses: Access[]): Map<Access, Signal> {
  const found = new Map<Access, Signal>()
  const strange = accesses.filter(isOnSomebodysLine).sort((a, b) => a.visit.success!.at - b.visit.success!.at)
  let from = 0
  let to = 0
  for (const access of strange) {
    const { visit, isTrusted, knowledge } = access
    const { at } = visit.success!
    while (at - strange[from]!.visit.success!.at > HOUR) from++
    while (to < strange.length && strange[to]!.visit.success!.at - at <= HOUR) to++
    const countries = new Set(strange.slice(from, to).map(other => other.visit.origin!.country))
    if (countries.size < ACCESS.manyCountries.least) continue
    found.set(
      access,
      accessSignal(
        'many-countries-at-once',
        'T1078.004',
        ACCESS.manyCountries.points *
          (isTrusted ? LOWERED.trustedNetwork : 1) *
          (knowledge === 'none' ? LEARNING.oddFactor : 1),
        visit.success!,
        `Used from ${countries.size} countries within an hour: ${list([...countries].map(country => countryName(country!)).sort())}`,
      ),
    )
  }
  return found
}

/**
 * Several new countries far from each other within days: who has a password uses one hijacked line after another. Phones show up
 * wherever the provider of their card comes out, and the owner's sessions wherever their VPN does.
 */
export function judgeFarCountries(accesses: Access[]): Map<Access, Signal> {
  const found = new Map<Access, Signal>()
  const sessions = ownSessions(accesses)
  const strange = accesses.filter(
    access =>
      isOnSomebodysLine(access) &&
      isAbroad(access) &&
      !access.isVouched &&
      !access.visit.hasKnownDevice &&
      access.visit.origin!.latitude !== null &&
      access.visit.clients.some(isComputers) &&
      (access.visit.session === null || !sessions.has(access.visit.session)),
  )
  const { least, days, kilometres, points } = ACCESS.farCountries
  for (const access of strange) {
    const { visit, isTrusted, isDeclared } = access
    const at = visit.success!.at
    const far: Origin[] = []
    for (const other of [access, ...strange]) {
      const origin = other.visit.origin!
      if (Math.abs(other.visit.success!.at - at) > days * DAY) continue
      if (far.every(each => distance(each, origin) >= kilometres)) far.push(origin)
    }
    if (far.length < least) continue
    found.set(
      access,
      accessSignal(
        'many-countries-at-once',
        'T1078.004',
        points * (isTrusted ? LOWERED.trustedNetwork : 1) * (isDeclared ? LOWERED.declaredTravel : 1),
        visit.success!,
        `Used from ${far.length} new countries far from each other within days: ${list([...new Set(far.map(({ country }) => countryName(country!)))].sort())}`,
      ),
    )
  }
  return found
}

/**
 * The owner's session on one line after another, `tooFar` of which are too far from where they are: once an address may mislead,
 * not so several providers' within days. Who hires other people's lines gets another each time.
 */
export function judgeManyLines(accesses: Access[], tooFar: Access[]): Map<Access, Signal> {
  const found = new Map<Access, Signal>()
  const { least, days, tooFar: leastTooFar, points } = ACCESS.manyLines
  if (tooFar.length < leastTooFar) return found
  const strange = accesses.filter(isOnSomebodysLine)
  for (const { visit } of tooFar) {
    const around = (other: Access) =>
      other.visit.session === visit.session && Math.abs(other.visit.first - visit.first) <= days * DAY
    const lines = strange.filter(around)
    if (visit.session === null || networksOf(tooFar.filter(around)).size < leastTooFar) continue
    if (networksOf(lines).size < least) continue
    const countries = new Set(lines.map(other => other.visit.origin!.country))
    if (countries.size < 2) continue
    for (const access of lines)
      found.set(
        access,
        accessSignal(
          'many-countries-at-once',
          'T1078.004',
          points * loweredAbroad(access),
          access.visit.success!,
          `A session of the owner's was on ${networksOf(lines).size} networks that are not theirs within days, while they went on elsewhere: ${list([...countries].map(country => countryName(country!)).sort())}`,
        ),
      )
  }
  return found
}

const networksOf = (accesses: Access[]): Set<string> =>
  new Set(accesses.map(({ visit }) => visit.origin!.network))

const isOnSomebodysLine = ({ visit, isOwnNetwork, hasOwnDevice }: Access): boolean =>
  isOwnNetwork === false &&
  !hasOwnDevice &&
  visit.success !== null &&
  visit.origin!.country !== null &&
  !isHostingLike(visit.origin) &&
  !hidesCountry(visit.origin!) &&
  !isAloft(visit.origin!)
