// Odd ways to sign in: device codes, transfers, passwords sent by programs, old protocols, phishing proxies.
import type { Signal } from '../../signal.ts'
import type { Acquaintance } from '../memory/habits.ts'
import { isSignInByHand, type Manner } from '../memory/manner.ts'
import { isHostingLike, isLine } from '../memory/origin.ts'
import type { Trace } from '../memory/trace.ts'
import { HOUR, type Visit } from '../memory/visits.ts'
import { sayKind, sayOrigin } from '../say.ts'
import type { TenantFacts } from '../tenant-facts.ts'
import { ACCESS, LOWERED, VPN_USER } from '../weights.ts'
import { type Access, accessSignal, isAbroad, ofPrograms } from './access.ts'

const FLOWS = {
  deviceCode: { name: 'device-code-sign-in', technique: 'T1528', says: 'a device code' },
  authenticationTransfer: {
    name: 'authentication-transfer',
    technique: 'T1550.001',
    says: 'authentication transfer',
  },
  ropc: { name: 'password-only-flow', technique: 'T1078.004', says: 'the password alone, sent by a program' },
  legacy: { name: 'legacy-protocol', technique: 'T1078.004', says: 'an old mail protocol without MFA' },
} as const

const OFFICE_PORTAL = '4765445b-32c6-49b0-83e6-1d93765276ca'

/**
 * Odd ways to sign in, from a network that is not the person's. A known device does not lower these, as a token can carry its
 * name; but a device code is let in at a machine by whoever sits there. `lowered` by whatever speaks for the person, `relayed` by
 * all but their kind of client.
 */
export function flowSignals(
  access: Access,
  knows: Acquaintance,
  { lowered, relayed, facts }: { lowered: number; relayed: number; facts: TenantFacts },
): Signal[] {
  const { visit, isTrusted, isVpnUser } = access
  const origin = visit.origin!
  const signals: Signal[] = []
  const trust = isTrusted ? LOWERED.trustedNetwork : 1
  const odd = firstFlow(visit, knows)
  if (odd) {
    const { name, technique, says } = FLOWS[odd.manner.flow!]
    // Where people sit, in a country they know: it may be the person, somewhere new.
    const isFar = isHostingLike(origin) || !knows.knows(`country ${origin.country}`)
    const isProgram = odd.manner.flow === 'ropc' || odd.manner.flow === 'legacy'
    const isLetIn = odd.manner.flow === 'deviceCode' && isByOwnMachine(access, odd)
    // Machines that are built and run in Microsoft's cloud are let in this way every day, also by who is on a VPN.
    const isDevelopers =
      odd.manner.flow === 'deviceCode' &&
      ((isVpnUser && isTool(odd.manner)) ||
        (isOfTools(visit) && (!isFar || origin.kind === 'microsoft' || isOfCommonTools(visit, facts))))
    const points =
      (isDevelopers
        ? ACCESS.deviceCode.ofTools
        : ACCESS[odd.manner.flow!][isLetIn ? 'atHome' : 'elsewhere']) *
      (isFar ? 1 : LOWERED.flowNearby[odd.manner.flow!]) *
      // No program of the company's runs on a line where none of it is.
      (isProgram && !(isAbroad(access) && isLine(origin)) ? ofPrograms(access, knows) : 1)
    signals.push(
      accessSignal(
        name,
        technique,
        points * trust,
        odd,
        `Signed in from ${sayOrigin(origin)} with ${says}, for the first time`,
      ),
    )
  }
  const portal = visit.traces.find(
    ({ manner }) =>
      isSignInByHand(manner) &&
      // The unified audit log does not tell of the second factor.
      (manner.mfa === 'passed' || manner.mfa === 'earlier' || manner.mfa === null) &&
      manner.appId === OFFICE_PORTAL,
  )
  const hasPassed = portal?.manner.mfa !== null
  if (portal && isHostingLike(origin))
    signals.push(
      accessSignal(
        'phishing-proxy',
        'T1557',
        ACCESS.phishingProxy[origin.kind === 'hosting' ? 'hosting' : 'vpn'] *
          // A page passes on the client of whoever it lures; desktops that a company hires stand in its country as a rule.
          (portal.manner.mfa === 'passed' && isAbroad(access) ? relayed : lowered) *
          (isVpnUser || knows.knowsNetwork(visit) ? VPN_USER.factor : 1) *
          (hasPassed ? 1 : ACCESS.phishingProxy.unknownFactor),
        portal,
        `${hasPassed ? 'Passed MFA for' : 'Signed in to'} the Office portal from ${sayOrigin(origin)}, ${sayKind(origin.kind)}: how sign-ins through a phishing proxy look`,
      ),
    )
  return signals
}

/** Whether a sign-in looks like one through a phishing page, by so many points. */
export const isPhishingPage = ({ signals }: Pick<Access, 'signals'>, points: number): boolean =>
  signals.some(({ name, weight }) => name === 'phishing-proxy' && weight >= points)

const isByOwnMachine = ({ hasOwnDevice, knowsClients, knowledge }: Access, { manner }: Trace): boolean =>
  hasOwnDevice && (knowsClients || knowledge === 'none') && manner.deviceId !== null

