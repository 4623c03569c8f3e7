// The tenants that somebody should look at, and why.

import { Card, Stack, Text, Title } from '@mantine/core'
import { AnchorLink } from '../parts/anchor-link.tsx'
import { formatDay } from '../parts/moment.tsx'
import { countOf, formatCount } from '../parts/numbers.ts'
import type { Overview } from './queries.ts'

type Reason = Overview['attention']['tenants'][number]['reasons'][number]

function inWords(reason: Reason): string {
  if (reason.kind === 'paused') return `paused since ${formatDay(reason.since)}`
  if (reason.kind === 'collecting')
    return `${countOf(reason.feeds, 'log')} not collected as ${reason.feeds === 1 ? 'it' : 'they'} should be: ${reason.words}`
  if (reason.kind === 'judging') return reason.words
  if (reason.kind === 'trial ends') return `billable from ${formatDay(reason.on)}, when its trial ends`
  const parts = [
    ...(reason.open ? [`${formatCount(reason.open)} open`] : []),
    ...(reason.contained ? [`${formatCount(reason.contained)} contained`] : []),
  ]
  return `${parts.join(', ')} ${reason.open + reason.contained === 1 ? 'incident' : 'incidents'}`
}

export function Attention({ attention: { total, tenants } }: Pick<Overview, 'attention'>) {
  return (
    <Card withBorder component="section" aria-label="Tenants needing attention">
      <Title order={2} size="h4" mb="xs">
        Tenants needing attention
      </Title>
      {tenants.length ? (
        <Stack gap={8} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {tenants.map(({ serviceTenantId, displayName, reasons }) => (
            <li key={serviceTenantId}>
              <AnchorLink to="/tenant/$serviceTenantId" params={{ serviceTenantId }} size="sm" fw={500}>
                {displayName}
              </AnchorLink>
              <Text size="sm" c="dimmed">
                {reasons.map(inWords).join('; ')}
              </Text>
            </li>
          ))}
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          None: nothing open, every log comes in and is judged, nothing paused, no trial about to end.
        </Text>
      )}
      {total > tenants.length && (
        <AnchorLink to="/tenants" search={{ sort: 'incidents', order: 'desc' }} size="sm" mt="xs">
          {formatCount(total - tenants.length)} more
        </AnchorLink>
      )}
    </Card>
  )
}
