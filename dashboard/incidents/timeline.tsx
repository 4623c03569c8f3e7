// What was done with the account, act by act.
import { Badge, Code, Group, Stack, Switch, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useClock } from '../parts/clock.tsx'
import { formatMoment, Moment } from '../parts/moment.tsx'
import { countOf } from '../parts/numbers.ts'
import { ActRecords } from './act-records.tsx'
import { ActorSign, actorName, placeName } from './actors.tsx'
import styles from './incident.module.css'
import { type ChosenRecord, RecordDialog } from './record.tsx'
import { type Activity, type Incident, readIncidentSearch } from './search.ts'

const HOUR = 3_600_000

export function Timeline({ incident }: { incident: Incident }) {
  const { activities, occurredAt, notShown } = incident
  const [showsAll, setShowsAll] = useState(false)
  const [record, setRecord] = useState<ChosenRecord | null>(null)
  const isAttackerOnly = readIncidentSearch(useSearch({ strict: false })).acts === 'attacker'
  const navigate = useNavigate()
  const attacker = actorName('attacker', incident.status)
  // The user's days before are told by the chart; here they would bury the attack.
  const begins = new Date(occurredAt).getTime() - HOUR
  const isEarlier = ({ actor, at }: Activity) => actor === 'user' && new Date(at).getTime() < begins
  const earlier = activities.filter(isEarlier).length
  const others = activities.filter(({ actor }) => actor !== 'attacker').length
  const shown = runs(
    activities.filter(activity =>
      isAttackerOnly ? activity.actor === 'attacker' : showsAll || !isEarlier(activity),
    ),
  )
  if (!activities.length)
    return (
      <Text size="sm" c="dimmed">
        No records have been kept for this incident.
      </Text>
    )
  return (
    <Stack gap="md">
      <Group gap="lg" className="no-print">
        {/* Told also when an address that somebody shared has it on and there is nothing else. */}
        {(others > 0 || isAttackerOnly) && (
          <Switch
            label={`${attacker} only`}
            checked={isAttackerOnly}
            onChange={({ currentTarget: { checked } }) =>
              void navigate({
                to: '.',
                search: checked ? { acts: 'attacker' } : {},
                state: true,
                replace: true,
                resetScroll: false,
              })
            }
          />
        )}
        {earlier > 0 && !isAttackerOnly && (
          <Switch
            label={`Show the user’s ${countOf(earlier, 'ordinary sign-in')} before`}
            checked={showsAll}
            onChange={({ currentTarget }) => setShowsAll(currentTarget.checked)}
          />
        )}
      </Group>
      {isAttackerOnly && (
        <Text size="sm" c="dimmed">
          {countOf(others, 'act of others is', 'acts of others are')} not shown.
        </Text>
      )}
      <ol className={styles.timeline} aria-label="Timeline">
        {shown.map(run => (
          <Act key={run[0].id} run={run} incident={incident} onRecord={setRecord} />
        ))}
      </ol>
      {notShown > 0 && (
        <Text size="sm" c="dimmed">
          {countOf(notShown, 'later record is', 'later records are')} not shown here.
        </Text>
      )}
      <RecordDialog incident={incident} chosen={record} onClose={() => setRecord(null)} />
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
  onRecord(chosen: ChosenRecord): void
}

function Act({ run, incident, onRecord }: ActProps) {
  const clock = useClock()
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
        <ActRecords {...{ run, incident, onRecord }}>
          {first.technique && <Code>{first.technique}</Code>}
        </ActRecords>
      </div>
    </li>
  )
}
