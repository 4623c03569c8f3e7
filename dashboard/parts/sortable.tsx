// Tables sorted by a press on a column's heading.
import { Group, Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'

export interface Sort<Column extends string> {
  column: Column
  order: 'asc' | 'desc'
}

type Value = string | number | null

const byName = new Intl.Collator(undefined, { numeric: true }).compare

/** A new array; what is null comes last whichever way it is sorted. */
export function sortedBy<T>(rows: readonly T[], read: (row: T) => Value, order: 'asc' | 'desc'): T[] {
  const sign = order === 'asc' ? 1 : -1
  return rows.toSorted((a, b) => {
    const [left, right] = [read(a), read(b)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return (
      sign *
      (typeof left === 'number' && typeof right === 'number'
        ? left - right
        : byName(String(left), String(right)))
    )
  })
}

interface HeadingProps<Column extends string> {
  column: Column
  label: string
  sort: Sort<Column>
  onSort: (sort: Sort<Column>) => void
  /** Numbers are looked at from the largest down. */
  isNumber?: boolean
}

export function SortableHeading<Column extends string>({
  column,
  label,
  sort,
  onSort,
  isNumber = false,
}: HeadingProps<Column>) {
  const isCurrent = sort.column === column
  const first = isNumber ? 'desc' : 'asc'
  const Icon = isCurrent ? (sort.order === 'asc' ? IconArrowUp : IconArrowDown) : IconArrowsSort
  return (
    <Table.Th
      ta={isNumber ? 'right' : 'left'}
      aria-sort={isCurrent ? (sort.order === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <UnstyledButton
        fz="sm"
        fw={700}
        onClick={() => onSort({ column, order: isCurrent ? (sort.order === 'asc' ? 'desc' : 'asc') : first })}
      >
        <Group gap={4} wrap="nowrap" justify={isNumber ? 'flex-end' : 'flex-start'}>
          {label}
          <Icon size={14} stroke={1.6} opacity={isCurrent ? 1 : 0.5} aria-hidden />
        </Group>
      </UnstyledButton>
    </Table.Th>
  )
}
