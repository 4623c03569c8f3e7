// An application that the person was led to let in, and that now works for somebody else.
import type { Signal } from '../signal.ts'
import { type Access, accessSignal } from './access.ts'
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

/** Logs name an application by different ids. One that never acted before the consent is the one consented to. */
function consentBefore(
  { at, manner }: Trace,
  { given, firstUse }: Consents,
  within: number,
): Trace | undefined {
  const { appId, appName } = manner
  if (appId === null) return undefined
  return given.find(
    consent =>
      consent.at <= at &&
      at - consent.at <= within &&
      (consent.particulars?.targetId === appId ||
        (appName !== null && consent.particulars?.target === appName) ||
        (appName === null && firstUse.get(appId)! >= consent.at)),
  )
}

/** Whether nothing but an application that the person let in, however long ago, is at work by itself. */
export const isOfLetIn = ({ traces }: Visit, consents: Consents): boolean =>
  traces.every(
    trace =>
      trace.manner.isInteractive !== true &&
      consentBefore(trace, consents, Number.POSITIVE_INFINITY) !== undefined,
  )

export function judgeConsent(
  { visit, isOwnNetwork }: Access,
  consents: Consents,
  facts: TenantFacts,
): Signal[] {
  if (visit.origin === null || isOwnNetwork !== false) return []
  for (const trace of visit.traces) {
    const { appId, appName, outcome, action, isInteractive } = trace.manner
    // Signing in to it by hand is the person at work; an application that was let in acts by itself.
    if (action === 'sign-in' && isInteractive === true) continue
    if (appId === null || outcome !== 'success' || facts.peopleOfApp(appId) > CONSENT.people) continue
    const consent = consentBefore(trace, consents, CONSENT.days * DAY)
    if (!consent) continue
    const isFarReaching = FAR_REACHING.test(consent.particulars?.detail ?? '')
    // Of the records that one consent leaves, some name what was given access to.
    const own = consents.given.find(
      ({ at, manner }) => Math.abs(at - consent.at) <= NEAR && /^consent/i.test(manner.operation),
    )
    const name = (own ?? consent).particulars?.target ?? appName ?? appId
    return [
      {
        ...accessSignal(
          'consented-app',
          'T1528',
          isFarReaching ? ACCESS.consentedApp.reads : ACCESS.consentedApp.other,
          trace,
          `The application ${name}, let in shortly before and used by nobody else, acts from ${sayOrigin(visit.origin)}`,
        ),
        invitation: consent.id,
      },
    ]
  }
  return []
}
