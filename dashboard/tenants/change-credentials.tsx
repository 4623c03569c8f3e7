// Other credentials for a tenant: checked first, and kept only when they work.
import { Alert, Button, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Answer } from '../../src/console/route.ts'
import type { changeConnection } from '../../src/console/tenants/connection.ts'
import { change } from '../api/call.ts'
import type { DialogProps } from '../parts/dialog-button.tsx'
import { showDone } from '../parts/notify.ts'
import { RefusalNote } from '../parts/refusal.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { CredentialInputs, credentialsOf, NO_CREDENTIALS } from './credentials.tsx'
import { Findings } from './findings.tsx'
import type { TenantPage } from './queries.ts'

interface About {
  tenant: TenantPage['tenant']
  isConnected: boolean
}

export const ChangeCredentials = ({ isOpen, close, ...about }: About & DialogProps) => (
  <Modal opened={isOpen} onClose={close} title={`How ${about.tenant.displayName} is reached`}>
    <Form {...about} close={close} />
  </Modal>
)

/** Apart from the dialog, so that it is empty each time the dialog opens. */
function Form({ tenant, isConnected, close }: About & Pick<DialogProps, 'close'>) {
  const [fields, setFields] = useState(NO_CREDENTIALS)
  const [findings, setFindings] = useState<Answer<typeof changeConnection>['findings']>()
  const { isBusy, refusal, submit } = useSubmit()
  const queries = useQueryClient()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setFindings(undefined)
    void submit(async () => {
      const answer = await change<Answer<typeof changeConnection>>(
        'POST',
        `/tenants/${encodeURIComponent(tenant.serviceTenantId)}/connection`,
        { credentials: credentialsOf(fields) },
      )
      if (!answer.isSaved) {
        setFindings(answer.findings)
        return
      }
      showDone(isConnected ? 'The credentials are changed.' : `${tenant.displayName} is connected.`)
      await queries.invalidateQueries()
      close()
    })
  }
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <Text size="sm">
          They are checked first.{isConnected && ' What is there now stays unless they work.'}
        </Text>
        <CredentialInputs value={fields} onChange={setFields} />
        <RefusalNote>{refusal}</RefusalNote>
        {findings && (
          <Alert color="red" variant="light" title="They were not kept" role="alert">
            <Findings findings={findings} />
          </Alert>
        )}
        <Button type="submit" loading={isBusy}>
          {isConnected ? 'Check and change' : 'Check and connect'}
        </Button>
      </Stack>
    </form>
  )
}
