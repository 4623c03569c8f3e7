// The record behind an act, as it was collected.
import { Button, CopyButton, Group, Modal, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Asked } from '../parts/asked.tsx'
import { Moment } from '../parts/moment.tsx'
import styles from './incident.module.css'
import { type Activity, type Incident, type IncidentAddress, recordQuery } from './search.ts'

interface RecordDialogProps {
  incident: Incident
  activity: Activity | null
  onClose(): void
}

export function RecordDialog({ incident, activity, onClose }: RecordDialogProps) {
  const address = { serviceTenantId: incident.tenant.serviceTenantId, id: incident.id }
  return (
    <Modal opened={activity !== null} onClose={onClose} title="Record as it was collected" size="xl">
      {activity && <Record address={address} activity={activity} />}
    </Modal>
  )
}

function Record({ address, activity }: { address: IncidentAddress; activity: Activity }) {
  const question = useQuery(recordQuery(address, activity.id))
  const { data } = question
  if (!data) return <Asked question={question}>{() => null}</Asked>
  const text = JSON.stringify(data.record, null, 2)
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm">
          {activity.title}, <Moment at={activity.at} seconds />
        </Text>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              size="xs"
              variant="default"
              onClick={copy}
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            >
              {copied ? 'Copied' : 'Copy JSON'}
            </Button>
          )}
        </CopyButton>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className={styles.record} tabIndex={0} aria-label="Record">
        <pre>{text}</pre>
      </section>
    </Stack>
  )
}
