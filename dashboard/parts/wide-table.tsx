// A table that scrolls sideways inside its frame where the screen is narrower than it needs.
import { Table, type TableProps } from '@mantine/core'

interface WideTableProps extends TableProps {
  /** What it lists; read out for the table and for what scrolls. */
  label: string
  /** Narrower than this it scrolls. */
  needs: number
}

export const WideTable = ({ label, needs, ...rest }: WideTableProps) => (
  <Table.ScrollContainer
    minWidth={needs}
    type="native"
    // What scrolls must be reachable by keyboard, also without anything to press in it.
    tabIndex={0}
    role="region"
    aria-label={`${label}, scrollable`}
  >
    <Table aria-label={label} verticalSpacing="xs" {...rest} />
  </Table.ScrollContainer>
)
