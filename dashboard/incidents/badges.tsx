// State and severity of an incident: told by words and a sign, not by colour alone.
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  IconLock,
  IconThumbUp,
} from '@tabler/icons-react'
import styles from './badges.module.css'
import type { Severity, Status } from './search.ts'

export type Tone = 'red' | 'orange' | 'yellow' | 'teal' | 'green' | 'gray'

export const STATUS = {
  UNREMEDIATED: { label: 'Open', tone: 'red', Icon: IconAlertTriangle },
  CONTAINED: { label: 'Contained', tone: 'yellow', Icon: IconLock },
  REMEDIATED: { label: 'Remediated', tone: 'green', Icon: IconCircleCheck },
  FALSE_POSITIVE: { label: 'False positive', tone: 'gray', Icon: IconThumbUp },
} as const satisfies Record<Status, { label: string; tone: Tone; Icon: unknown }>

const SEVERITY = {
  critical: { label: 'Critical', tone: 'red', Icon: IconAlertOctagon },
  high: { label: 'High', tone: 'orange', Icon: IconAlertTriangle },
  medium: { label: 'Medium', tone: 'yellow', Icon: IconInfoCircle },
  low: { label: 'Low', tone: 'gray', Icon: IconInfoCircle },
} as const satisfies Record<Severity, { label: string; tone: Tone; Icon: unknown }>

export const toneClass = (tone: Tone) => styles[tone] ?? ''

export function StatusBadge({ status }: { status: Status }) {
  const { label, tone, Icon } = STATUS[status]
  return (
    <span className={`${styles.badge} ${toneClass(tone)}`}>
      <Icon size={14} aria-hidden />
      {label}
    </span>
  )
}

export function SeverityBadge({ severity }: { severity: Severity }) {
  const { label, tone, Icon } = SEVERITY[severity]
  return (
    <span className={`${styles.badge} ${toneClass(tone)}`}>
      <Icon size={14} aria-hidden />
      {label}
    </span>
  )
}
