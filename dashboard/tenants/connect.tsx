// Connecting a tenant: by consent to the installation's application, or by an application of the tenant's own.
import {
  Alert,
  Button,
  Card,
  Checkbox,
  Code,
  Group,
  List,
  Radio,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { IconArrowLeft, IconLock } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Answer } from '../../src/console/route.ts'
import type { connectByCredentials } from '../../src/console/tenants/connect-tenant.ts'
import type { askForConsent } from '../../src/console/tenants/consent.ts'
import { change } from '../api/call.ts'
import { useMay } from '../api/me.ts'
import { AnchorLink } from '../parts/anchor-link.tsx'
import { Asked, Unanswered } from '../parts/asked.tsx'
import { showDone } from '../parts/notify.ts'
import { countOf } from '../parts/numbers.ts'
import { EmptyState, Page } from '../parts/page.tsx'
import { RefusalNote } from '../parts/refusal.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { CredentialInputs, credentialsOf, NO_CREDENTIALS } from './credentials.tsx'
import { Findings } from './findings.tsx'
import { type Onboarding, onboardingQuery } from './queries.ts'

interface Watch {
  service: 'Monitoring' | 'Scan'
  isInternal: boolean
}

export function ConnectPage() {
  const may = useMay()
  if (may('connect tenants')) return <ConnectForms />
  return (
    <Page title="Connect a tenant">
      <EmptyState icon={<IconLock size={40} stroke={1.4} />} title="Connecting tenants is for Admins">
        Ask an Admin of your organization to connect one.
      </EmptyState>
    </Page>
  )
}

function ConnectForms() {
  const question = useQuery(onboardingQuery)
  const { data } = question
  const [watch, setWatch] = useState<Watch>({ service: 'Monitoring', isInternal: false })
  if (!data)
    return (
      <Page title="Connect a tenant">
        <Asked question={question}>{() => null}</Asked>
      </Page>
    )
  return (
    <Stack gap="xs">
      <AnchorLink to="/tenants" size="sm">
        <Group gap={4} component="span" display="inline-flex">
          <IconArrowLeft size={14} aria-hidden /> Tenants
        </Group>
      </AnchorLink>
      <Page
        title="Connect a tenant"
        description={`Vedette only reads. It begins with ${countOf(data.lookBackDays, 'day')} of history, as far as Microsoft keeps it.`}
      >
        <Unanswered question={question} />
        <WatchInputs watch={watch} onChange={setWatch} trialDays={data.trialDays} />
        {data.canConsent && <ByConsent watch={watch} />}
        <ByCredentials watch={watch} onboarding={data} />
      </Page>
    </Stack>
  )
}

function WatchInputs({
  watch,
  onChange,
  trialDays,
}: {
  watch: Watch
  onChange: (watch: Watch) => void
  trialDays: number
}) {
  return (
    <Card withBorder component="section" aria-label="What to do with it">
      <Stack gap="sm">
        <Radio.Group
          label="Service"
          value={watch.service}
          onChange={service => onChange({ ...watch, service: service as Watch['service'] })}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="Monitoring" label="Monitoring: look through its history, then watch it live" />
            <Radio value="Scan" label="Scan: look through its history once" />
          </Stack>
        </Radio.Group>
        <Checkbox
          label="It is our own tenant"
          description={`It is never charged for. Others are charged for after ${countOf(trialDays, 'day')} of trial.`}
          checked={watch.isInternal}
          onChange={event => onChange({ ...watch, isInternal: event.currentTarget.checked })}
        />
      </Stack>
    </Card>
  )
}

function ByConsent({ watch }: { watch: Watch }) {
  const { isBusy, refusal, submit } = useSubmit()
  const go = () =>
    submit(async () => {
      const { url } = await change<Answer<typeof askForConsent>>('POST', '/onboarding/consent', watch)
      window.location.assign(url)
      // The page is left: busy until then.
      await new Promise(() => {})
    })
  return (
    <Card withBorder component="section" aria-label="By consent">
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h4">
          By consent
        </Title>
        <Text size="sm">
          You are sent to Microsoft. Sign in there as a Global Administrator of the tenant and accept what
          Vedette asks to read. Microsoft then confirms who you are, mostly without asking again; you come
          back here, and it is connected.
        </Text>
        <RefusalNote>{refusal}</RefusalNote>
        <Button onClick={() => void go()} loading={isBusy}>
          Go to Microsoft
        </Button>
      </Stack>
    </Card>
  )
}

function ByCredentials({ watch, onboarding }: { watch: Watch; onboarding: Onboarding }) {
  const [directoryTenantId, setDirectory] = useState('')
  const [fields, setFields] = useState(NO_CREDENTIALS)
  const [findings, setFindings] = useState<Answer<typeof connectByCredentials>['findings']>()
  const { isBusy, refusal, submit } = useSubmit()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const connect = (isIncompleteFine: boolean) =>
    submit(async () => {
      setFindings(undefined)
      const { tenant, findings: found } = await change<Answer<typeof connectByCredentials>>(
        'POST',
        '/onboarding/credentials',
        {
          ...watch,
          isIncompleteFine,
          directoryTenantId: directoryTenantId.trim(),
          credentials: credentialsOf(fields),
        },
      )
      if (!tenant) {
        setFindings(found)
        return
      }
      showDone(`${tenant.displayName} is connected.`)
      await queries.invalidateQueries()
      await navigate({
        to: '/tenant/$serviceTenantId',
        params: { serviceTenantId: tenant.serviceTenantId },
      })
    })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void connect(false)
  }
  return (
    <Card withBorder component="section" aria-label="By an application of its own">
      <Stack gap="sm">
        <Title order={2} size="h4">
          By an application of its own
        </Title>
        <Text size="sm">
          Register an application in the tenant’s Entra, give it these application permissions, and grant
          admin consent:
        </Text>
        <List size="sm">
          {onboarding.permissions.map(({ permission, of, isOptional }) => (
            <List.Item key={permission}>
              <Code>{permission}</Code> of {of}
              {isOptional && ' (optional: for history older than a week)'}
            </List.Item>
          ))}
        </List>
        <form onSubmit={onSubmit}>
          <Stack gap="sm" maw={560}>
            <TextInput
              label="Directory (tenant) id"
              placeholder="00000000-0000-0000-0000-000000000000"
              required
              value={directoryTenantId}
              onChange={event => setDirectory(event.currentTarget.value)}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            />
            <CredentialInputs value={fields} onChange={setFields} />
            <RefusalNote>{refusal}</RefusalNote>
            {findings && (
              <Alert color="red" variant="light" title="It is not connected yet" role="alert">
                <Findings findings={findings} />
              </Alert>
            )}
            <Group>
              <Button type="submit" loading={isBusy}>
                Check and connect
              </Button>
              {findings?.items.some(({ state }) => state !== 'failed') && (
                <Button variant="default" disabled={isBusy} onClick={() => void connect(true)}>
                  Connect with what there is
                </Button>
              )}
            </Group>
          </Stack>
        </form>
      </Stack>
    </Card>
  )
}
