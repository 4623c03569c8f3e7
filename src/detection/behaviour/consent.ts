// An application that the person was led to let in, and that now works for somebody else.
import type { Signal } from '../signal.ts'
import { type Access, accessSignal } from './access.ts'
import type { Manner } from './manner.ts'
import { sayOrigin } from './say.ts'
import type { TenantFacts } from './tenant-facts.ts'
import type { Trace } from './trace.ts'
import { DAY, type Visit } from './visits.ts'
import { ACCESS, CONSENT } from './weights.ts'

export interface Consents {
  given: Trace[]
  /** When each application first acted for the person. */
  firstUse: Map<string, number>
}

export function consentsOf(traces: Trace[]): Consents {
  const given = traces.filter(
    ({ manner }) => manner.action === 'consent-granted' && manner.outcome === 'success',
  )
  const firstUse = new Map<string, number>()
  if (given.length > 0)
    for (const { at, manner } of traces)
      if (manner.appId !== null && manner.outcome === 'success' && !firstUse.has(manner.appId))
        firstUse.set(manner.appId, at)
  return { given, firstUse }
}

const NEAR = 10 * 60_000

/** Mail, files, or everything. */
const FAR_REACHING = /mail\.|mailbox|files\.|sites\.|ews|full_access|imap|directory\.|contacts\./i

const isFarReaching = ({ particulars }: Trace): boolean => FAR_REACHING.test(particulars?.detail ?? '')

const isShortlyBefore = (consent: Trace, { at }: Trace): boolean =>
  consent.at <= at && at - consent.at <= CONSENT.days * DAY

const isToIt = ({ particulars }: Trace, { appId, appName }: Manner): boolean =>
  particulars?.targetId === appId || (appName !== null && particulars?.target === appName)

/** Microsoft's own name what was given access to, and everybody uses them. */
const MICROSOFTS = /^(microsoft|office|windows|azure|sharepoint|exchange|outlook|skype)\b/i

/**
 * Whether nothing but an application that the person let in is at work, by itself: shortly after, or however long if it cannot
 * reach far.
 */
export const isOfLetIn = ({ traces }: Visit, { given }: Consents): boolean =>
  traces.every(
    trace =>
      trace.manner.appId !== null &&
      trace.manner.isInteractive !== true &&
      !MICROSOFTS.test(trace.manner.appName ?? '') &&
      given.some(
        consent =>
          isToIt(consent, trace.manner) &&
          (isShortlyBefore(consent, trace) || (consent.at <= trace.at && !isFarReaching(consent))),
      ),
  )

export function judgeConsent(
  { visit, isOwnNetwork }: Access,
  { given, firstUse }: Consents,
  facts: TenantFacts,
): Signal[] {
  if (visit.origin === null || isOwnNetwork !== false) return []
  for (const trace of visit.traces) {
    const { appId, appName, outcome, action, isInteractive } = trace.manner
    // Signing in to it by hand is the person at work; an application that was let in acts by itself.
    if (action === 'sign-in' && isInteractive === true) continue
    if (appId === null || outcome !== 'success' || facts.peopleOfApp(appId) > CONSENT.people) continue
    // Logs name an application by different ids. One that never acted before the consent is the one consented to.
    const consent = given.find(
      each =>
        isShortlyBefore(each, trace) &&
        (isToIt(each, trace.manner) || (appName === null && firstUse.get(appId)! >= each.at)),
    )
    if (!consent) continue
    // Of the records that one consent leaves, some name what was given access to.
    const own = given.find(
      ({ at, manner }) => Math.abs(at - consent.at) <= NEAR && /^consent/i.test(manner.operation),
    )
    const name = (own ?? consent).particulars?.target ?? appName ?? appId
    return [
      {
        ...accessSignal(
          'consented-app',
          'T1528',
          isFarReaching(consent) ? ACCESS.consentedApp.reads : ACCESS.consentedApp.other,
          trace,
          `The application ${name}, let in shortly before and used by nobody else, acts from ${sayOrigin(visit.origin)}`,
        ),
        invitation: consent.id,
      },
    ]
  }
  return []
}
