// Why a rule finds nothing, or may not: for its row, and for what a dry run answers.
import { Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'

export const RuleWarning = ({ children }: { children: string }) => (
  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
    <IconAlertTriangle size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> {children}
  </Text>
)
