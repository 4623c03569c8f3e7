// Where the account was used from, and how often around the attack. Map and chart come beside the page.
import { Skeleton, Stack, Table, Text } from '@mantine/core'
import { Suspense } from 'react'
import { late } from '../parts/late.ts'
import { actorName } from './actors.tsx'
import { placesOf } from './places.ts'
import type { Incident } from './search.ts'
import { signInDays } from './sign-ins.ts'

const WorldMap = late(() => import('./map.tsx'))
const SignInChart = late(() => import('./sign-in-chart.tsx'))

export function Places({ incident }: { incident: Incident }) {
  const places = placesOf(incident.activities)
  if (!places.length) return <Unknown>From where the account was used is not known.</Unknown>
  return (
    <Stack gap="sm">
      {places.some(({ at }) => at) && (
        <Suspense fallback={<Skeleton h={300} />}>
          <WorldMap places={places} />
        </Suspense>
      )}
      <Table.ScrollContainer
        minWidth={480}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': 'Places, scrollable' } }}
      >
        <Table aria-label="Places">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Who</Table.Th>
              <Table.Th>Place</Table.Th>
              <Table.Th>Acts</Table.Th>
              <Table.Th>Networks and addresses</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {places.map(({ key, actor, name, count, networks, addresses }) => (
              <Table.Tr key={key}>
                <Table.Td>
                  <span aria-hidden>{actor === 'attacker' ? '◆ ' : '● '}</span>
                  {actorName(actor, incident.status)}
                </Table.Td>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{count}</Table.Td>
                <Table.Td>
                  <Text size="sm">{networks.join(', ')}</Text>
                  <Text size="xs" c="dimmed">
                    {addresses.join(', ')}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  )
}

export function SignIns({ incident }: { incident: Incident }) {
  const days = signInDays(incident.activities, incident.occurredAt)
  if (!days.length) return <Unknown>No sign-ins are known around the attack.</Unknown>
  const attacker = actorName('attacker', incident.status)
  const total = (who: 'user' | 'attacker') => days.reduce((sum, day) => sum + day[who], 0)
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        From {days[0]!.label} to {days.at(-1)!.label}: {total('user')} by the user, {total('attacker')} by the{' '}
        {incident.status === 'FALSE_POSITIVE' ? 'suspected attacker' : 'attacker'}, refused ones included.
      </Text>
      <Suspense fallback={<Skeleton h={220} />}>
        <SignInChart days={days} attacker={attacker} />
      </Suspense>
    </Stack>
  )
}

const Unknown = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
)
