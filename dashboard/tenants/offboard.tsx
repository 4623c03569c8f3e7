// Ending the watch over a tenant: first what it does, then its name to confirm, then the deed.
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { change } from '../api/call.ts'
import { Asked } from '../parts/asked.tsx'
import type { DialogProps } from '../parts/dialog-button.tsx'
import { showDone } from '../parts/notify.ts'
import { countOf, formatPercentage } from '../parts/numbers.ts'
import { RefusalNote } from '../parts/refusal.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { offboardPreviewQuery, type TenantPage } from './queries.ts'

type About = Pick<TenantPage, 'tenant'>

export const OffboardDialog = ({ tenant, isOpen, close }: About & DialogProps) => (
  <Modal opened={isOpen} onClose={close} title={`End the watch over ${tenant.displayName}`}>
    <Form tenant={tenant} close={close} />
  </Modal>
)

/** Apart from the dialog, so that it is empty each time the dialog opens. */
function Form({ tenant, close }: About & Pick<DialogProps, 'close'>) {
  const [name, setName] = useState('')
  const question = useQuery(offboardPreviewQuery(tenant.serviceTenantId))
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
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <Text size="sm">
          From today (UTC) nothing is collected, nothing is detected, and it is no longer on the bill. Its
          incidents and past bills stay; its credentials are forgotten. It can be connected again: it is then
          the same tenant, charged for from that day on, without a second trial.
        </Text>
        <Asked question={question}>
          {({ percentageNow, billableUsers, isByConsent }) => (
            <Text size="sm">
              Up to today it stands at {formatPercentage(percentageNow)} of this month for{' '}
              {countOf(billableUsers, 'billable user')}.
              {isByConsent &&
                ' Vedette’s application stays in the tenant’s Entra until somebody deletes it there, under Enterprise applications.'}
            </Text>
          )}
        </Asked>
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
  )
}
