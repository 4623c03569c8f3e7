// What Microsoft itself thought of a sign-in or an account.
import type { DeedSignal } from '../deeds/deed-signal.ts'
import type { Trace } from '../memory/trace.ts'
import type { Visit } from '../memory/visits.ts'
import { VENDOR_ALERT, VENDOR_ALERT_OTHER, VENDOR_CONFIRMED, VENDOR_FLOOR, VENDOR_RISK } from '../weights.ts'

export function judgeVendor({ traces, manners }: Visit): DeedSignal[] {
  const found: DeedSignal[] = []
  if (!manners.some(({ action, risk }) => action === 'alert' || risk !== null)) return found
  let risky: Trace | null = null
  for (const trace of traces) {
    const { action, risk, outcome } = trace.manner
    if (action === 'alert') {
      const signal = alertSignal(trace)
      if (signal) found.push(signal)
      continue
    }
    if (risk === null || outcome !== 'success') continue
    if (VENDOR_RISK[risk] > VENDOR_RISK[risky?.manner.risk ?? 'none']) risky = trace
  }
  if (risky)
    found.push(
      opinion(
        risky,
        'vendor-risk',
        VENDOR_RISK[risky.manner.risk!],
        `Microsoft rated the risk ${risky.manner.risk}`,
      ),
    )
  return found
}

/** What was said of it later: by an administrator, or by Microsoft itself. */
const SAFE = /\b(confirmedSafe|dismissed|\w*Confirmed\w*Safe|\w*Dismissed\w*)\b/i
const COMPROMISED = /\b(confirmedCompromised|\w*ConfirmedUserCompromised|\w*ConfirmedSigninCompromised)\b/i

/** Null for what turned out to be nothing. */
function alertSignal(trace: Trace): DeedSignal | null {
  const { operation } = trace.manner
  const said = (trace.particulars?.detail ?? trace.particulars?.target ?? operation).trim()
  if (SAFE.test(said)) return null
  const says = `Microsoft reported: ${said}`
  if (COMPROMISED.test(said))
    return { ...opinion(trace, CONFIRMED, VENDOR_CONFIRMED.points, says), floor: VENDOR_CONFIRMED.floor }
  const points = VENDOR_ALERT[keyOf(operation)] ?? VENDOR_ALERT[keyOf(said)] ?? VENDOR_ALERT_OTHER
  return opinion(trace, 'vendor-alert', points, says)
}

const CONFIRMED = 'confirmed-compromised'

/** Whoever says so has looked back: it is of what was strange in the days before. */
export const isConfirmation = ({ name }: DeedSignal): boolean => name === CONFIRMED

const keyOf = (kind: string): string => kind.toLowerCase().replace(/[^a-z]/g, '')

const opinion = ({ id, at }: Trace, name: string, weight: number, says: string): DeedSignal => ({
  name,
  says,
  technique: 'T1078.004',
  family: 'vendor',
  floor: VENDOR_FLOOR,
  weight,
  eventId: id,
  at,
})
