// What was done with the account, act by act.
import { Badge, Button, Code, Collapse, Group, Stack, Switch, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFileCode } from '@tabler/icons-react'
import { useState } from 'react'
import { useClock } from '../parts/clock.tsx'
import { formatMoment, Moment } from '../parts/moment.tsx'
import { ActorSign, actorName, placeName } from './actors.tsx'
import styles from './incident.module.css'
import { RecordDialog } from './record.tsx'
import type { Activity, Incident } from './search.ts'

const HOUR = 3_600_000

export function Timeline({ incident }: { incident: Incident }) {
  const { activities, occurredAt, notShown } = incident
  const [showsAll, setShowsAll] = useState(false)
  const [record, setRecord] = useState<Activity | null>(null)
  // The user's days before are told by the chart; here they would bury the attack.
  const begins = new Date(occurredAt).getTime() - HOUR
  const isEarlier = ({ actor, at }: Activity) => actor === 'user' && new Date(at).getTime() < begins
  const earlier = activities.filter(isEarlier).length
  const shown = runs(activities.filter(activity => showsAll || !isEarlier(activity)))
  if (!activities.length)
    return (
      <Text size="sm" c="dimmed">
        No records have been kept for this incident.
      </Text>
    )
  return (
    <Stack gap="md">
      {earlier > 0 && (
        <Switch
          className="no-print"
          label={`Show the user’s ${earlier} ordinary sign-ins before`}
          checked={showsAll}
          onChange={({ currentTarget }) => setShowsAll(currentTarget.checked)}
        />
      )}
      <ol className={styles.timeline} aria-label="Timeline">
        {shown.map(run => (
          <Act key={run[0].id} run={run} incident={incident} onRecord={setRecord} />
        ))}
      </ol>
      {notShown > 0 && (
        <Text size="sm" c="dimmed">
          {notShown.toLocaleString()} later records are not shown here.
        </Text>
      )}
      <RecordDialog incident={incident} activity={record} onClose={() => setRecord(null)} />
    </Stack>
  )
}

type Run = [Activity, ...Activity[]]

/** The same act again and again, such as one refused password after the other, is told once. */
function runs(activities: Activity[]): Run[] {
  const found: Run[] = []
  for (const activity of activities) {
    const last = found.at(-1)
    const isSame =
      last?.[0].title === activity.title &&
      last[0].actor === activity.actor &&
      last[0].address === activity.address &&
      activity.actor !== 'user'
    if (isSame) last.push(activity)
    else found.push([activity])
  }
  return found
}

interface ActProps {
  run: Run
  incident: Incident
  onRecord(activity: Activity): void
}

function Act({ run, incident, onRecord }: ActProps) {
  const clock = useClock()
  const [isOpen, { toggle }] = useDisclosure()
  const [first] = run
  const last = run.at(-1)!
  const place = placeName(first)
  return (
    <li className={styles.act}>
      <ActorSign actor={first.actor} />
      <div>
        <Group gap={8} align="baseline">
          <Text size="xs" fw={700} tt="uppercase">
            {actorName(first.actor, incident.status)}
          </Text>
          <Text size="sm" c="dimmed">
            <Moment at={first.at} seconds />
          </Text>
          {!first.isSuccess && (
            <Badge size="sm" variant="default">
              Failed
            </Badge>
          )}
        </Group>
        <Text size="sm" fw={first.actor === 'attacker' ? 600 : undefined}>
          {first.title}
          {run.length > 1 &&
            ` (${run.length} times, the last at ${formatMoment(last.at, { timeStyle: 'medium' }, clock)})`}
        </Text>
        {(place || first.address || first.client) && (
          <Text size="sm" c="dimmed">
            {[place, first.address, first.network, first.client].filter(Boolean).join(' · ')}
          </Text>
        )}
        <Group gap="xs" mt={4}>
          {first.technique && <Code>{first.technique}</Code>}
          {run.length === 1 ? (
            first.hasRecord && <RecordButton activity={first} onRecord={onRecord} />
          ) : (
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={toggle}
              aria-expanded={isOpen}
              className="no-print"
            >
              {isOpen ? 'Hide' : 'Show'} the {run.length} records
            </Button>
          )}
        </Group>
        {run.length > 1 && (
          <Collapse expanded={isOpen}>
            <Stack gap={2} mt={4}>
              {run.map(activity => (
                <Group key={activity.id} gap="xs">
                  <Text size="sm">
                    <Moment at={activity.at} seconds />
                  </Text>
                  {activity.hasRecord && <RecordButton activity={activity} onRecord={onRecord} />}
                </Group>
              ))}
            </Stack>
          </Collapse>
        )}
      </div>
    </li>
  )
}

function RecordButton({ activity, onRecord }: { activity: Activity; onRecord(activity: Activity): void }) {
  const at = formatMoment(activity.at, { timeStyle: 'medium' }, useClock())
  return (
    <Button
      className="no-print"
      size="compact-xs"
      variant="subtle"
      leftSection={<IconFileCode size={14} />}
      onClick={() => onRecord(activity)}
      aria-label={`Record of: ${activity.title}, ${at}`}
    >
      Record
    </Button>
  )
}
