// Is the attacker still in? The one thing to know first.
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatMinutes, Moment } from '../parts/moment.tsx'
import { STATUS, toneClass } from './badges.tsx'
import styles from './incident.module.css'
import type { Incident, Status } from './search.ts'

export function Standing({ incident }: { incident: Incident }) {
  const { tone, Icon } = STATUS[incident.status]
  const { headline, explanation } = WORDS[incident.status](incident)
  return (
    <section className={`${styles.banner} ${toneClass(tone)}`} aria-label="Where it stands">
      <Icon size={24} aria-hidden />
      <div>
        <Text fw={700}>{headline}</Text>
        <Text size="sm">{explanation}</Text>
      </div>
    </section>
  )
}

type Words = (incident: Incident) => { headline: string; explanation: ReactNode }

/** What the attacker did and when somebody said that they are out are two moments, often far apart. */
const putOut = ({ dwellEndedAt, dwellTimeMinutes, occurredAt, attacker }: Incident) => (
  <>
    They came in on <Moment at={occurredAt} />
    <LastSeen at={attacker.lastSeenAt} />.
    {dwellEndedAt && (
      <>
        {' '}
        It was marked as contained on <Moment at={dwellEndedAt} />: a dwell time of{' '}
        {formatMinutes(dwellTimeMinutes)}.
      </>
    )}
  </>
)

const LastSeen = ({ at }: { at: string | null }) =>
  at && (
    <>
      {' '}
      and were last seen on <Moment at={at} />
    </>
  )

const WORDS: Record<Status, Words> = {
  UNREMEDIATED: ({ occurredAt, dwellTimeMinutes, attacker }) => ({
    headline: 'The attacker may still be in this account',
    explanation: (
      <>
        Since <Moment at={occurredAt} />, {formatMinutes(dwellTimeMinutes)} so far
        {attacker.lastSeenAt && (
          <>
            ; last seen on <Moment at={attacker.lastSeenAt} />
          </>
        )}
        . Revoke its sessions and block its sign-in in the directory, then mark it as contained here.
      </>
    ),
  }),
  CONTAINED: incident => ({
    headline: 'Marked as contained: the attacker is out',
    explanation: (
      <>
        {putOut(incident)}
        {incident.user.accountEnabled &&
          ' The directory still lets this account sign in: make sure that its sessions were revoked.'}{' '}
        Undo what they left behind and reset the password, then mark it as remediated.
      </>
    ),
  }),
  REMEDIATED: incident => ({
    headline: 'Dealt with: the attacker is out and the account is safe again',
    explanation: putOut(incident),
  }),
  FALSE_POSITIVE: () => ({
    headline: 'A false alarm: there was no attacker',
    explanation: 'The reason is in the history.',
  }),
}
