// The incidents of a page of the list.
import { Box, Group, Paper, Stack, Table, Text, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { AnchorLink } from '../parts/anchor-link.tsx'
import { useClock } from '../parts/clock.tsx'
import { formatMinutes, formatMoment, formatUtc, Moment } from '../parts/moment.tsx'
import { SortableHeading } from '../parts/sortable.tsx'
import { SeverityBadge, StatusBadge } from './badges.tsx'
import styles from './list.module.css'
import type { Filter, ListedIncident, Sort } from './search.ts'

interface TableProps {
  incidents: ListedIncident[]
  filter: Filter
  onSort(sort: Sort, order: 'asc' | 'desc'): void
}

export function IncidentTable({ incidents, filter, onSort }: TableProps) {
  const isNew = useNewcomers(incidents, filter)
  if (useMediaQuery('(max-width: 61.99em)', undefined, { getInitialValueInEffect: false }))
    return <Cards incidents={incidents} isNew={isNew} filter={filter} />
  const current = { column: filter.sort ?? 'created', order: filter.order ?? 'desc' } as const
  const heading = (column: Sort, label: string) => (
    <SortableHeading
      column={column}
      label={label}
      sort={current}
      // The newest, or the longest, is looked for first.
      onSort={next => onSort(column, column === current.column ? next.order : 'desc')}
    />
  )
  return (
    <Table.ScrollContainer
      minWidth={680}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': 'Incidents, scrollable' } }}
    >
      <Table aria-label="Incidents" highlightOnHover verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Incident</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th visibleFrom="lg">Tenant</Table.Th>
            {heading('occurred', 'Occurred')}
            {heading('created', 'Found')}
            {heading('dwell', 'Dwell time')}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {incidents.map(incident => (
            <Table.Tr key={incident.id} className={isNew(incident.id) ? styles.fresh : undefined}>
              <Table.Td maw={320}>
                <Head incident={incident} list={filter} />
                {/* Its own column where there is room for one. */}
                <Box hiddenFrom="lg">
                  <Note>{incident.tenant.name}</Note>
                </Box>
              </Table.Td>
              <Table.Td>
                <Stack gap={4} align="flex-start">
                  <StatusBadge status={incident.status} />
                  <SeverityBadge severity={incident.severity} />
                </Stack>
              </Table.Td>
              <Table.Td visibleFrom="lg">{incident.tenant.name}</Table.Td>
              <Table.Td>
                <DayAndTime at={incident.occurredAt} />
              </Table.Td>
              <Table.Td>
                <DayAndTime at={incident.createdAt} />
                {!incident.isLive && <Note>in history</Note>}
              </Table.Td>
              <Table.Td>
                <Text size="sm" fw={incident.isDwelling ? 600 : undefined} className={styles.unbroken}>
                  {formatMinutes(incident.dwellTimeMinutes)}
                </Text>
                {incident.isDwelling && <Note>still running</Note>}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** The same on a narrow screen, one below the other. */
function Cards({ incidents, filter, isNew }: Omit<TableProps, 'onSort'> & { isNew(id: string): boolean }) {
  return (
    <ul className={styles.cards} aria-label="Incidents">
      {incidents.map(incident => (
        <Paper
          component="li"
          withBorder
          p="sm"
          key={incident.id}
          className={isNew(incident.id) ? styles.fresh : undefined}
        >
          <Group gap={6} mb={6}>
            <StatusBadge status={incident.status} />
            <SeverityBadge severity={incident.severity} />
          </Group>
          <Head incident={incident} list={filter} />
          <Text size="sm" mt={6}>
            {incident.tenant.name} · occurred <Moment at={incident.occurredAt} /> · dwell time{' '}
            {formatMinutes(incident.dwellTimeMinutes)}
            {incident.isDwelling && ', still running'}
          </Text>
        </Paper>
      ))}
    </ul>
  )
}

function Head({ incident: { id, title, tenant, user }, list }: { incident: ListedIncident; list: Filter }) {
  return (
    <>
      <AnchorLink
        to="/tenant/$serviceTenantId/incidents/$id"
        params={{ serviceTenantId: tenant.serviceTenantId, id }}
        state={{ list }}
        fw={600}
        size="sm"
        style={{ overflowWrap: 'anywhere' }}
      >
        {title}
      </AnchorLink>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {user.displayName ?? user.userPrincipalName}
      </Text>
      {user.displayName !== null && <Note>{user.userPrincipalName}</Note>}
    </>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <Text size="xs" c="dimmed" truncate>
    {children}
  </Text>
)

const TIME: Intl.DateTimeFormatOptions = { timeStyle: 'short' }

/** On two lines: a table of moments reads by its days. */
function DayAndTime({ at }: { at: string }) {
  const clock = useClock()
  const year = new Date(at).getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' as const }
  return (
    <Tooltip label={formatUtc(at)} withArrow>
      <time dateTime={at} title={formatUtc(at)} className={styles.unbroken}>
        <Text size="sm" span>
          {formatMoment(at, { month: 'short', day: 'numeric', ...year }, clock)}
        </Text>
        <Text size="xs" c="dimmed">
          {formatMoment(at, TIME, clock)}
        </Text>
      </time>
    </Tooltip>
  )
}

/** Which incidents came while the same view was being looked at: they are lit up for a moment. */
function useNewcomers(incidents: ListedIncident[], filter: Filter): (id: string) => boolean {
  const view = JSON.stringify(filter)
  const [known, setKnown] = useState<{ view: string; ids: Set<string> }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new is judged against the view as it was first shown.
  useEffect(() => setKnown({ view, ids: new Set(incidents.map(({ id }) => id)) }), [view])
  return id => known !== undefined && known.view === view && !known.ids.has(id)
}
