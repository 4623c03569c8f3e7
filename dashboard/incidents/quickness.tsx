// How quickly an incident was found: the way of the record that settled it, from happening to being seen here.
import { Text } from '@mantine/core'
import { Moment } from '../parts/moment.tsx'
import styles from './incident.module.css'
import type { Incident } from './search.ts'

export function Quickness({ incident: { chain, createdAt, isLive } }: { incident: Incident }) {
  if (!chain) return null
  const { settledAt, publishedAt, storedAt } = chain
  const steps = [
    { name: 'Happened', at: settledAt },
    ...(publishedAt ? [{ name: 'Published', at: publishedAt }] : []),
    { name: 'Collected', at: storedAt },
    { name: 'Detected', at: createdAt },
  ]
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {isLive
          ? 'The record that settled it, on its way from Microsoft to this page.'
          : 'Found in history: the record that settled it is older than the watch.'}
      </Text>
      <dl className={styles.facts}>
        {steps.map(({ name, at }, index) => (
          <Step key={name} name={name} at={at} before={steps[index - 1]?.at} />
        ))}
      </dl>
    </>
  )
}

const Step = ({ name, at, before }: { name: string; at: string; before: string | undefined }) => (
  <>
    <dt>{name}</dt>
    <dd>
      <Moment at={at} seconds />
      {before !== undefined && (
        <Text span inherit c="dimmed">
          {' '}
          ({duration(before, at)} later)
        </Text>
      )}
    </dd>
  </>
)

/** Clocks of two machines may differ: never less than nothing. */
function duration(from: string, to: string): string {
  const seconds = Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000)
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`
  return `${Math.round(seconds / 86_400)} days`
}
