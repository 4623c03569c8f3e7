// Ending the watch over a tenant: first what it does, then its name to confirm, then the deed.
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { change } from '../api/call.ts'
import { showDone } from '../parts/notify.ts'
import { countOf, formatPercentage } from '../parts/numbers.ts'
import { RefusalNote } from '../parts/refusal.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { offboardPreviewQuery, type TenantPage } from './queries.ts'

export function OffboardButton({ tenant }: Pick<TenantPage, 'tenant'>) {
  const [isOpen, { open, close }] = useDisclosure()
  const [name, setName] = useState('')
  const { data } = useQuery({ ...offboardPreviewQuery(tenant.serviceTenantId), enabled: isOpen })
  const { isBusy, refusal, submit } = useSubmit()
  const queries = useQueryClient()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit(async () => {
      const at = `/tenants/${encodeURIComponent(tenant.serviceTenantId)}/offboard`
      await change('POST', at, { displayName: name })
      showDone(`${tenant.displayName} is no longer watched.`)
      await queries.invalidateQueries()
      close()
    })
  }
  return (
    <>
      <Button variant="light" color="red" size="xs" onClick={open}>
        Offboard
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        closeButtonProps={{ 'aria-label': 'Close' }}
        title={`End the watch over ${tenant.displayName}`}
      >
        <form onSubmit={onSubmit}>
          <Stack gap="sm">
            <Text size="sm">
              From today (UTC) nothing is collected, nothing is detected, and it is no longer on the bill. Its
              incidents and past bills stay; its credentials are forgotten. It can be connected again: it is
              then the same tenant, charged for from that day on, without a second trial.
            </Text>
            {data && (
              <Text size="sm">
                Up to today it stands at {formatPercentage(data.percentageNow)} of this month for{' '}
                {countOf(data.billableUsers, 'billable user')}.
                {data.isByConsent &&
                  ' Vedette’s application stays in the tenant’s Entra until somebody deletes it there, under Enterprise applications.'}
              </Text>
            )}
            <TextInput
              label={`Type “${tenant.displayName}” to confirm`}
              required
              autoComplete="off"
              value={name}
              onChange={event => setName(event.currentTarget.value)}
              data-autofocus
            />
            <RefusalNote>{refusal}</RefusalNote>
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                Keep watching
              </Button>
              <Button
                type="submit"
                color="red"
                loading={isBusy}
                disabled={name.trim() !== tenant.displayName.trim()}
              >
                End the watch
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  )
}
