// An application that the person was led to let in, and that now works for somebody else.
import { isGuid } from '../../../events/words/person.ts'
import type { Signal } from '../../signal.ts'
import { type Access, accessSignal, isAbroad } from '../entry/access.ts'
import type { Manner } from '../memory/manner.ts'
import { isHostingLike } from '../memory/origin.ts'
import type { Trace } from '../memory/trace.ts'
import { DAY, type Visit } from '../memory/visits.ts'
import { sayOrigin } from '../say.ts'
import type { TenantFacts } from '../tenant-facts.ts'
import { ACCESS, CONSENT } from '../weights.ts'
import { isKnownService } from './known-services.ts'

export interface Consents {
  given: Trace[]
  /** When each application first acted for the person. */
  firstUse: Map<string, number>
  /** What logs call them that give more than the id, sign-ins before all others. */
  names: Map<string, string>
}

export function consentsOf(traces: Trace[]): Consents {
  const given = traces.filter(
    ({ manner }) => manner.action === 'consent-granted' && manner.outcome === 'success',
  )
  const firstUse = new Map<string, number>()
  const names = new Map<string, string>()
  if (given.length > 0)
    for (const { at, manner } of traces) {
      const { appId, appName, outcome, action } = manner
      if (appId === null || outcome !== 'success') continue
      if (!firstUse.has(appId)) firstUse.set(appId, at)
      if (appName !== null && (!names.has(appId) || action === 'sign-in')) names.set(appId, appName)
    }
  return { given, firstUse, names }
}

const NEAR = 10 * 60_000

/** Mail, files, or everything. */
const FAR_REACHING =
  /mail\.|mailbox|files\.|sites\.|ews|full_access|imap|eas\.|pop\.|smtp\.|directory\.|contacts\.|chat\.|notes\.|application\.|rolemanagement|impersonation/i

export const isFarReaching = (scopes: string | null): boolean => FAR_REACHING.test(scopes ?? '')

/** One consent leaves several records, of which not all say to what. */
const mayMuch = ({ at }: Trace, given: Trace[]): boolean =>
  given.some(each => Math.abs(each.at - at) <= NEAR && isFarReaching(each.particulars?.detail ?? null))

const isShortlyBefore = (consent: Trace, { at }: Trace): boolean =>
  consent.at <= at && at - consent.at <= CONSENT.days * DAY

/** Microsoft's own name what was given access to, and everybody uses them. */
const MICROSOFTS = /^(microsoft|office|windows|azure|sharepoint|exchange|outlook|skype)\b/i

const nameOf = ({ appId, appName }: Manner, names: Consents['names']): string | null =>
  names.get(appId ?? '') ?? appName

function isToIt({ particulars }: Trace, manner: Manner, names: Consents['names']): boolean {
  if (particulars?.targetId === manner.appId) return true
  const name = nameOf(manner, names)
  return name !== null && particulars?.target === name && !MICROSOFTS.test(name)
}

/** Where services for everybody run. Who wants to be quick and unknown rents elsewhere. */
const CLOUDS = new Set(['Amazon Web Services', 'Google', 'Google Cloud', 'Microsoft'])

const isInCloud = ({ origin }: Visit): boolean => CLOUDS.has(origin?.name ?? '')

/** Of the records that one consent leaves, some name what was given access to: the one that names who got it, at best in words. */
function itself(consent: Trace, given: Trace[]): Trace {
  const told = given.filter(
    ({ at, manner }) => Math.abs(at - consent.at) <= NEAR && /^consent/i.test(manner.operation),
  )
  return told.find(({ particulars }) => isInWords(particulars?.target)) ?? told[0] ?? consent
}

const isInWords = (name: string | null | undefined): boolean =>
  name !== null && name !== undefined && !isGuid(name.toLowerCase())

/** Whether it is to an application that many colleagues use as well, or the person did on earlier days. */
export function isToCommonApp(consent: Trace, { given, firstUse }: Consents, facts: TenantFacts): boolean {
  const appId = itself(consent, given).particulars?.targetId
  if (typeof appId !== 'string') return false
  return facts.peopleOfApp(appId) > CONSENT.people.rented || isUsedBefore(consent, appId, firstUse)
}

