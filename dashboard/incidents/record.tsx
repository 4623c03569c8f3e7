// The record behind an act, as it was collected.
import { Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Asked } from '../parts/asked.tsx'
import { Moment } from '../parts/moment.tsx'
import { Verbatim } from '../parts/verbatim.tsx'
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
  return (
    <Verbatim text={JSON.stringify(data.record, null, 2)} label="Record" copy="Copy JSON">
      <Text size="sm">
        {activity.title}, <Moment at={at} seconds />
      </Text>
    </Verbatim>
  )
}
