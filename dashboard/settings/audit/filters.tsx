// What narrows the audit log down.
import { Button, Group, Select, TextInput } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FIRST_DAY, LAST_DAY } from '../../parts/days.ts'
import { auditFiltersQuery, type Filter, isFiltered } from './audit.ts'

export function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const { data } = useQuery(auditFiltersQuery)
  const set = (change: Filter) => onChange({ ...filter, ...change })
  return (
    <Group align="flex-end" gap="sm" component="search">
      <Select
        label="Person"
        placeholder="Anybody"
        data={data?.people.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={filter.person ?? null}
        onChange={person => set({ person: person ?? undefined })}
        searchable
        clearable
        nothingFoundMessage="Nobody of that name"
        clearButtonProps={{ 'aria-label': 'Clear the person' }}
      />
      <Select
        label="Action"
        placeholder="Any"
        data={data?.actions ?? []}
        value={filter.action ?? null}
        onChange={action => set({ action: action ?? undefined })}
        searchable
        clearable
        nothingFoundMessage="No such action"
        clearButtonProps={{ 'aria-label': 'Clear the action' }}
      />
      <Day label="From" value={filter.from} onChange={from => set({ from })} />
      <Day label="Until" value={filter.until} onChange={until => set({ until })} />
      {isFiltered(filter) && (
        <Button variant="subtle" onClick={() => onChange({})}>
          Clear all
        </Button>
      )}
    </Group>
  )
}

interface DayProps {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
}

/** While a year is being typed it is one of long ago: only a day that can be meant is looked for. */
function Day({ label, value, onChange }: DayProps) {
  const [written, setWritten] = useState(value ?? '')
  useDidUpdate(() => setWritten(value ?? ''), [value])
  return (
    <TextInput
      type="date"
      label={label}
      min={FIRST_DAY}
      max={LAST_DAY}
      value={written}
      onChange={({ currentTarget }) => {
        setWritten(currentTarget.value)
        if (currentTarget.validity.valid) onChange(currentTarget.value || undefined)
      }}
    />
  )
}