/** Whether the person let a device-code session in: at their desk, or with their own machine wherever they are. */
export function isLettingIn(access: Access): boolean {
  const signal = access.signals.find(({ name }) => name === FLOWS.deviceCode.name)
  if (!signal || access.visit.success === null) return false
  if (access.isOwnNetwork === true) return true
  return access.visit.traces.some(trace => trace.id === signal.eventId && isByOwnMachine(access, trace))
}

const VISUAL_STUDIO_CODE = 'aebc6443-996d-45c2-90f0-388ff96faa56'

/** What is written with and run on servers: it opens neither mail nor files. */
const TOOLS = new Set([
  '04b07795-8ddb-461a-bbee-02f9e1bf7b46', // Azure CLI
  '1950a258-227b-4e31-a9cf-717495945fc2', // Azure PowerShell
  '872cd9fa-d31f-45e0-9eab-6e460a02d1f1', // Visual Studio
  VISUAL_STUDIO_CODE,
])

export const isTool = ({ appId }: Manner): boolean => appId !== null && TOOLS.has(appId)

export const isOfTools = ({ traces }: Visit): boolean =>
  traces.every(({ manner }) => manner.action === 'sign-in' && isTool(manner))

/** The same with tools that many of the company have, by no password that a program sends. */
export const isOfCommonTools = (visit: Visit, { peopleOfApp }: TenantFacts): boolean =>
  isOfTools(visit) &&
  visit.manners.every(
    ({ appId, flow }) =>
      (flow === null || flow === 'deviceCode') && peopleOfApp(appId!) >= ACCESS.deviceCode.toolPeople,
  )

/**
 * Of a visit in which nothing is done but to sign in with tools of developers, in a session that the person let in with a
 * device code: where their server is and what runs there is no stranger than that.
 */
export function judgeToolsLetIn({ visit, isTrusted }: Access, session: Access[]): Signal | null {
  if (visit.origin === null || !isOfTools(visit)) return null
  const letIn = session.find(
    other =>
      other.visit.first <= visit.first &&
      other.visit !== visit &&
      (isLettingIn(other) || hasEnteredCode(other)),
  )
  if (!letIn) return null
  return accessSignal(
    'device-code-session-elsewhere',
    'T1528',
    ACCESS.deviceCode.ofTools * (isTrusted ? LOWERED.trustedNetwork : 1),
    visit.success!,
    `A session that its owner let in with a device code at ${sayOrigin(letIn.visit.origin!)} is used from ${sayOrigin(visit.origin)} with ${visit.success!.manner.appName ?? 'a tool for developers'}`,
  )
}

/**
 * Of a visit of the editor whose machine stands in Microsoft's cloud while its window is a tab of the owner's browser at home: it
 * signs in from there in the browser's session, and does nothing else.
 */
export function judgeEditorInCloud({ visit, isTrusted }: Access, session: Access[]): Signal | null {
  if (visit.origin?.kind !== 'microsoft') return null
  if (!visit.traces.every(({ manner }) => manner.action === 'sign-in' && manner.appId === VISUAL_STUDIO_CODE))
    return null
  const window = session.find(
    other =>
      other.isOwnNetwork === true &&
      other.knowsClients &&
      other.visit.first <= visit.first &&
      visit.first - other.visit.last <= HOUR,
  )
  if (!window) return null
  return accessSignal(
    'session-on-second-network',
    'T1550.004',
    ACCESS.deviceCode.ofTools * (isTrusted ? LOWERED.trustedNetwork : 1),
    visit.success!,
    `A session that its owner uses from ${sayOrigin(window.visit.origin!)} was also used from ${sayOrigin(visit.origin)}, with Visual Studio Code alone`,
  )
}

/** Whether the person entered a device code where they always are, where their own machine is or on their VPN, for the first time or again. */
export const hasEnteredCode = ({
  isOwnNetwork,
  isVouched,
  isVpnUser,
  knowsClients,
  visit,
}: Access): boolean =>
  (isOwnNetwork === true || (isVouched && knowsClients) || isVpnUser) && entersCode(visit)

export const entersCode = ({ manners }: Visit): boolean =>
  manners.some(
    ({ action, outcome, flow }) => action === 'sign-in' && outcome === 'success' && flow === 'deviceCode',
  )

export function atHomeSignals(visit: Visit, knows: Acquaintance): Signal[] {
  const odd = firstFlow(visit, knows)
  if (!odd || knows.knowledge === 'none') return []
  const { name, technique, says } = FLOWS[odd.manner.flow!]
  return [
    accessSignal(
      name,
      technique,
      ACCESS[odd.manner.flow!].atHome,
      odd,
      `Signed in with ${says}, for the first time`,
    ),
  ]
}

export function firstFlow({ traces, manners }: Visit, knows: Acquaintance): Trace | undefined {
  const odd = manners.filter(
    ({ action, outcome, flow }) =>
      action === 'sign-in' && outcome === 'success' && flow !== null && !knows.knows(`flow ${flow}`),
  )
  return odd.length === 0 ? undefined : traces.find(({ manner }) => odd.includes(manner))
}
