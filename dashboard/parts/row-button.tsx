// What can be done with one row of a table. The word on it is short, and whoever hears it also hears of what.
import { Button } from '@mantine/core'

interface RowButtonProps {
  verb: string
  /** Said after the verb, by screen readers alone. */
  what: string
  act(): void
  /** Takes something away. */
  isRed?: boolean
  isBusy?: boolean
}

export const RowButton = ({ verb, what, act, isRed = false, isBusy = false }: RowButtonProps) => (
  <Button
    size="compact-sm"
    variant="subtle"
    {...(isRed && { color: 'red' })}
    aria-label={`${verb} ${what}`}
    loading={isBusy}
    onClick={act}
  >
    {verb}
  </Button>
)
