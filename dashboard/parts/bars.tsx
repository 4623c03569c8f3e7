// Bars over months. Holds the chart library: import it lazily only.
import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'

interface BarsProps {
  data: Record<string, string | number | null>[]
  /** The member of `data` that names the bar. */
  dataKey: string
  series: { name: string; label: string; color: string }[]
  format?: (value: number) => string
  /** Shorter, for the axis. */
  formatTick?: (value: number) => string
  /** Where the axis is marked, from the least to the most; chosen by the chart when absent. */
  ticks?: number[]
  /** For the mouse; by keyboard the same is reached from the table of numbers. */
  onChoose?: (index: number) => void
}

const HEIGHT = 220

export default function Bars({ data, dataKey, series, format, formatTick, ticks, onChoose }: BarsProps) {
  return (
    <BarChart
      h={HEIGHT}
      data={data}
      dataKey={dataKey}
      type="stacked"
      series={series}
      withLegend={series.length > 1}
      legendProps={{ verticalAlign: 'bottom' }}
      tickLine="none"
      gridAxis="x"
      strokeDasharray="2 4"
      {...(format && { valueFormatter: format })}
      yAxisProps={{
        width: 56,
        allowDecimals: false,
        ...(formatTick && { tickFormatter: formatTick }),
        ...(ticks && { ticks, domain: [0, ticks.at(-1)!] }),
      }}
      xAxisProps={{ minTickGap: 8, interval: 'equidistantPreserveStart' }}
      barProps={{ isAnimationActive: false, maxBarSize: 36 }}
      barChartProps={{
        accessibilityLayer: false,
        // Room for the uppermost mark, which would be pushed down otherwise.
        margin: { top: 10 },
        ...(onChoose && {
          style: { cursor: 'pointer' },
          onClick: ({ activeIndex }: { activeIndex?: unknown }) => {
            const index = Number(activeIndex ?? Number.NaN)
            if (Number.isInteger(index)) onChoose(index)
          },
        }),
      }}
    />
  )
}
