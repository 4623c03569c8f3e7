// How a tenant is reached, on its page: the last check, checking again, other credentials.
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Answer } from '../../src/console/route.ts'
import type { askForConsent } from '../../src/console/tenants/consent.ts'
import { change } from '../api/call.ts'
import { useMay } from '../api/me.ts'
import { Asked } from '../parts/asked.tsx'
import { DialogButton } from '../parts/dialog-button.tsx'
import { Moment } from '../parts/moment.tsx'
import { RefusalNote } from '../parts/refusal.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { Findings } from './findings.tsx'
import { type ConnectionAnswer, connectionQuery, type TenantPage } from './queries.ts'

const KINDS = {
  consent: 'By consent to this installation’s application',
  secret: 'By an application of its own, with a secret',
  certificate: 'By an application of its own, with a certificate',
} as const

type Tenant = TenantPage['tenant']

export function Connection({ tenant }: { tenant: Tenant }) {
  const question = useQuery(connectionQuery(tenant.serviceTenantId))
  return (
    <Card withBorder component="section" aria-label="Connection">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Connection
        </Title>
        <Asked question={question}>{({ connection }) => <Reached {...{ tenant, connection }} />}</Asked>
      </Stack>
    </Card>
  )
}

function Reached({ tenant, connection }: { tenant: Tenant } & ConnectionAnswer) {
  const queries = useQueryClient()
  const may = useMay()
  const { isBusy, refusal, submit } = useSubmit()
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
  const isConnected = connection !== null
  return (
    <>
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
          {!isLeft && (
            <DialogButton
              variant="default"
              size="xs"
              load={async () => (await import('./change-credentials.tsx')).ChangeCredentials}
              about={{ tenant, isConnected }}
            >
              {isConnected ? 'Change credentials' : 'Enter credentials'}
            </DialogButton>
          )}
          <DialogButton
            variant="default"
            size="xs"
            load={async () => (await import('./import.tsx')).ImportDialog}
            about={{ tenant }}
          >
            Import logs
          </DialogButton>
          {isLeft ? (
            <Button component={Link} to="/tenants/connect" variant="default" size="xs">
              Connect it again
            </Button>
          ) : (
            <DialogButton
              variant="light"
              color="red"
              size="xs"
              load={async () => (await import('./offboard.tsx')).OffboardDialog}
              about={{ tenant }}
            >
              Offboard
            </DialogButton>
          )}
        </Group>
      )}
    </>
  )
}
