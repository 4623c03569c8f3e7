// What the list of incidents can be narrowed to.
import { Button, Chip, Group, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { STATUS } from './badges.tsx'
import {
  DAYS_BACK,
  type Filter,
  type FilterChange,
  type IncidentList,
  incidentTenantsQuery,
  SORTS,
  STATUSES,
} from './search.ts'

interface FiltersProps {
  filter: Filter
  counts: IncidentList['counts'] | undefined
  /** `replace`: this step is not one that Back should return to. */
  onChange(change: FilterChange, options?: { replace: boolean }): void
}

export function Filters({ filter, counts, onChange }: FiltersProps) {
  return (
    <Stack gap="sm" component="search" aria-label="Filter incidents">
      <StateChips {...{ filter, counts, onChange }} />
      <Group gap="sm" align="flex-end">
        <PersonField {...{ filter, counts, onChange }} />
        <TenantSelect {...{ filter, counts, onChange }} />
        <FoundSelect {...{ filter, counts, onChange }} />
        <SortSelect {...{ filter, counts, onChange }} />
        {(filter.tenant || filter.person || filter.days || filter.from || filter.until || filter.status) && (
          <Button
            variant="subtle"
            leftSection={<IconX size={16} />}
            onClick={() =>
              onChange({
                tenant: undefined,
                person: undefined,
                days: undefined,
                from: undefined,
                until: undefined,
                status: undefined,
              })
            }
          >
            Clear filters
          </Button>
        )}
      </Group>
    </Stack>
  )
}

function StateChips({ filter, counts, onChange }: FiltersProps) {
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count)
  const withCount = (label: string, count: number | undefined) =>
    count === undefined ? label : `${label} ${count.toLocaleString()}`
  return (
    <Chip.Group
      value={filter.status ?? ''}
      onChange={value => onChange({ status: (value || undefined) as Filter['status'] })}
    >
      <Group gap={6} role="radiogroup" aria-label="State">
        <Chip name="state" value="" size="sm" variant="outline">
          {withCount('All', all)}
        </Chip>
        {STATUSES.map(status => (
          <Chip key={status} name="state" value={status} size="sm" variant="outline">
            {withCount(STATUS[status].label, counts?.[status])}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  )
}

function PersonField({ filter, onChange }: FiltersProps) {
  const [text, setText] = useState(filter.person ?? '')
  const search = useDebouncedCallback(
    (person: string) => onChange({ person: person.trim() || undefined }, { replace: true }),
    300,
  )
  // Back, or clearing the filters, changes it from outside; while typing, spaces at the end stay.
  useEffect(
    () => setText(now => (now.trim() === (filter.person ?? '') ? now : (filter.person ?? ''))),
    [filter.person],
  )
  return (
    <TextInput
      label="Person"
      placeholder="Name or address"
      type="search"
      maxLength={200}
      leftSection={<IconSearch size={16} />}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        search(currentTarget.value)
      }}
      w={{ base: '100%', xs: 220 }}
    />
  )
}

function TenantSelect({ filter, onChange }: FiltersProps) {
  const { data } = useQuery(incidentTenantsQuery)
  const tenants = data?.tenants ?? []
  return (
    <Select
      label="Tenant"
      placeholder="All tenants"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Show all tenants' }}
      nothingFoundMessage="No tenant of that name"
      data={tenants.map(({ serviceTenantId, name }) => ({ value: serviceTenantId, label: name }))}
      value={filter.tenant ?? null}
      onChange={tenant => onChange({ tenant: tenant ?? undefined })}
      w={{ base: '100%', xs: 220 }}
    />
  )
}

const SORT_LABELS = { created: 'Found', occurred: 'Occurred', dwell: 'Dwell time' } as const

/** Where there is room, the table's headings do this. */
function SortSelect({ filter, onChange }: FiltersProps) {
  return (
    <Select
      hiddenFrom="md"
      w={{ base: '100%', sm: 260 }}
      label="Sort by"
      allowDeselect={false}
      data={SORTS.flatMap(sort => [
        {
          value: `${sort} desc`,
          label: `${SORT_LABELS[sort]}, ${sort === 'dwell' ? 'longest' : 'newest'} first`,
        },
        {
          value: `${sort} asc`,
          label: `${SORT_LABELS[sort]}, ${sort === 'dwell' ? 'shortest' : 'oldest'} first`,
        },
      ])}
      value={`${filter.sort ?? 'created'} ${filter.order ?? 'desc'}`}
      onChange={chosen =>
        onChange({
          sort: SORTS.find(sort => chosen?.startsWith(sort)),
          order: chosen?.endsWith('asc') ? 'asc' : undefined,
        })
      }
    />
  )
}

const BETWEEN = 'between'

function FoundSelect({ filter, onChange }: FiltersProps) {
  const isBetween = filter.from !== undefined || filter.until !== undefined
  const [isOpen, setOpen] = useState(isBetween)
  const value = isBetween || isOpen ? BETWEEN : filter.days ? String(filter.days) : 'any'
  const none = { days: undefined, from: undefined, until: undefined }
  return (
    <>
      <Select
        label="Found"
        allowDeselect={false}
        data={[
          { value: 'any', label: 'At any time' },
          ...DAYS_BACK.map(days => ({
            value: String(days),
            label: days === 1 ? 'In the last 24 hours' : `In the last ${days} days`,
          })),
          { value: BETWEEN, label: 'Between two days' },
        ]}
        value={value}
        onChange={chosen => {
          setOpen(chosen === BETWEEN)
          const days = DAYS_BACK.find(each => String(each) === chosen)
          onChange({ ...none, days })
        }}
        w={{ base: '100%', xs: 190 }}
      />
      {value === BETWEEN &&
        (['from', 'until'] as const).map(end => (
          <TextInput
            key={end}
            type="date"
            label={end === 'from' ? 'From' : 'Until'}
            value={filter[end] ?? ''}
            onChange={({ currentTarget }) =>
              onChange({ days: undefined, [end]: currentTarget.value || undefined })
            }
          />
        ))}
    </>
  )
}
