// Asks once more before a rule of one's own is deleted.
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { showDone } from '../../parts/notify.ts'
import { RefusalNote } from '../../parts/refusal.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { deleteRule, type OwnRule, rulesQuery } from './rules.ts'

export function DeleteRule({ doomed, close }: { doomed: OwnRule | undefined; close: () => void }) {
  const queries = useQueryClient()
  const { isBusy, refusal, submit } = useSubmit()
  // Still named while the dialog fades away.
  const last = useRef(doomed)
  if (doomed) last.current = doomed
  const rule = last.current
  if (!rule) return null
  return (
    <Modal
      opened={doomed !== undefined}
      onClose={close}
      title="Delete this rule?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text style={{ overflowWrap: 'anywhere' }}>
          You are about to delete “{rule.title}”. What it has found stays; from now on it finds nothing. This
          cannot be undone.
        </Text>
        <RefusalNote>{refusal}</RefusalNote>
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            Keep it
          </Button>
          <Button
            color="red"
            loading={isBusy}
            onClick={() =>
              submit(async () => {
                await deleteRule(rule.id)
                await queries.invalidateQueries(rulesQuery)
                showDone(`Deleted “${rule.title}”.`)
                close()
              })
            }
          >
            Delete the rule
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
