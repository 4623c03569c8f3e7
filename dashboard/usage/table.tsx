// The report as a table, with totals; each count leads to the people behind it.

import { Anchor, Card, Table } from '@mantine/core'
import { useState } from 'react'
import { AnchorLink } from '../parts/anchor-link.tsx'
import { BillingStatus } from '../parts/billing-status.tsx'
import { formatDay } from '../parts/moment.tsx'
import { countOf, formatCount, formatPercentage } from '../parts/numbers.ts'
import { type Sort, SortableHeading, sortedBy } from '../parts/sortable.tsx'
import { WideTable } from '../parts/wide-table.tsx'
import type { Usage, UsageTenant } from './queries.ts'

const COLUMNS = {
  name: (tenant: UsageTenant) => tenant.displayName,
  service: (tenant: UsageTenant) => tenant.service,
  status: (tenant: UsageTenant) => tenant.billableStatus,
  onboarded: (tenant: UsageTenant) => tenant.onboardingDate,
  billableFrom: (tenant: UsageTenant) => tenant.firstBillableDate,
  licensed: (tenant: UsageTenant) => tenant.totalLicensedUsers,
  billable: (tenant: UsageTenant) => tenant.billableUsersThisMonth,
  share: (tenant: UsageTenant) => tenant.proratingPercentageThisMonth,
}
type Column = keyof typeof COLUMNS

type Show = (serviceTenantId: string, whom?: 'billable') => void

export function UsageTable({ usage: { report, totals }, show }: { usage: Usage; show: Show }) {
  const [sort, setSort] = useState<Sort<Column>>({ column: 'name', order: 'asc' })
  const heading = { sort, onSort: setSort }
  const rows = sortedBy(report.tenants, COLUMNS[sort.column], sort.order)
  return (
    <Card withBorder padding={0}>
      <WideTable label={`Usage on ${formatDay(report.asOf)}`} needs={900} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <SortableHeading column="name" label="Tenant" {...heading} />
            <SortableHeading column="service" label="Service" {...heading} />
            <SortableHeading column="status" label="Status" {...heading} />
            <SortableHeading column="onboarded" label="Onboarded" {...heading} />
            <SortableHeading column="billableFrom" label="First billable" {...heading} />
            <SortableHeading column="licensed" label="Licensed" isNumber {...heading} />
            <SortableHeading column="billable" label="Billable" isNumber {...heading} />
            <SortableHeading column="share" label="Share of month" isNumber {...heading} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(tenant => (
            <Row key={tenant.serviceTenantId} tenant={tenant} show={show} />
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row" colSpan={5}>
              Total of {countOf(report.totalTenants, 'tenant')}
            </Table.Th>
            <Table.Td ta="right" fw={700}>
              {formatCount(totals.totalLicensedUsers)}
            </Table.Td>
            <Table.Td ta="right" fw={700}>
              {formatCount(totals.billableUsers)}
            </Table.Td>
            <Table.Td />
          </Table.Tr>
        </Table.Tfoot>
      </WideTable>
    </Card>
  )
}

function Row({ tenant, show }: { tenant: UsageTenant; show: Show }) {
  const {
    serviceTenantId,
    displayName,
    totalLicensedUsers: licensed,
    billableUsersThisMonth: billable,
  } = tenant
  return (
    <Table.Tr>
      <Table.Td>
        <AnchorLink to="/tenant/$serviceTenantId" params={{ serviceTenantId }} fw={500} inherit>
          {displayName}
        </AnchorLink>
      </Table.Td>
      <Table.Td>{tenant.service}</Table.Td>
      <Table.Td>
        <BillingStatus status={tenant.billableStatus} />
      </Table.Td>
      <Table.Td>{formatDay(tenant.onboardingDate)}</Table.Td>
      <Table.Td>{tenant.firstBillableDate ? formatDay(tenant.firstBillableDate) : 'Never'}</Table.Td>
      <Table.Td ta="right">
        <Anchor
          component="button"
          inherit
          onClick={() => show(serviceTenantId)}
          aria-label={`${formatCount(licensed)} licensed: show the users of ${displayName}`}
        >
          {formatCount(licensed)}
        </Anchor>
      </Table.Td>
      <Table.Td ta="right">
        <Anchor
          component="button"
          inherit
          onClick={() => show(serviceTenantId, 'billable')}
          aria-label={`${formatCount(billable)} billable: show the billable users of ${displayName}`}
        >
          {formatCount(billable)}
        </Anchor>
      </Table.Td>
      <Table.Td ta="right">{formatPercentage(tenant.proratingPercentageThisMonth)}</Table.Td>
    </Table.Tr>
  )
}
