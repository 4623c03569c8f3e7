// How often the account signed in on each day around the attack.
import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import type { SignInDay } from './sign-ins.ts'

export default function SignInChart({ days, attacker }: { days: SignInDay[]; attacker: string }) {
  return (
    <BarChart
      h={220}
      data={days.map(({ label, user, attacker: count }) => ({ label, User: user, [attacker]: count }))}
      dataKey="label"
      type="stacked"
      withLegend
      legendProps={{ verticalAlign: 'bottom', height: 32 }}
      yAxisProps={{ allowDecimals: false, width: 32 }}
      barChartProps={{ accessibilityLayer: false }}
      barProps={{ isAnimationActive: false }}
      series={[
        { name: 'User', color: 'light-dark(#1f7a8c, #72b5c2)' },
        { name: attacker, color: 'light-dark(#b42318, #ff8a80)' },
      ]}
    />
  )
}
