// The record behind an act, as it was collected.
import { Button, CopyButton, Group, Modal, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Asked } from '../parts/asked.tsx'
import { Moment } from '../parts/moment.tsx'
import styles from './incident.module.css'
import { type Activity, type Incident, type IncidentAddress, recordQuery } from './search.ts'

/** An act, or one of the records that it stands for. */
export interface ChosenRecord {
  activity: Activity
  /** Left out: the first. */
  id?: string
  at: string
}

interface RecordDialogProps {
  incident: Incident
  chosen: ChosenRecord | null
  onClose(): void
}

export function RecordDialog({ incident, chosen, onClose }: RecordDialogProps) {
  const address = { serviceTenantId: incident.tenant.serviceTenantId, id: incident.id }
  return (
    <Modal opened={chosen !== null} onClose={onClose} title="Record as it was collected" size="xl">
      {chosen && <Record address={address} {...chosen} />}
    </Modal>
  )
}

function Record({ address, activity, id, at }: { address: IncidentAddress } & ChosenRecord) {
  const question = useQuery(recordQuery(address, activity.id, id))
  const { data } = question
  if (!data) return <Asked question={question}>{() => null}</Asked>
  const text = JSON.stringify(data.record, null, 2)
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm">
          {activity.title}, <Moment at={at} seconds />
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
