// The page of one tenant.

import { Card, Group, List, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Refusal } from '../api/call.ts'
import { useMay } from '../api/me.ts'
import { AnchorLink } from '../parts/anchor-link.tsx'
import { Asked, Unanswered } from '../parts/asked.tsx'
import { BilledUsers } from '../parts/billed-users.tsx'
import { BillingStatus } from '../parts/billing-status.tsx'
import { Copyable } from '../parts/copyable.tsx'
import { formatDay } from '../parts/moment.tsx'
import { NotFound } from '../parts/not-found.tsx'
import { countOf, formatCount, formatPercentage } from '../parts/numbers.ts'
import { OpenIncidents } from '../parts/open-incidents.tsx'
import { Page } from '../parts/page.tsx'
import { Collection } from './collection.tsx'
import { Connection } from './connection.tsx'
import { PauseButton } from './pause.tsx'
import { type TenantPage as Answered, tenantQuery, tenantUsersQuery } from './queries.ts'
import { sayStanding } from './standing.ts'

export function TenantPage() {
  const { serviceTenantId } = useParams({ from: '/signed-in/tenant/$serviceTenantId' })
  const question = useQuery(tenantQuery(serviceTenantId))
  const { data, error } = question
  const may = useMay()
  if (error instanceof Refusal && error.status === 404) return <NotFound />
  if (!data)
    return (
      <Page title="Tenant">
        <Asked question={question}>{() => null}</Asked>
      </Page>
    )
  const { tenant } = data
  return (
    <Stack gap="xs">
      <AnchorLink to="/tenants" size="sm" className="no-print">
        <Group gap={4} component="span" display="inline-flex">
          <IconArrowLeft size={14} aria-hidden /> Tenants
        </Group>
      </AnchorLink>
      <Page
        title={tenant.displayName}
        description={sayStanding(data)}
        actions={
          may('pause tenants') && tenant.offboardedOn === null ? <PauseButton tenant={tenant} /> : undefined
        }
      >
        <Unanswered question={question} />
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Billing page={data} mayPause={may('pause tenants')} />
          <Identity page={data} />
        </SimpleGrid>
        <Incidents page={data} />
        <Collection page={data} />
        <Connection tenant={tenant} />
        <Card withBorder component="section" aria-label="Users">
          <Title order={2} size="h4" mb="sm">
            Users
          </Title>
          <BilledUsers
            label={`Users of ${tenant.displayName}`}
            query={ask => tenantUsersQuery(serviceTenantId, ask)}
            note={({ counts }) => (
              <Text size="sm" c="dimmed">
                {countOf(counts.all, 'account')} in the directory: {formatCount(counts.licensed)} with a
                licence, {formatCount(counts.billable)} billable today. An account is billable when it has a
                paid licence.
              </Text>
            )}
          />
        </Card>
      </Page>
    </Stack>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" m={0} mb="xs">
        {children}
      </Text>
    </>
  )
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder component="section" aria-label={title}>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </Card>
  )
}

const Definitions = ({ children }: { children: ReactNode }) => <dl style={{ margin: 0 }}>{children}</dl>

function Identity({ page: { tenant } }: { page: Answered }) {
  return (
    <Facts title="Identity">
      <Definitions>
        <Fact name="Service tenant id">
          <Copyable value={tenant.serviceTenantId} label="service tenant id" />
        </Fact>
        <Fact name="Directory tenant id">
          <Copyable value={tenant.directoryTenantId} label="directory tenant id" />
        </Fact>
      </Definitions>
    </Facts>
  )
}

function Billing({
  page: { tenant, trialDays, pauses, absences },
  mayPause,
}: {
  page: Answered
  mayPause: boolean
}) {
  return (
    <Facts title="Billing">
      <Definitions>
        <Fact name="Status">
          <BillingStatus status={tenant.billableStatus} hasLeft={tenant.offboardedOn !== null} />
        </Fact>
        <Fact name="Onboarded">{formatDay(tenant.onboardedOn)}</Fact>
        {tenant.offboardedOn !== null && (
          <Fact name="No longer watched since">{formatDay(tenant.offboardedOn)}</Fact>
        )}
        <Fact name="First billable day">
          {tenant.firstBillableDate
            ? `${formatDay(tenant.firstBillableDate)}, after ${countOf(trialDays, 'day')} of trial`
            : 'Never: it is your own tenant'}
        </Fact>
        <Fact name="Share of this month charged">
          {formatPercentage(tenant.proratingPercentageThisMonth)}
        </Fact>
        <Fact name="Pauses">
          {pauses.length ? (
            <List size="sm" listStyleType="none">
              {pauses.map(({ pausedOn, resumedOn }) => (
                <List.Item key={`${pausedOn} ${resumedOn}`}>
                  {resumedOn
                    ? `${formatDay(pausedOn)} until ${formatDay(resumedOn)}`
                    : `Paused since ${formatDay(pausedOn)}`}
                </List.Item>
              ))}
            </List>
          ) : (
            'Never paused'
          )}
        </Fact>
        {absences.length > 0 && (
          <Fact name="Not watched">
            <List size="sm" listStyleType="none">
              {absences.map(({ leftOn, returnedOn }) => (
                <List.Item key={`${leftOn} ${returnedOn}`}>
                  {formatDay(leftOn)} until {formatDay(returnedOn)}
                </List.Item>
              ))}
            </List>
          </Fact>
        )}
      </Definitions>
      {!mayPause && tenant.offboardedOn === null && (
        <Text size="xs" c="dimmed">
          An Admin can {tenant.isPaused ? 'resume' : 'pause'} this tenant.
        </Text>
      )}
    </Facts>
  )
}

function Incidents({ page: { tenant, incidents, counts } }: { page: Answered }) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const link = { to: '/incidents', size: 'sm' } as const
  const tenantId = tenant.serviceTenantId
  return (
    <Card withBorder component="section" aria-label="Open incidents">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          Open incidents
        </Title>
        {all > 0 && (
          <AnchorLink {...link} search={{ tenant: tenantId }}>
            All {countOf(all, 'incident')}
          </AnchorLink>
        )}
      </Group>
      {incidents.length ? (
        <OpenIncidents incidents={incidents} />
      ) : (
        <Text size="sm" c="dimmed">
          Nothing is open.
        </Text>
      )}
      <Group gap="md" mt="xs">
        {counts.UNREMEDIATED > incidents.length && (
          <AnchorLink {...link} search={{ tenant: tenantId, status: 'UNREMEDIATED' }}>
            All {formatCount(counts.UNREMEDIATED)} open
          </AnchorLink>
        )}
        {counts.CONTAINED > 0 && (
          <AnchorLink {...link} search={{ tenant: tenantId, status: 'CONTAINED' }}>
            {formatCount(counts.CONTAINED)} contained, to be put right
          </AnchorLink>
        )}
      </Group>
    </Card>
  )
}
