// What Microsoft itself thought of a sign-in or an account.
import type { DeedSignal } from './deeds.ts'
import type { Trace } from './trace.ts'
import type { Visit } from './visits.ts'
import { VENDOR_ALERT, VENDOR_ALERT_OTHER, VENDOR_FLOOR, VENDOR_RISK } from './weights.ts'

export function judgeVendor({ traces, manners }: Visit): DeedSignal[] {
  const found: DeedSignal[] = []
  if (!manners.some(({ action, risk }) => action === 'alert' || risk !== null)) return found
  let risky: Trace | null = null
  for (const trace of traces) {
    const { action, risk, outcome } = trace.manner
    if (action === 'alert') {
      found.push(alertSignal(trace))
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

function alertSignal(trace: Trace): DeedSignal {
  const kind = (trace.particulars?.detail ?? trace.particulars?.target ?? trace.manner.operation).trim()
  const points = VENDOR_ALERT[kind.toLowerCase().replace(/[^a-z]/g, '')] ?? VENDOR_ALERT_OTHER
  return opinion(trace, 'vendor-alert', points, `Microsoft reported: ${kind}`)
}

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
