// The first page: what is open, who needs attention, how it went, and what is being watched.
import { Card, Grid, Group, SimpleGrid, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMe } from '../api/me.ts'
import { STATUS } from '../incidents/badges.tsx'
import { STATUSES } from '../incidents/search.ts'
import { AnchorLink, CardLink } from '../parts/anchor-link.tsx'
import { Asked } from '../parts/asked.tsx'
import { NothingWatched } from '../parts/nothing-watched.tsx'
import { countOf, formatCount } from '../parts/numbers.ts'
import { OpenIncidents } from '../parts/open-incidents.tsx'
import { EmptyState, Page } from '../parts/page.tsx'
import { Attention } from './attention.tsx'
import { DwellFigure, IncidentsFigure } from './figures.tsx'
import { type Overview, overviewQuery } from './queries.ts'

export function OverviewPage() {
  const question = useQuery(overviewQuery)
  const { organization } = useMe()
  return (
    <Page title="Overview" description={organization.name}>
      <Asked question={question}>
        {overview =>
          hasAnything(overview) ? (
            <Everything overview={overview} />
          ) : (
            <NothingWatched>
              Once a tenant is connected, its open incidents and whatever needs attention stand here.
            </NothingWatched>
          )
        }
      </Asked>
    </Page>
  )
}

const hasAnything = ({ watched, months }: Overview) =>
  watched.tenants + watched.paused > 0 || months.some(({ live, fromHistory }) => live + fromHistory)

function Everything({ overview }: { overview: Overview }) {
  return (
    <>
      <Counts counts={overview.counts} />
      <Grid>
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Open overview={overview} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack>
            <Attention attention={overview.attention} />
            <Watched watched={overview.watched} />
          </Stack>
        </Grid.Col>
      </Grid>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <IncidentsFigure months={overview.months} />
        <DwellFigure months={overview.months} />
      </SimpleGrid>
    </>
  )
}

function Counts({ counts }: { counts: Overview['counts'] }) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      {STATUSES.map(status => {
        const { label, Icon } = STATUS[status]
        return (
          <CardLink key={status} to="/incidents" search={{ status }} withBorder padding="md">
            <Group gap={6} wrap="nowrap">
              <Icon size={16} aria-hidden />
              <Text size="sm" c="dimmed">
                {label}
              </Text>
            </Group>
            <Text fz={28} fw={600} lh={1.3}>
              {formatCount(counts[status])}
              <VisuallyHidden> incidents</VisuallyHidden>
            </Text>
          </CardLink>
        )
      })}
    </SimpleGrid>
  )
}

function Open({ overview: { incidents, counts, watched } }: { overview: Overview }) {
  return (
    <Card withBorder component="section" aria-label="Open incidents" h="100%">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          Open incidents
        </Title>
        {counts.UNREMEDIATED > 0 && (
          <AnchorLink to="/incidents" search={{ status: 'UNREMEDIATED' }} size="sm">
            {counts.UNREMEDIATED > incidents.length
              ? `All ${formatCount(counts.UNREMEDIATED)}`
              : 'Show in the list'}
          </AnchorLink>
        )}
      </Group>
      {incidents.length ? (
        <OpenIncidents incidents={incidents} withTenant />
      ) : (
        <EmptyState icon={<IconShieldCheck size={40} stroke={1.4} />} title="Nothing is open">
          {countOf(watched.users, 'account')} in {countOf(watched.tenants, 'tenant')}, and no incident waits
          for anybody.
        </EmptyState>
      )}
    </Card>
  )
}

function Watched({ watched }: { watched: Overview['watched'] }) {
  const lines = [
    `${countOf(watched.tenants, 'tenant')} with ${countOf(watched.users, 'account')}`,
    ...(watched.onTrial ? [`${countOf(watched.onTrial, 'tenant')} on trial`] : []),
    ...(watched.paused ? [`${countOf(watched.paused, 'tenant')} paused, and not watched meanwhile`] : []),
  ]
  return (
    <Card withBorder component="section" aria-label="What is being watched">
      <Title order={2} size="h4" mb="xs">
        What is being watched
      </Title>
      {lines.map(line => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
      <AnchorLink to="/tenants" size="sm" mt="xs">
        All tenants
      </AnchorLink>
    </Card>
  )
}
