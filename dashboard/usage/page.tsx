// Usage: the report of any day, what it adds up to, thirteen months of it, and the people behind each count.
import { Alert, Button, Card, Drawer, Group, SimpleGrid, Text, TextInput } from '@mantine/core'
import { IconDownload, IconInfoCircle, IconReceipt2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Unanswered } from '../parts/asked.tsx'
import { BilledUsers } from '../parts/billed-users.tsx'
import { formatDay } from '../parts/moment.tsx'
import { NothingWatched } from '../parts/nothing-watched.tsx'
import { countOf, formatCount } from '../parts/numbers.ts'
import { EmptyState, Loading, Page } from '../parts/page.tsx'
import { History } from './history.tsx'
import { type Usage, type UsageTenant, usageFile, usageQuery, usageUsersQuery } from './queries.ts'
import { UsageTable } from './table.tsx'

const EARLIEST = '2000-01-01'

export function UsagePage() {
  const asked = useSearch({ from: '/signed-in/usage' })
  const navigate = useNavigate({ from: '/usage' })
  const question = useQuery(usageQuery(asked.asOf))
  const { data, error } = question
  const choose = (asOf: string) =>
    void navigate({ search: before => ({ ...before, asOf, tenant: undefined }) })
  const show = (tenant?: string, whom?: 'billable') =>
    void navigate({ search: before => ({ ...before, tenant, whom }), resetScroll: false })
  if (!data)
    return error ? (
      <Page title="Usage">
        <DayChooser asOf={asked.asOf ?? ''} today={new Date().toISOString().slice(0, 10)} choose={choose} />
        <Unanswered question={question} />
      </Page>
    ) : (
      <Page title="Usage">
        <Loading />
      </Page>
    )
  const { report, today } = data
  const shown = report.tenants.find(({ serviceTenantId }) => serviceTenantId === asked.tenant)
  // Who has no tenant today may have had one; whoever looks back finds it.
  const isEmpty = report.asOf === today && !report.tenants.length && !asked.asOf
  return (
    <Page
      title="Usage"
      description={
        report.asOf === today
          ? 'What today (UTC) comes to so far; the same numbers as the API’s usage report.'
          : 'The day is over and its report is final; the same numbers as the API’s usage report.'
      }
      actions={<Downloads asOf={report.asOf} />}
    >
      <DayChooser asOf={report.asOf} today={today} choose={choose} />
      <Unanswered question={question} />
      {report.tenants.length ? (
        <>
          <Totals usage={data} />
          <UsageTable usage={data} show={show} />
        </>
      ) : isEmpty ? (
        <NothingWatched>Once a tenant is connected, its users are counted here day by day.</NothingWatched>
      ) : (
        <EmptyState icon={<IconReceipt2 size={40} stroke={1.4} />} title="No tenant was watched on that day">
          A report holds the tenants that had been onboarded by then. Choose a later day.
        </EmptyState>
      )}
      {!isEmpty && <History asOf={asked.asOf} choose={choose} />}
      <Drawer
        opened={shown !== undefined}
        onClose={() => show()}
        position="right"
        size="xl"
        title={shown ? `${shown.displayName}, ${formatDay(report.asOf)}` : ''}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {shown && <Behind tenant={shown} asOf={report.asOf} asked={asked.asOf} whom={asked.whom ?? 'all'} />}
      </Drawer>
    </Page>
  )
}

function Downloads({ asOf }: { asOf: string }) {
  return (['csv', 'xlsx'] as const).map(format => (
    <Button
      key={format}
      component="a"
      href={usageFile(asOf, format)}
      download
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      Download {format.toUpperCase()}
    </Button>
  ))
}

interface DayChooserProps {
  asOf: string
  today: string
  choose: (day: string) => void
}

function DayChooser({ asOf, today, choose }: DayChooserProps) {
  const [text, setText] = useState(asOf)
  useEffect(() => setText(asOf), [asOf])
  const lastMonth = new Date(`${today.slice(0, 7)}-01T00:00:00Z`)
  lastMonth.setUTCDate(0)
  const monthEnd = lastMonth.toISOString().slice(0, 10)
  return (
    <Group align="flex-end" className="no-print">
      <TextInput
        type="date"
        label="As of (UTC)"
        value={text}
        min={EARLIEST}
        max={today}
        onChange={event => {
          const day = event.currentTarget.value
          setText(day)
          // While a year is being typed it is a day of long ago.
          if (day >= EARLIEST && day <= today) choose(day)
        }}
        error={text > today ? `No later than today, ${formatDay(today)}` : undefined}
        w={180}
      />
      <Button variant="subtle" disabled={asOf === today} onClick={() => choose(today)}>
        Today
      </Button>
      <Button variant="subtle" disabled={asOf === monthEnd} onClick={() => choose(monthEnd)}>
        End of last month
      </Button>
    </Group>
  )
}

function Totals({ usage: { report, totals } }: { usage: Usage }) {
  const figures = [
    { name: 'Tenants', value: report.totalTenants, note: 'in the report' },
    { name: 'Licensed users', value: totals.totalLicensedUsers, note: 'with any licence' },
    { name: 'Billable users', value: totals.billableUsers, note: 'with a paid licence' },
    {
      name: 'Prorated users',
      value: totals.proratedUsers,
      note: 'billable users × share of the month',
    },
  ]
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      {figures.map(({ name, value, note }) => (
        <Card key={name} withBorder padding="md">
          <Text size="sm" c="dimmed">
            {name}
          </Text>
          <Text fz={28} fw={600} lh={1.2}>
            {formatCount(value)}
          </Text>
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  )
}

interface BehindProps {
  tenant: UsageTenant
  asOf: string
  /** As the address has it: none means today. */
  asked: string | undefined
  whom: 'all' | 'billable'
}

/** Who is behind the counts of one tenant. */
function Behind({ tenant, asOf, asked, whom }: BehindProps) {
  const { serviceTenantId, displayName, totalLicensedUsers, billableUsersThisMonth } = tenant
  return (
    <BilledUsers
      key={`${serviceTenantId} ${asOf} ${whom}`}
      label={`Users behind the count of ${displayName}`}
      firstWhom={whom}
      query={ask => usageUsersQuery(serviceTenantId, asked, ask)}
      note={({ counts, count }) => (
        <>
          <Text size="sm">
            {countOf(totalLicensedUsers, 'user')} with a licence, {formatCount(billableUsersThisMonth)} of
            them billable{count && count.day !== asOf ? `, as counted on ${formatDay(count.day)}` : ''}. A
            paid licence makes a user billable.
          </Text>
          {(counts.licensed !== totalLicensedUsers || counts.billable !== billableUsersThisMonth) && (
            <Alert color="gray" variant="light" icon={<IconInfoCircle />}>
              The licences on record name {countOf(counts.licensed, 'user')}, {formatCount(counts.billable)}{' '}
              billable. The count of that day stands; licences from before their record began are not known.
            </Alert>
          )}
        </>
      )}
    />
  )
}
