// What is known of the account, and of the incident itself.
import { Anchor, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { AnchorLink } from '../parts/anchor-link.tsx'
import { Copyable } from '../parts/copyable.tsx'
import { formatMinutes, Moment } from '../parts/moment.tsx'
import { SeverityBadge, StatusBadge } from './badges.tsx'
import styles from './incident.module.css'
import type { Incident } from './search.ts'

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

const unsaid = (
  <Text span inherit c="dimmed">
    The directory does not say
  </Text>
)

export function AccountFacts({ user, tenant }: Incident) {
  return (
    <dl className={styles.facts}>
      <Fact name="Name">{user.displayName ?? unsaid}</Fact>
      <Fact name="Sign-in name">{user.userPrincipalName}</Fact>
      <Fact name="Mail">{user.mail ?? unsaid}</Fact>
      <Fact name="Sign-in">
        {user.accountEnabled === null ? unsaid : user.accountEnabled ? 'Allowed' : 'Blocked'}
      </Fact>
      <Fact name="Password set">
        {user.lastPasswordChangeAt ? <Moment at={user.lastPasswordChangeAt} /> : unsaid}
      </Fact>
      {user.deletedAt && (
        <Fact name="Deleted">
          <Moment at={user.deletedAt} />
        </Fact>
      )}
      <Fact name="Tenant">
        <AnchorLink
          to="/tenant/$serviceTenantId"
          params={{ serviceTenantId: tenant.serviceTenantId }}
          inherit
          underline="always"
        >
          {tenant.name}
        </AnchorLink>
      </Fact>
      <Fact name="Account id">
        <Copyable value={user.id} label="account id" />
      </Fact>
    </dl>
  )
}

export function IncidentFacts({ incident }: { incident: Incident }) {
  return (
    <dl className={styles.facts}>
      <Fact name="State">
        <StatusBadge status={incident.status} />
      </Fact>
      <Fact name="Severity">
        <SeverityBadge severity={incident.severity} />
      </Fact>
      {incident.attack && (
        <Fact name="Confidence">
          {Math.round(incident.attack.confidence * 100)} %{' '}
          <Text span inherit c="dimmed">
            (the weight of the evidence; 67 % is just enough)
          </Text>
        </Fact>
      )}
      <Fact name="Occurred">
        <Moment at={incident.occurredAt} />
      </Fact>
      {incident.attacker.lastSeenAt && (
        <Fact name="Last seen">
          <Moment at={incident.attacker.lastSeenAt} />
        </Fact>
      )}
      <Fact name="Found">
        <Moment at={incident.createdAt} />
        {incident.isLive ? ' while watching' : ' in history'}
      </Fact>
      <Fact name="Dwell time">
        {formatMinutes(incident.dwellTimeMinutes)}
        {incident.dwellEndedAt ? (
          <>
            , counted until <Moment at={incident.dwellEndedAt} />
          </>
        ) : (
          ', still running'
        )}
      </Fact>
      <Fact name="Techniques">
        {incident.techniques.length ? (
          <Stack gap={4}>
            {incident.techniques.map(({ id, name }) => (
              <Anchor
                key={id}
                href={`https://attack.mitre.org/techniques/${id.replace('.', '/')}/`}
                target="_blank"
                rel="noreferrer"
                inherit
                underline="always"
              >
                {id} {name}
              </Anchor>
            ))}
          </Stack>
        ) : (
          'None named'
        )}
      </Fact>
      <Fact name="Incident id">
        <Copyable value={incident.id} label="incident id" />
      </Fact>
    </dl>
  )
}

export function OtherIncidents({ incident: { others, tenant } }: { incident: Incident }) {
  if (!others.length)
    return (
      <Text size="sm" c="dimmed">
        None: this is the only one of this account.
      </Text>
    )
  return (
    <ul className={styles.history}>
      {others.map(({ id, title, status, createdAt }) => (
        <li key={id}>
          <AnchorLink
            to="/tenant/$serviceTenantId/incidents/$id"
            params={{ serviceTenantId: tenant.serviceTenantId, id }}
            size="sm"
            underline="always"
          >
            {title}
          </AnchorLink>
          <Text size="sm" c="dimmed">
            <Moment at={createdAt} /> <StatusBadge status={status} />
          </Text>
        </li>
      ))}
    </ul>
  )
}
