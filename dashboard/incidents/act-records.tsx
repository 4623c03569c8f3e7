// The records behind an act: one button for one, a list for several.
import { Button, Collapse, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFileCode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Asked } from '../parts/asked.tsx'
import { useClock } from '../parts/clock.tsx'
import { formatMoment, Moment } from '../parts/moment.tsx'
import type { ChosenRecord } from './record.tsx'
import { type Activity, type Incident, recordsQuery } from './search.ts'

interface ActRecordsProps {
  /** The same act, once or again and again. */
  run: Activity[]
  incident: Incident
  onRecord(chosen: ChosenRecord): void
  /** What stands beside the button. */
  children?: ReactNode
}

export function ActRecords({ run, incident, onRecord, children }: ActRecordsProps) {
  const [isOpen, { toggle }] = useDisclosure()
  const [first] = run
  const count = run.reduce((sum, { records }) => sum + records, 0)
  return (
    <>
      <Group gap="xs" mt={4}>
        {children}
        {count > 1 ? (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={toggle}
            aria-expanded={isOpen}
            className="no-print"
          >
            {isOpen ? 'Hide' : 'Show'} the {count.toLocaleString()} records
          </Button>
        ) : (
          first?.hasRecord && <RecordButton chosen={{ activity: first, at: first.at }} onRecord={onRecord} />
        )}
      </Group>
      {count > 1 && (
        <Collapse expanded={isOpen}>
          <Stack gap={2} mt={4} className="no-print">
            {isOpen &&
              run.map(activity =>
                activity.records > 1 ? (
                  <Behind key={activity.id} {...{ activity, incident, onRecord }} />
                ) : (
                  <Line key={activity.id} chosen={{ activity, at: activity.at }} onRecord={onRecord} />
                ),
              )}
          </Stack>
        </Collapse>
      )}
    </>
  )
}

function Behind({
  activity,
  incident,
  onRecord,
}: { activity: Activity } & Omit<ActRecordsProps, 'run' | 'children'>) {
  const address = { serviceTenantId: incident.tenant.serviceTenantId, id: incident.id }
  const question = useQuery(recordsQuery(address, activity))
  return (
    <Asked question={question}>
      {({ records }) => (
        <>
          {/* The first is kept with the incident, also when the others have been deleted by their age. */}
          {!records.length && <Line chosen={{ activity, at: activity.at }} onRecord={onRecord} />}
          {records.map(({ id, at }) => (
            <Line key={id} chosen={{ activity, id, at }} onRecord={onRecord} />
          ))}
          {Math.max(records.length, 1) < activity.records && (
            <Text size="sm" c="dimmed">
              {(activity.records - Math.max(records.length, 1)).toLocaleString()} more are not listed: they
              are no longer stored, or too many.
            </Text>
          )}
        </>
      )}
    </Asked>
  )
}

interface LineProps {
  chosen: ChosenRecord
  onRecord(chosen: ChosenRecord): void
}

const Line = ({ chosen, onRecord }: LineProps) => (
  <Group gap="xs">
    <Text size="sm">
      <Moment at={chosen.at} seconds />
    </Text>
    {chosen.activity.hasRecord && <RecordButton chosen={chosen} onRecord={onRecord} />}
  </Group>
)

function RecordButton({ chosen, onRecord }: LineProps) {
  const at = formatMoment(chosen.at, { timeStyle: 'medium' }, useClock())
  return (
    <Button
      className="no-print"
      size="compact-xs"
      variant="subtle"
      leftSection={<IconFileCode size={14} />}
      onClick={() => onRecord(chosen)}
      aria-label={`Record of: ${chosen.activity.title}, ${at}`}
    >
      Record
    </Button>
  )
}
