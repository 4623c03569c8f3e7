// Settings, Audit log: who did what, when and from where.
import { Button, Group, Table, Text } from '@mantine/core'
import { IconDownload, IconListSearch, IconLock } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { consoleUrl } from '../../api/call.ts'
import { useMay } from '../../api/me.ts'
import { Asked } from '../../parts/asked.tsx'
import { ClockSwitch, useClock } from '../../parts/clock.tsx'
import { Moment } from '../../parts/moment.tsx'
import { EmptyState, Page } from '../../parts/page.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { type AuditEntry, auditQuery, isFiltered, queryOf } from './audit.ts'
import { sayDetail } from './detail.ts'
import { Filters } from './filters.tsx'

export function AuditPage() {
  return useMay()('read audit log') ? (
    <Log />
  ) : (
    <Page title="Audit log">
      <EmptyState icon={<IconLock size={40} stroke={1.4} />} title="The audit log is for Admins">
        Ask an Admin of your organization when you need to know who did what.
      </EmptyState>
    </Page>
  )
}

function Log() {
  const clock = useClock()
  const filter = useSearch({ from: '/signed-in/settings/audit-log' })
  const navigate = useNavigate({ from: '/settings/audit-log' })
  const question = useInfiniteQuery(auditQuery(filter, clock))
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = question
  const shown = (entries: AuditEntry[]) =>
    entries.length ? (
      <>
        <EntryTable entries={entries} />
        <Group justify="space-between">
          <Text size="sm" c="dimmed" role="status">
            {entries.length === 1 ? '1 entry' : `${entries.length} entries`}
            {hasNextPage ? ', and older ones' : ''}
          </Text>
          {hasNextPage && (
            <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
              Show older entries
            </Button>
          )}
        </Group>
      </>
    ) : (
      <EmptyState icon={<IconListSearch size={40} stroke={1.4} />} title="No entries">
        {isFiltered(filter)
          ? 'Nothing in the log fits these filters. Widen the time or clear one of them.'
          : 'What members do is written down here from now on.'}
      </EmptyState>
    )
  return (
    <Page
      title="Audit log"
      description={
        <>
          Who did what, when and from where. Nothing here can be changed or removed. <ClockSwitch />
        </>
      }
      actions={
        <Button
          component="a"
          href={consoleUrl('/audit/export', queryOf(filter, clock))}
          download
          variant="default"
          leftSection={<IconDownload size={18} />}
        >
          Export CSV
        </Button>
      }
    >
      <Filters filter={filter} onChange={search => void navigate({ search, replace: true })} />
      <Asked question={question}>{({ pages }) => shown(pages.flatMap(page => page.entries))}</Asked>
    </Page>
  )
}

function EntryTable({ entries }: { entries: AuditEntry[] }) {
  return (
    <WideTable label="Audit log" needs={760}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>When</Table.Th>
          <Table.Th>Who</Table.Th>
          <Table.Th>Action</Table.Th>
          <Table.Th>What</Table.Th>
          <Table.Th>Address</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map(({ id, at, actor, action, subject, detail, address }) => (
          <Table.Tr key={id}>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>
              <Moment at={at} seconds />
            </Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{actor}</Table.Td>
            <Table.Td>{action}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {subject}
              <Detail detail={detail} />
            </Table.Td>
            <Table.Td>{address ?? '—'}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

function Detail({ detail }: { detail: AuditEntry['detail'] }) {
  const told = sayDetail(detail)
  return (
    told && (
      <Text size="xs" c="dimmed">
        {told}
      </Text>
    )
  )
}
