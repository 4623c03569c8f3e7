// All incidents of the organization, across its tenants.
import { Group, Pagination, Text } from '@mantine/core'
import { IconEyeCheck, IconFilterOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useIsLive } from '../api/live.ts'
import { Asked } from '../parts/asked.tsx'
import { ClockSwitch, useClock } from '../parts/clock.tsx'
import { NothingWatched } from '../parts/nothing-watched.tsx'
import { EmptyState, Page } from '../parts/page.tsx'
import { Filters } from './filters.tsx'
import { type Filter, type FilterChange, type IncidentList, incidentsQuery, readFilter } from './search.ts'
import { IncidentTable } from './table.tsx'

export function IncidentsPage() {
  const isLive = useIsLive()
  const filter = readFilter(useSearch({ strict: false }))
  const navigate = useNavigate()
  const question = useQuery(incidentsQuery(filter, useClock()))
  const show = (change: FilterChange, { replace = false } = {}) =>
    // Another filter begins at its first page.
    void navigate({
      to: '/incidents',
      search: readFilter({ ...filter, page: undefined, ...change }),
      replace,
    })
  return (
    <Page
      title="Incidents"
      description={
        <>
          <LiveNote isLive={isLive} /> <ClockSwitch />
        </>
      }
    >
      <Filters filter={filter} counts={question.data?.counts} onChange={show} />
      <Asked question={question}>
        {data =>
          data.incidents.length ? (
            <Shown data={data} filter={filter} show={show} />
          ) : (
            <NoIncidents data={data} filter={filter} />
          )
        }
      </Asked>
    </Page>
  )
}

interface ShownProps {
  data: IncidentList
  filter: Filter
  show(change: FilterChange): void
}

function Shown({ data, filter, show }: ShownProps) {
  return (
    <>
      <IncidentTable
        incidents={data.incidents}
        filter={filter}
        onSort={(sort, order) => show({ sort, order: order === 'asc' ? 'asc' : undefined })}
      />
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {data.total.toLocaleString()} {data.total === 1 ? 'incident' : 'incidents'}
          {data.pages > 1 && `, page ${data.page.toLocaleString()} of ${data.pages.toLocaleString()}`}
        </Text>
        {data.pages > 1 && (
          <Pagination
            total={data.pages}
            value={data.page}
            onChange={page => {
              window.scrollTo({ top: 0 })
              show({ page })
            }}
            size="sm"
            getControlProps={control => ({ 'aria-label': `${control} page` })}
            getItemProps={page => ({ 'aria-label': `Page ${page}` })}
          />
        )}
      </Group>
    </>
  )
}

const LiveNote = ({ isLive }: { isLive: boolean }) =>
  isLive
    ? 'Live: new and changed incidents appear by themselves.'
    : 'Connecting… The list is asked for once a minute.'

function NoIncidents({ data, filter }: { data: IncidentList; filter: Filter }) {
  const isFiltered = ['tenant', 'status', 'person', 'days', 'from', 'until'].some(name => name in filter)
  if (isFiltered)
    return (
      <EmptyState icon={<IconFilterOff size={40} stroke={1.4} />} title="No incident fits these filters">
        Widen the time, choose another state or clear the filters.
      </EmptyState>
    )
  const { tenants, users } = data.watched ?? { tenants: 0, users: 0 }
  if (!tenants)
    return <NothingWatched>Once a tenant is connected, attacks on its accounts appear here.</NothingWatched>
  return (
    <EmptyState icon={<IconEyeCheck size={40} stroke={1.4} />} title="No incidents">
      Vedette is watching {counted(tenants, 'tenant')} with {counted(users, 'user')}. An attack on one of them
      appears here by itself.
    </EmptyState>
  )
}

const counted = (count: number, noun: string) =>
  `${count.toLocaleString()} ${count === 1 ? noun : `${noun}s`}`
