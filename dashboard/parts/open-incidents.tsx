// A short table of incidents that nobody has dealt with yet.
import { Group, Table, Text } from '@mantine/core'
import type { readOverview } from '../../src/console/incidents/overview.ts'
import type { Answer } from '../../src/console/route.ts'
import { SeverityBadge } from '../incidents/badges.tsx'
import { AnchorLink } from './anchor-link.tsx'
import { formatMinutes, Moment } from './moment.tsx'
import { WideTable } from './wide-table.tsx'

type Incident = Answer<typeof readOverview>['incidents'][number]

interface OpenIncidentsProps {
  incidents: Incident[]
  /** Left out on the page of the tenant itself. */
  withTenant?: boolean
}

export function OpenIncidents({ incidents, withTenant = false }: OpenIncidentsProps) {
  return (
    <WideTable label="Open incidents, newest first" needs={280}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Incident</Table.Th>
          <Table.Th visibleFrom="xs">Severity</Table.Th>
          <Table.Th visibleFrom="xs">Found</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {incidents.map(({ id, title, tenant, user, severity, createdAt, dwellTimeMinutes }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <AnchorLink
                to="/tenant/$serviceTenantId/incidents/$id"
                params={{ serviceTenantId: tenant.serviceTenantId, id }}
                fw={500}
                inherit
              >
                {title}
              </AnchorLink>
              <Text size="sm" c="dimmed">
                {user.displayName ?? user.userPrincipalName}
                {withTenant && (
                  <>
                    {' · '}
                    <AnchorLink
                      to="/tenant/$serviceTenantId"
                      params={{ serviceTenantId: tenant.serviceTenantId }}
                      inherit
                      underline="always"
                    >
                      {tenant.name}
                    </AnchorLink>
                  </>
                )}
              </Text>
              <Group gap="xs" mt={4} hiddenFrom="xs">
                <SeverityBadge severity={severity} />
                <Text size="xs" c="dimmed">
                  <Moment at={createdAt} />, in for {formatMinutes(dwellTimeMinutes)}
                </Text>
              </Group>
            </Table.Td>
            <Table.Td visibleFrom="xs">
              <SeverityBadge severity={severity} />
            </Table.Td>
            <Table.Td visibleFrom="xs">
              <Moment at={createdAt} size="sm" />
              <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                in for {formatMinutes(dwellTimeMinutes)}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}
