// How a tenant is reached, on its page: the last check, checking again, other credentials.
import { Alert, Button, Card, Group, Modal, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { changeConnection } from '../../src/console/connection.ts'
import type { askForConsent } from '../../src/console/consent.ts'
import type { Answer } from '../../src/console/route.ts'
import { change } from '../api/call.ts'
import { useMay } from '../api/me.ts'
import { Moment } from '../parts/moment.tsx'
import { showDone } from '../parts/notify.ts'
import { Failure } from '../parts/page.tsx'
import { RefusalNote } from '../parts/refusal.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { CredentialInputs, credentialsOf, NO_CREDENTIALS } from './credentials.tsx'
import { Findings } from './findings.tsx'
import { ImportButton } from './import.tsx'
import { OffboardButton } from './offboard.tsx'
import { connectionQuery, type TenantPage } from './queries.ts'

const KINDS = {
  consent: 'By consent to this installation’s application',
  secret: 'By an application of its own, with a secret',
  certificate: 'By an application of its own, with a certificate',
} as const

type Tenant = TenantPage['tenant']

export function Connection({ tenant }: { tenant: Tenant }) {
  const { data, error, refetch } = useQuery(connectionQuery(tenant.serviceTenantId))
  const queries = useQueryClient()
  const may = useMay()
  const { isBusy, refusal, submit } = useSubmit()
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return null
  const { connection } = data
  const at = `/tenants/${encodeURIComponent(tenant.serviceTenantId)}`
  const check = () =>
    submit(async () => {
      await change('POST', `${at}/check`)
      await queries.invalidateQueries()
    })
  const consent = () =>
    submit(async () => {
      const asked = { serviceTenantId: tenant.serviceTenantId }
      const { url } = await change<Answer<typeof askForConsent>>('POST', '/onboarding/consent', asked)
      window.location.assign(url)
      await new Promise(() => {})
    })
  const isLeft = tenant.offboardedOn !== null
  return (
    <Card withBorder component="section" aria-label="Connection">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Connection
        </Title>
        {connection ? (
          <>
            <Text size="sm">
              {KINDS[connection.kind]}, since <Moment at={connection.connectedAt} />.
              {connection.checkedAt && (
                <>
                  {' '}
                  Checked <Moment at={connection.checkedAt} />.
                </>
              )}
              {connection.expiresAt && (
                <>
                  {' '}
                  The certificate is good until <Moment at={connection.expiresAt} />.
                </>
              )}
            </Text>
            {connection.findings && <Findings findings={connection.findings} />}
          </>
        ) : (
          <Text size="sm" c="dimmed">
            {isLeft
              ? 'It is not reached any more: its credentials were forgotten.'
              : 'Nobody has connected it yet.'}
          </Text>
        )}
        <RefusalNote>{refusal}</RefusalNote>
        {!may('connect tenants') && (
          <Text size="xs" c="dimmed">
            An Admin can check and change how it is reached, import logs and end the watch.
          </Text>
        )}
        {may('connect tenants') && (
          <Group gap="xs" className="no-print">
            {connection && !isLeft && (
              <Button variant="default" size="xs" onClick={() => void check()} loading={isBusy}>
                Check again
              </Button>
            )}
            {connection?.kind === 'consent' && !isLeft && (
              <Button variant="default" size="xs" onClick={() => void consent()} disabled={isBusy}>
                Consent again
              </Button>
            )}
            {!isLeft && <ChangeButton tenant={tenant} isConnected={connection !== null} />}
            <ImportButton tenant={tenant} />
            {isLeft ? (
              <Button component={Link} to="/tenants/connect" variant="default" size="xs">
                Connect it again
              </Button>
            ) : (
              <OffboardButton tenant={tenant} />
            )}
          </Group>
        )}
      </Stack>
    </Card>
  )
}

function ChangeButton({ tenant, isConnected }: { tenant: Tenant; isConnected: boolean }) {
  const [isOpen, { open, close }] = useDisclosure()
  const [fields, setFields] = useState(NO_CREDENTIALS)
  const [findings, setFindings] = useState<Answer<typeof changeConnection>['findings']>()
  const { isBusy, refusal, setRefusal, submit } = useSubmit()
  const queries = useQueryClient()
  const begin = () => {
    setFields(NO_CREDENTIALS)
    setFindings(undefined)
    setRefusal(undefined)
    open()
  }
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
    <>
      <Button variant="default" size="xs" onClick={begin}>
        {isConnected ? 'Change credentials' : 'Enter credentials'}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        closeButtonProps={{ 'aria-label': 'Close' }}
        title={`How ${tenant.displayName} is reached`}
      >
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
      </Modal>
    </>
  )
}
