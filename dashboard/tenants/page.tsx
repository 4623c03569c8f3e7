// The list of tenants.

import { Button, Group, Pagination, Select, Table, Text, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../api/me.ts'
import { AnchorLink } from '../parts/anchor-link.tsx'
import { Asked, Unanswered } from '../parts/asked.tsx'
import { BillingStatus, STATUS_WORDS } from '../parts/billing-status.tsx'
import { formatDay } from '../parts/moment.tsx'
import { NothingWatched } from '../parts/nothing-watched.tsx'
import { countOf, formatCount } from '../parts/numbers.ts'
import { Page } from '../parts/page.tsx'
import { type Sort, SortableHeading, sortedBy } from '../parts/sortable.tsx'
import {
  TENANT_STATUSES,
  type TenantColumn,
  type TenantSearch,
  type Tenants,
  tenantsQuery,
} from './queries.ts'

type Tenant = Tenants[number]

const COLUMNS: Record<TenantColumn, (tenant: Tenant) => string | number> = {
  name: (tenant: Tenant) => tenant.displayName,
  service: (tenant: Tenant) => tenant.service,
  status: (tenant: Tenant) => (tenant.offboardedOn ? 'Left' : tenant.billableStatus),
  users: (tenant: Tenant) => tenant.users,
  incidents: (tenant: Tenant) => tenant.openIncidents,
  onboarded: (tenant: Tenant) => tenant.onboardedOn,
}

const STATUSES = TENANT_STATUSES.map(value => ({
  value,
  label: value === 'Left' ? 'Left' : STATUS_WORDS[value],
}))
const PER_PAGE = 100

export function TenantsPage() {
  const question = useQuery(tenantsQuery)
  const { data } = question
  const may = useMay()
  if (!data)
    return (
      <Page title="Tenants">
        <Asked question={question}>{() => null}</Asked>
      </Page>
    )
  const mayConnect = may('connect tenants')
  const left = data.tenants.filter(({ offboardedOn }) => offboardedOn !== null).length
  const paused = data.tenants.filter(({ offboardedOn, isPaused }) => offboardedOn === null && isPaused).length
  const standing = [
    `${countOf(data.tenants.length - left - paused, 'tenant')} watched`,
    ...(paused ? [`${formatCount(paused)} paused`] : []),
    ...(left ? [`${formatCount(left)} no longer watched`] : []),
  ]
  return (
    <Page
      title="Tenants"
      description={standing.join(', ')}
      actions={
        mayConnect && data.tenants.length ? (
          <Button component={Link} to="/tenants/connect" leftSection={<IconPlus size={18} />}>
            Connect a tenant
          </Button>
        ) : undefined
      }
    >
      <Unanswered question={question} />
      {data.tenants.length ? (
        <TenantTable tenants={data.tenants} />
      ) : (
        <NothingWatched>
          A tenant is one Microsoft 365 directory. Vedette only reads its logs and its accounts.
        </NothingWatched>
      )}
    </Page>
  )
}

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

function TenantTable({ tenants }: { tenants: Tenants }) {
  const asked = useSearch({ from: '/signed-in/tenants' })
  const navigate = useNavigate({ from: '/tenants' })
  const [page, setPage] = useState(1)
  const ask = (change: TenantSearch) => {
    setPage(1)
    void navigate({ search: before => ({ ...before, ...change }), replace: true })
  }
  const sort: Sort<TenantColumn> = { column: asked.sort ?? 'name', order: asked.order ?? 'asc' }
  const onSort = ({ column, order }: Sort<TenantColumn>) => ask({ sort: column, order })
  const wanted = fold(asked.search ?? '').trim()
  const found = sortedBy(
    tenants.filter(
      tenant =>
        (!asked.status || COLUMNS.status(tenant) === asked.status) &&
        [tenant.displayName, tenant.serviceTenantId, tenant.directoryTenantId].some(text =>
          fold(text).includes(wanted),
        ),
    ),
    COLUMNS[sort.column],
    sort.order,
  )
  const shown = found.slice((page - 1) * PER_PAGE, page * PER_PAGE)
  const heading = { sort, onSort }
  return (
    <>
      <Group align="flex-end">
        <TextInput
          label="Search"
          placeholder="Name or id"
          type="search"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={asked.search ?? ''}
          onChange={event => ask({ search: event.currentTarget.value || undefined })}
          style={{ flex: '1 1 200px', maxWidth: 360 }}
        />
        <Select
          label="Status"
          placeholder="Any"
          data={STATUSES}
          value={asked.status ?? null}
          onChange={status => ask({ status: status ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': 'Any status' }}
          style={{ flex: '0 1 180px' }}
        />
        <Text size="sm" c="dimmed" role="status" pb={8}>
          {countOf(found.length, 'tenant')}
        </Text>
      </Group>
      <Table.ScrollContainer minWidth={680} type="native">
        <Table aria-label="Tenants" verticalSpacing="xs" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <SortableHeading column="name" label="Name" {...heading} />
              <SortableHeading column="incidents" label="Open incidents" isNumber {...heading} />
              <SortableHeading column="service" label="Service" {...heading} />
              <SortableHeading column="status" label="Status" {...heading} />
              <SortableHeading column="users" label="Users" isNumber {...heading} />
              <SortableHeading column="onboarded" label="Onboarded" {...heading} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(tenant => (
              <TenantRow key={tenant.serviceTenantId} tenant={tenant} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {!found.length && (
        <Text c="dimmed" ta="center" py="md">
          No tenant is like that. Search for another name, or choose any status.
        </Text>
      )}
      {found.length > PER_PAGE && (
        <Pagination
          total={Math.ceil(found.length / PER_PAGE)}
          value={page}
          onChange={setPage}
          getControlProps={control => ({ 'aria-label': `${control} page` })}
          getItemProps={item => ({ 'aria-label': `Page ${item}` })}
        />
      )}
    </>
  )
}

function TenantRow({ tenant }: { tenant: Tenant }) {
  const { openIncidents: open, containedIncidents: contained } = tenant
  return (
    <Table.Tr>
      <Table.Td>
        <AnchorLink
          to="/tenant/$serviceTenantId"
          params={{ serviceTenantId: tenant.serviceTenantId }}
          fw={500}
          inherit
        >
          {tenant.displayName}
        </AnchorLink>
      </Table.Td>
      <Table.Td ta="right">
        <Text span inherit {...(open ? { fw: 700 } : { c: 'dimmed' })}>
          {formatCount(open)}
        </Text>
        {contained > 0 && (
          <Text size="xs" c="dimmed">
            {formatCount(contained)} contained
          </Text>
        )}
      </Table.Td>
      <Table.Td>{tenant.service}</Table.Td>
      <Table.Td>
        <BillingStatus status={tenant.billableStatus} hasLeft={tenant.offboardedOn !== null} />
      </Table.Td>
      <Table.Td ta="right">{formatCount(tenant.users)}</Table.Td>
      <Table.Td>{formatDay(tenant.onboardedOn)}</Table.Td>
    </Table.Tr>
  )
}