/** What has been at work for days gets no new way in. */
const isUsedBefore = ({ at }: Trace, appId: string, firstUse: Consents['firstUse']): boolean =>
  at - (firstUse.get(appId) ?? at) > CONSENT.days * DAY

/**
 * Whether nothing but an application that the person let in is at work, by itself: shortly after, or however long if it cannot
 * reach far or is where services are.
 */
export const isOfLetIn = (visit: Visit, { given, names }: Consents): boolean =>
  visit.traces.every(
    trace =>
      trace.manner.appId !== null &&
      trace.manner.isInteractive !== true &&
      !MICROSOFTS.test(nameOf(trace.manner, names) ?? '') &&
      given.some(
        consent =>
          isToIt(consent, trace.manner, names) &&
          consent.at <= trace.at &&
          (isShortlyBefore(consent, trace) || !mayMuch(consent, given) || isInCloud(visit)),
      ),
  )

/** Whether nothing but a service that is known by its name is at work where such services run: it was let in before all that is told. */
export function isOfKnownService(visit: Visit): boolean {
  if (!isInCloud(visit)) return false
  const known = new Set(
    visit.manners.flatMap(({ appId, appName }) => (appName !== null && isKnownService(appName) ? appId : [])),
  )
  return visit.manners.every(({ appId, isInteractive }) => isInteractive !== true && known.has(appId))
}

/**
 * A service for many seldom runs where anybody rents a machine. In the big clouds one that is known by its name may be written in
 * whatever it likes; a script that nobody has heard of is rather somebody's own.
 */
function homeOf(access: Access, name: string): keyof typeof ACCESS.consentedApp {
  const { visit } = access
  // On the phone of somebody who is where they always are: there no script is at work but their own.
  if (!isHostingLike(visit.origin) && visit.origin!.kind !== 'microsoft')
    return isAbroad(access) || (visit.isScripted && !access.isVouched) ? 'rented' : 'anywhere'
  if (!isInCloud(visit)) return 'rented'
  return visit.isScripted && !isKnownService(name) ? 'script' : 'anywhere'
}

/** `isAttackers`: whether other accounts were misused from there. */
export function judgeConsent(
  access: Access & { deeds: Signal[] },
  { given, firstUse, names }: Consents,
  { facts, isAttackers }: { facts: TenantFacts; isAttackers: boolean },
): Signal[] {
  const { visit, isOwnNetwork, deeds } = access
  if (visit.origin === null || isOwnNetwork !== false) return []
  for (const trace of visit.traces) {
    const { appId, appName, outcome, action, isInteractive } = trace.manner
    // Signing in to it by hand is the person at work; an application that was let in acts by itself.
    if (action === 'sign-in' && isInteractive === true) continue
    if (appId === null || outcome !== 'success') continue
    // Logs name an application by different ids. One that never acted before the consent is the one consented to.
    const consent = given.find(
      each =>
        isShortlyBefore(each, trace) &&
        (isToIt(each, trace.manner, names) || (appName === null && firstUse.get(appId)! >= each.at)),
    )
    if (!consent || isUsedBefore(consent, appId, firstUse)) continue
    const name = itself(consent, given).particulars?.target ?? appName ?? appId
    // At the very address where the person's own machine is, it is a program of theirs.
    const home = mayMuch(consent, given) && !access.isVouched ? homeOf(access, name) : 'anywhere'
    // Several fall for one lure, and from the mailbox of one of them the next one goes out.
    const isLure = home === 'script' && (isAttackers || deeds.some(({ name }) => name === 'mass-send'))
    const most = CONSENT.people[home === 'rented' || isLure ? 'rented' : 'anywhere']
    if (facts.peopleOfApp(appId) > most) continue
    return [
      {
        ...accessSignal(
          'consented-app',
          'T1528',
          ACCESS.consentedApp[home],
          trace,
          `The application ${name}, let in shortly before and used by hardly anybody else, acts from ${sayOrigin(visit.origin)}`,
        ),
        invitation: consent.id,
      },
    ]
  }
  return []
}
