// Billable users at the end of each of thirteen months.
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Asked } from '../parts/asked.tsx'
import { STATUS_WORDS } from '../parts/billing-status.tsx'
import { Figure } from '../parts/figure.tsx'
import { late } from '../parts/late.ts'
import { formatDay } from '../parts/moment.tsx'
import { formatCount, formatMonth } from '../parts/numbers.ts'
import { type UsageHistory, usageHistoryQuery } from './queries.ts'

const Bars = late(() => import('../parts/bars.tsx'))

const SERIES = [
  { name: 'Billable', color: 'vedette.6' },
  { name: 'Trial', color: 'blue.4' },
  { name: 'Paused', color: 'yellow.6' },
  { name: 'NotBillable', color: 'gray.5' },
] as const

interface HistoryProps {
  asOf: string | undefined
  choose: (day: string) => void
}

export function History({ asOf, choose }: HistoryProps) {
  const question = useQuery(usageHistoryQuery(asOf))
  return <Asked question={question}>{({ months }) => <Months months={months} choose={choose} />}</Asked>
}

function Months({ months, choose }: UsageHistory & Pick<HistoryProps, 'choose'>) {
  return (
    <Figure
      title="Billable users over 13 months"
      description="At the end of each month, by how their tenant stood. Choose a month to see its report."
      heading={['Month', ...SERIES.map(({ name }) => STATUS_WORDS[name]), 'All']}
      rows={months.map(({ asOf: day, billableUsers, billableUsersByStatus }) => ({
        key: day,
        cells: [
          <Anchor
            key={day}
            component="button"
            size="sm"
            onClick={() => choose(day)}
            aria-label={`Show the report of ${formatDay(day)}`}
          >
            {formatMonth(day)}
          </Anchor>,
          ...SERIES.map(({ name }) => formatCount(billableUsersByStatus[name])),
          formatCount(billableUsers),
        ],
      }))}
    >
      <Bars
        data={months.map(({ asOf: day, billableUsersByStatus }) => ({
          month: formatMonth(day),
          ...billableUsersByStatus,
        }))}
        dataKey="month"
        series={SERIES.map(({ name, color }) => ({ name, color, label: STATUS_WORDS[name] }))}
        format={formatCount}
        onChoose={index => choose(months[index]!.asOf)}
      />
    </Figure>
  )
}
