// How collecting from a tenant fares, and judging what was collected: each log, what is the matter, and what to do.
import { Badge, Card, Group, List, Stack, Table, Text, Title } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { formatMinutes, Moment } from '../parts/moment.tsx'
import { countOf, formatCount } from '../parts/numbers.ts'
import type { TenantPage } from './queries.ts'

type Feed = TenantPage['collecting'][number]
type Judging = TenantPage['judging']

/** In the order of the table. */
const NAMES: Record<Feed['source'], string> = {
  signIns: 'Sign-ins',
  nonInteractiveSignIns: 'Sign-ins without the person',
  'Audit.Exchange': 'Exchange audit',
  'Audit.SharePoint': 'SharePoint and OneDrive audit',
  'Audit.General': 'Teams and other audit',
  'Audit.AzureActiveDirectory': 'Directory audit (Management API)',
  directoryAudits: 'Directory changes',
  auditLogQueries: 'Older history',
  directory: 'Users and licences',
}
const ORDER = Object.keys(NAMES)
/** What needs somebody comes first. */
const inOrder = (a: Feed, b: Feed) =>
  Number(b.isProblem) - Number(a.isProblem) || ORDER.indexOf(a.source) - ORDER.indexOf(b.source)

const STATES: Record<Feed['state'], { label: string; color: string }> = {
  well: { label: 'Up to date', color: 'green' },
  history: { label: 'Reading history', color: 'blue' },
  waiting: { label: 'Waiting', color: 'gray' },
  paused: { label: 'Paused', color: 'gray' },
  finished: { label: 'Read', color: 'gray' },
  'left out': { label: 'Optional', color: 'gray' },
  'not licensed': { label: 'Not licensed', color: 'gray' },
  behind: { label: 'Behind', color: 'orange' },
  silent: { label: 'Silent', color: 'orange' },
  failing: { label: 'Failing', color: 'red' },
}

const JUDGING: Record<Judging['state'], { label: string; color: string }> = {
  well: { label: 'Up to date', color: 'green' },
  working: { label: 'At work', color: 'blue' },
  history: { label: 'Waiting', color: 'gray' },
  behind: { label: 'Behind', color: 'red' },
  failing: { label: 'Failing', color: 'red' },
}

export function Collection({ page: { tenant, collecting: feeds, judging } }: { page: TenantPage }) {
  return (
    <Card withBorder component="section" aria-label="Collection health">
      <Title order={2} size="h4" mb="sm">
        Collection health
      </Title>
      {feeds.length ? <Feeds feeds={feeds} /> : <NotConnected />}
      {/* Of whoever has left, nothing is judged any more. */}
      {tenant.offboardedOn === null && <JudgingLine judging={judging} />}
    </Card>
  )
}

const Since = ({ at }: { at: string }) => (
  <>
    Since <Moment at={at} />.{' '}
  </>
)

function JudgingLine({ judging: { state, isProblem, words, since } }: { judging: Judging }) {
  const { label, color } = JUDGING[state]
  return (
    <Group gap="sm" mt="md" role="group" aria-label="Judging">
      <Text size="sm" fw={500}>
        Judging what was stored
      </Text>
      <Badge variant={isProblem ? 'filled' : 'light'} color={color} autoContrast miw="max-content">
        {label}
      </Badge>
      <Text size="sm" {...(isProblem ? {} : { c: 'dimmed' })}>
        {since && isProblem && <Since at={since} />}
        {words}
      </Text>
    </Group>
  )
}

function NotConnected() {
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <IconPlugConnectedX size={22} stroke={1.5} aria-hidden style={{ flexShrink: 0 }} />
      <Text size="sm" c="dimmed">
        This tenant is not connected to Microsoft 365, so nothing is collected from it. What is imported from
        files is kept and looked through all the same.
      </Text>
    </Group>
  )
}

function Feeds({ feeds }: { feeds: Feed[] }) {
  return (
    // Nothing in it takes the focus, so that it must itself for the keyboard to scroll it.
    <Table.ScrollContainer minWidth={760} type="native" tabIndex={0} role="group" aria-label="Each log">
      <Table aria-label="Collection health" verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Log</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Latest record</Table.Th>
            <Table.Th>Delay</Table.Th>
            <Table.Th>Records an hour</Table.Th>
            <Table.Th>What to know</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {feeds.toSorted(inOrder).map(feed => (
            <Table.Tr key={feed.source}>
              <Table.Th scope="row" fw={500}>
                {NAMES[feed.source] ?? feed.source}
              </Table.Th>
              <Table.Td>
                <Badge
                  variant={feed.isProblem ? 'filled' : 'light'}
                  color={STATES[feed.state].color}
                  autoContrast
                  miw="max-content"
                >
                  {STATES[feed.state].label}
                </Badge>
              </Table.Td>
              <Table.Td>{feed.lastRecordAt ? <Moment at={feed.lastRecordAt} /> : '–'}</Table.Td>
              <Table.Td>
                {feed.lagSeconds === null ? '–' : formatMinutes(Math.round(feed.lagSeconds / 60))}
              </Table.Td>
              <Table.Td>
                <Rate feed={feed} />
              </Table.Td>
              <Table.Td>
                <Notes feed={feed} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Rate({ feed: { source, perHour, usualPerHour } }: { feed: Feed }) {
  if (source === 'directory' || source === 'auditLogQueries') return '–'
  return (
    <>
      {formatCount(perHour)}
      <Text size="xs" c="dimmed" miw={100}>
        {usualPerHour === null
          ? 'still learning what is usual'
          : `usually ${formatCount(Math.round(usualPerHour))}`}
      </Text>
    </>
  )
}

function Notes({ feed }: { feed: Feed }) {
  const since = feed.since && (feed.state === 'failing' || feed.state === 'silent')
  // That it is up to date is said beside it.
  const hasWords = feed.state !== 'well'
  if (!hasWords && !feed.gaps.length && !feed.rejected.length && !feed.changed)
    return (
      <Text size="sm" c="dimmed">
        –
      </Text>
    )
  return (
    <Stack gap={4}>
      {hasWords && (
        <Text size="sm" {...(feed.isProblem ? {} : { c: 'dimmed' })}>
          {since && <Since at={feed.since!} />}
          {feed.words}
        </Text>
      )}
      {feed.gaps.length > 0 && (
        <List size="sm" listStyleType="none">
          {feed.gaps.map(gap => (
            <List.Item key={gap.from}>
              Gap from <Moment at={gap.from} /> until <Moment at={gap.until} />: {gap.reason}
            </List.Item>
          ))}
        </List>
      )}
      {feed.rejected.map(({ reason, count, sample }) => (
        <Text key={reason} size="xs" c="dimmed" {...(sample ? { title: sample } : {})}>
          {countOf(count, 'record')} not kept: {reason}
        </Text>
      ))}
      {feed.changed > 0 && (
        <Text size="xs" c="dimmed">
          {countOf(feed.changed, 'record')} came again with another content; the first was kept
        </Text>
      )}
    </Stack>
  )
}
