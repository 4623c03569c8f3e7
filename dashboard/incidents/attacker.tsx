// What the attacker is known by, for looking them up elsewhere: addresses and sessions.
import { Anchor, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Copyable } from '../parts/copyable.tsx'
import styles from './incident.module.css'
import type { Incident } from './search.ts'

/** An attacker behind other people's lines may have hundreds. */
const FIRST = 8

export function AttackerFacts({ incident: { attacker } }: { incident: Incident }) {
  return (
    <dl className={`${styles.facts} ${styles.stacked}`}>
      <dt>Addresses</dt>
      <dd>
        <Several what="addresses" none="The records name none">
          {attacker.addresses.map(address => (
            <Copyable key={address} value={address} label={`address ${address}`} />
          ))}
        </Several>
      </dd>
      <dt>Sessions</dt>
      <dd>
        <Several what="sessions" none="The records name none">
          {attacker.sessions.map(({ id, isOwners }) => (
            <Group key={id} gap={4}>
              <Copyable value={id} label={`session ${id}`} />
              {isOwners && (
                <Text span inherit>
                  also the owner’s
                </Text>
              )}
            </Group>
          ))}
        </Several>
      </dd>
    </dl>
  )
}

function Several({ what, none, children }: { what: string; none: string; children: ReactNode[] }) {
  const [showsAll, setShowsAll] = useState(false)
  if (!children.length)
    return (
      <Text span inherit c="dimmed">
        {none}
      </Text>
    )
  return (
    <Stack gap={4} align="flex-start">
      {children.slice(0, showsAll ? undefined : FIRST)}
      {children.length > FIRST && !showsAll && (
        <Anchor component="button" type="button" inherit underline="always" onClick={() => setShowsAll(true)}>
          Show all {children.length} {what}
        </Anchor>
      )}
    </Stack>
  )
}
