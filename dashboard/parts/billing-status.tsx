// How a tenant stands with its bill: a word and a sign, never a colour alone.
import {
  IconCircleCheck,
  IconCircleOff,
  IconHourglass,
  IconLogout,
  IconPlayerPause,
} from '@tabler/icons-react'
import type { UsageReport } from '../../src/usage/usage.ts'
import styles from '../incidents/badges.module.css'

type Status = UsageReport['tenants'][number]['billableStatus']

export const STATUS_WORDS: Record<Status, string> = {
  Billable: 'Billable',
  Trial: 'Trial',
  Paused: 'Paused',
  NotBillable: 'Not billable',
}
const SIGNS = {
  Billable: { Icon: IconCircleCheck, tone: styles.green },
  Trial: { Icon: IconHourglass, tone: styles.teal },
  Paused: { Icon: IconPlayerPause, tone: styles.yellow },
  NotBillable: { Icon: IconCircleOff, tone: styles.gray },
  Left: { Icon: IconLogout, tone: styles.gray },
}

export function BillingStatus({ status, hasLeft = false }: { status: Status; hasLeft?: boolean }) {
  const { Icon, tone } = SIGNS[hasLeft ? 'Left' : status]
  return (
    <span className={`${styles.badge} ${tone}`}>
      <Icon size={14} aria-hidden />
      {hasLeft ? 'Left' : STATUS_WORDS[status]}
    </span>
  )
}
