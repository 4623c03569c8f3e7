// Where Microsoft sends somebody back to after consent was given or refused.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { connectByConsent } from '../../src/console/onboarding.ts'
import type { Answer } from '../../src/console/route.ts'
import { change } from '../api/call.ts'
import { Failure, Loading, Page } from '../parts/page.tsx'
import { Findings } from './findings.tsx'

export function ConnectedPage() {
  const { state, tenant, error: refused } = useSearch({ from: '/signed-in/tenants/connected' })
  const queries = useQueryClient()
  // The word is good once: asked for once, and never again by itself.
  const { data, error } = useQuery({
    queryKey: ['consented', state],
    enabled: refused === undefined && state !== undefined && tenant !== undefined,
    queryFn: async () => {
      const made = await change<Answer<typeof connectByConsent>>('POST', '/onboarding/consented', {
        state,
        tenant,
      })
      void queries.invalidateQueries({ queryKey: ['tenants'] })
      return made
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  const again = (
    <Button component={Link} to="/tenants/connect" variant="default">
      Begin again
    </Button>
  )
  if (refused !== undefined || state === undefined || tenant === undefined)
    return (
      <Page title="Not connected">
        <Alert color="red" icon={<IconAlertTriangle />} title="Consent was not given" role="alert">
          <Stack gap="sm" align="flex-start">
            <Text size="sm">
              Microsoft sent you back without consent. It takes a Global Administrator of the tenant, who
              accepts.
            </Text>
            {again}
          </Stack>
        </Alert>
      </Page>
    )
  if (error)
    return (
      <Page title="Not connected">
        <Failure error={error} />
        <Group>{again}</Group>
      </Page>
    )
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
