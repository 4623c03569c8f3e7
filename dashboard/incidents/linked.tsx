// Why it was taken for an attack, one reason a line, and where else the same attacker was seen.
import { List, Text } from '@mantine/core'
import { AnchorLink } from '../parts/anchor-link.tsx'
import { Moment } from '../parts/moment.tsx'
import { StatusBadge } from './badges.tsx'
import styles from './incident.module.css'
import type { Incident } from './search.ts'

export function Reasons({ why }: { why: string[] }) {
  if (!why.length) return null
  return (
    <>
      <Text size="sm" fw={600} mt="sm" mb={4}>
        Why
      </Text>
      <List size="sm" aria-label="Why" spacing={4}>
        {why.map(reason => (
          <List.Item key={reason}>{reason}</List.Item>
        ))}
      </List>
    </>
  )
}

export function LinkedIncidents({ incident: { linked, tenant } }: { incident: Incident }) {
  return (
    <ul className={styles.history}>
      {linked.map(({ id, title, status, userName, occurredAt }) => (
        <li key={id}>
          <AnchorLink
            to="/tenant/$serviceTenantId/incidents/$id"
            params={{ serviceTenantId: tenant.serviceTenantId, id }}
            size="sm"
            underline="always"
          >
            {userName}: {title}
          </AnchorLink>
          <Text size="sm" c="dimmed">
            <Moment at={occurredAt} /> <StatusBadge status={status} />
          </Text>
        </li>
      ))}
    </ul>
  )
}
