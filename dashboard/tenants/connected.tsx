// Where Microsoft sends somebody back to: after consent, from where they go on to sign in there, and after that.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { Answer } from '../../src/console/route.ts'
import type { connectByConsent, proveConsent } from '../../src/console/tenants/consent.ts'
import { change } from '../api/call.ts'
import { Failure, Loading, Page } from '../parts/page.tsx'
import { Findings } from './findings.tsx'

/** What came back is good once: asked for once, and never again by itself. */
const ONCE = {
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnMount: false,
  refetchOnReconnect: false,
  refetchOnWindowFocus: false,
}

export function ConnectedPage() {
  const search = useSearch({ from: '/signed-in/tenants/connected' })
  const { state, tenant, code, error, error_description: description } = search
  if (error === undefined && state !== undefined) {
    if (code !== undefined) return <SignedIn state={state} code={code} />
    if (tenant !== undefined) return <Consented state={state} tenant={tenant} />
  }
  return <Refused code={/AADSTS\d+/.exec(description ?? '')?.[0]} />
}

/** Whoever says that a directory consented shows that they administer it. Mostly this page is gone before it is seen. */
function Consented({ state, tenant }: { state: string; tenant: string }) {
  const { error } = useQuery({
    queryKey: ['consented', state],
    queryFn: async () => {
      const { url } = await change<Answer<typeof proveConsent>>('POST', '/onboarding/consented', {
        state,
        tenant,
      })
      // In its place: the way back leads to where they began, not to an address that is used up.
      window.location.replace(url)
      return url
    },
    ...ONCE,
  })
  return error ? <NotConnected error={error} /> : <Loading />
}

function SignedIn({ state, code }: { state: string; code: string }) {
  const queries = useQueryClient()
  const { data, error } = useQuery({
    queryKey: ['signed in', state],
    queryFn: async () => {
      const made = await change<Answer<typeof connectByConsent>>('POST', '/onboarding/proven', {
        state,
        code,
      })
      void queries.invalidateQueries({ queryKey: ['tenants'] })
      return made
    },
    ...ONCE,
  })
  if (error) return <NotConnected error={error} />
  if (!data) return <Loading />
  return (
    <Page title={`${data.tenant.displayName} is connected`} description="This is what Vedette can read.">
      <Findings findings={data.findings} />
      <Group>
        <Button
          component={Link}
          to="/tenant/$serviceTenantId"
          params={{ serviceTenantId: data.tenant.serviceTenantId } as never}
        >
          Go to the tenant
        </Button>
      </Group>
    </Page>
  )
}

function Refused({ code }: { code: string | undefined }) {
  return (
    <Page title="Not connected">
      <Alert color="red" icon={<IconAlertTriangle />} title="Consent was not given" role="alert">
        <Stack gap="sm" align="flex-start">
          <Text size="sm">
            Microsoft sent you back without consent, or without signing you in
            {code !== undefined && ` (${code})`}. It takes a Global Administrator of the tenant, who accepts
            and signs in.
          </Text>
          <BeginAgain />
        </Stack>
      </Alert>
    </Page>
  )
}

function NotConnected({ error }: { error: Error }) {
  return (
    <Page title="Not connected">
      <Failure error={error} />
      <Group>
        <BeginAgain />
      </Group>
    </Page>
  )
}

const BeginAgain = () => (
  <Button component={Link} to="/tenants/connect" variant="default">
    Begin again
  </Button>
)
