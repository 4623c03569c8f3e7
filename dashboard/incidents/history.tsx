// What became of the incident: every change of its state, by whom and why.
import { Group, Text } from '@mantine/core'
import { Moment } from '../parts/moment.tsx'
import { StatusBadge } from './badges.tsx'
import styles from './incident.module.css'
import type { Incident, Status } from './search.ts'

export function History({ history }: Pick<Incident, 'history'>) {
  return (
    <ol className={styles.history} aria-label="History">
      {history.toReversed().map(({ id, at, from, to, actor, reason }) => (
        <li key={id}>
          <Group gap={8}>
            <StatusBadge status={to as Status} />
            <Text size="sm" c="dimmed">
              <Moment at={at} />
            </Text>
          </Group>
          <Text size="sm" mt={4}>
            <Text span inherit fw={600}>
              {actor}
            </Text>
            {from === null ? ' raised it' : ''}: {reason}
          </Text>
        </li>
      ))}
    </ol>
  )
}
