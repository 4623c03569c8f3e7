// How it went over the months: incidents found, and how long attackers stayed.
import { dwellTicks, formatTick } from '../parts/dwell-ticks.ts'
import { Figure } from '../parts/figure.tsx'
import { late } from '../parts/late.ts'
import { formatMinutes } from '../parts/moment.tsx'
import { formatCount, formatMonth } from '../parts/numbers.ts'
import type { Overview } from './queries.ts'

const Bars = late(() => import('../parts/bars.tsx'))

type Months = Pick<Overview, 'months'>

export function IncidentsFigure({ months }: Months) {
  return (
    <Figure
      title="Incidents per month"
      description="By the month they were found in (UTC)"
      heading={['Month', 'Found while watching', 'Found in history']}
      rows={months.map(({ month, live, fromHistory }) => ({
        key: month,
        cells: [formatMonth(month), formatCount(live), formatCount(fromHistory)],
      }))}
    >
      <Bars
        data={months.map(({ month, live, fromHistory }) => ({
          month: formatMonth(month),
          live,
          fromHistory,
        }))}
        dataKey="month"
        series={[
          { name: 'live', label: 'Found while watching', color: 'vedette.6' },
          { name: 'fromHistory', label: 'Found in history', color: 'gray.5' },
        ]}
        format={formatCount}
      />
    </Figure>
  )
}

export function DwellFigure({ months }: Months) {
  return (
    <Figure
      title="Dwell time"
      description="Median until containment, of incidents found while watching"
      heading={['Month', 'Median dwell time']}
      rows={months.map(({ month, medianDwellMinutes: median }) => ({
        key: month,
        cells: [formatMonth(month), median === null ? 'None contained' : formatMinutes(median)],
      }))}
    >
      <Bars
        data={months.map(({ month, medianDwellMinutes }) => ({
          month: formatMonth(month),
          dwell: medianDwellMinutes,
        }))}
        dataKey="month"
        series={[{ name: 'dwell', label: 'Median dwell time', color: 'vedette.6' }]}
        format={formatMinutes}
        formatTick={formatTick}
        ticks={dwellTicks(Math.max(0, ...months.map(({ medianDwellMinutes: median }) => median ?? 0)))}
      />
    </Figure>
  )
}
