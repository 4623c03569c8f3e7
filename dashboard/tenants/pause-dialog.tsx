// Pausing and resuming a tenant: first what it does to the bill, then the deed.
import { Alert, Button, Group, Modal, Stack, Table, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { change } from '../api/call.ts'
import { Asked } from '../parts/asked.tsx'
import { STATUS_WORDS } from '../parts/billing-status.tsx'
import type { DialogProps } from '../parts/dialog-button.tsx'
import { formatDay } from '../parts/moment.tsx'
import { showDone } from '../parts/notify.ts'
import { countOf, formatMonth, formatPercentage } from '../parts/numbers.ts'
import { type PausePreview, pausePreviewQuery, type TenantPage } from './queries.ts'

type About = Pick<TenantPage, 'tenant'>

export const PauseDialog = ({ tenant, isOpen, close }: About & DialogProps) => (
  <Modal
    opened={isOpen}
    onClose={close}
    title={`${tenant.isPaused ? 'Resume' : 'Pause'} ${tenant.displayName}?`}
  >
    <Question tenant={tenant} close={close} />
  </Modal>
)

function Question({ tenant, close }: About & Pick<DialogProps, 'close'>) {
  const queries = useQueryClient()
  const question = useQuery(pausePreviewQuery(tenant.serviceTenantId))
  const { mutate, isPending } = useMutation({
    mutationFn: (move: PausePreview['move']) =>
      change('POST', `/tenants/${encodeURIComponent(tenant.serviceTenantId)}/${move}`),
    onSuccess: (_, move) => {
      close()
      showDone(`${tenant.displayName} is ${move === 'pause' ? 'paused' : 'resumed'}.`)
    },
    // Also when refused: somebody else may have been first.
    onSettled: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' }),
  })
  return (
    <Asked question={question}>
      {preview => (
        <Stack>
          <Text size="sm">{whatItDoes(preview)}</Text>
          <Effect preview={preview} />
          <Alert variant="light" color="gray" p="sm">
            {preview.move === 'pause'
              ? 'A paused tenant is not watched: nothing is collected, and no new incidents are raised until it is resumed.'
              : 'Watching goes on from now. What its logs still hold of the time in between is read as history.'}
          </Alert>
          <Group justify="flex-end">
            <Button variant="default" onClick={close} disabled={isPending}>
              Cancel
            </Button>
            <Button onClick={() => mutate(preview.move)} loading={isPending} data-autofocus>
              {preview.move === 'pause' ? 'Pause tenant' : 'Resume tenant'}
            </Button>
          </Group>
        </Stack>
      )}
    </Asked>
  )
}

function whatItDoes({ move, today, before }: PausePreview): string {
  if (before.billableStatus === 'NotBillable')
    return 'It is your own tenant and is never charged for: the bill stays as it is.'
  const day = `${formatDay(today)} (UTC)`
  const trial =
    before.firstBillableDate && before.firstBillableDate > today
      ? ` Its trial ends before ${formatDay(before.firstBillableDate)} all the same: a pause does not lengthen it.`
      : ''
  return move === 'pause'
    ? `From today, ${day}, it is not charged for until it is resumed. Days that have passed stay charged.${trial}`
    : `From today, ${day}, it is charged for again.${trial}`
}

function Effect({ preview: { today, before, after, billableUsers } }: { preview: PausePreview }) {
  return (
    <>
      <Table aria-label="What it does to this month's bill" withTableBorder>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th>Now</Table.Th>
            <Table.Th>After</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            <Table.Th scope="row">Share of {formatMonth(today)} charged</Table.Th>
            <Table.Td>{formatPercentage(before.proratingPercentageThisMonth)}</Table.Td>
            <Table.Td fw={700}>{formatPercentage(after.proratingPercentageThisMonth)}</Table.Td>
          </Table.Tr>
          <Table.Tr>
            <Table.Th scope="row">Status</Table.Th>
            <Table.Td>{STATUS_WORDS[before.billableStatus]}</Table.Td>
            <Table.Td fw={700}>{STATUS_WORDS[after.billableStatus]}</Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed">
        {countOf(billableUsers, 'billable user')} at the latest count.
      </Text>
    </>
  )
}
