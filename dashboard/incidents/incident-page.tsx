// One incident: who, what, since when, is the attacker still in, and what became of it.
import { Button, Grid, Paper, Stack, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { change, Refusal } from '../api/call.ts'
import { useMe } from '../api/me.ts'
import { AnchorLink } from '../parts/anchor-link.tsx'
import { Asked, Unanswered } from '../parts/asked.tsx'
import { ClockSwitch, useClock } from '../parts/clock.tsx'
import { formatMoment } from '../parts/moment.tsx'
import { NotFound } from '../parts/not-found.tsx'
import { showDone, showRefusal } from '../parts/notify.ts'
import { Page } from '../parts/page.tsx'
import { AttackerFacts } from './attacker.tsx'
import { AccountFacts, IncidentFacts, OtherIncidents } from './facts.tsx'
import { History } from './history.tsx'
import styles from './incident.module.css'
import { LinkedIncidents, Reasons } from './linked.tsx'
import { MoveButtons } from './move.tsx'
import { usePrintInLight } from './print.ts'
import { Quickness } from './quickness.tsx'
import { type Incident, type IncidentAddress, incidentQuery } from './search.ts'
import { Standing } from './standing.tsx'
import { Places, SignIns } from './surroundings.tsx'
import { Timeline } from './timeline.tsx'

export function IncidentPage() {
  const { serviceTenantId, id } = useParams({ strict: false }) as IncidentAddress
  const question = useQuery(incidentQuery({ serviceTenantId, id }))
  const { data: incident, error } = question
  useItsOrganization(incident)
  if (error instanceof Refusal && error.status === 404) return <NotFound />
  if (!incident)
    return (
      <Page title="Incident">
        <Asked question={question}>{() => null}</Asked>
      </Page>
    )
  return (
    <Stack gap="lg">
      <Unanswered question={question} />
      <Told key={incident.id} incident={incident} />
    </Stack>
  )
}

function Told({ incident }: { incident: Incident }) {
  const { user, tenant, status, mayReopen, summary } = incident
  const list = useLocation({ select: ({ state }) => state.list })
  usePrintInLight()
  return (
    <Page
      title={incident.title}
      description={
        <>
          {user.displayName ?? user.userPrincipalName} · {tenant.name}
          <span className="no-print">
            {' · '}
            <AnchorLink to="/incidents" search={list ?? {}} inherit underline="always">
              All incidents
            </AnchorLink>
            {' · '}
            <ClockSwitch />
          </span>
        </>
      }
      actions={
        <>
          <MoveButtons incident={incident} />
          <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
            Print or save as PDF
          </Button>
        </>
      }
    >
      <PrintedHead incident={incident} />
      <Standing incident={incident} />
      {status !== 'UNREMEDIATED' && !mayReopen && (
        <Text size="sm" c="dimmed" className="no-print">
          Only an Admin can reopen an incident.
        </Text>
      )}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="lg">
            {summary && (
              <Section title="What happened">
                <Text>{summary}</Text>
                {incident.attack && <Reasons why={incident.attack.why} />}
              </Section>
            )}
            <Section title="Timeline" isLong>
              <Timeline incident={incident} />
            </Section>
            <Section title="Where the account was used from">
              <Places incident={incident} />
            </Section>
            <Section title="Sign-ins around the attack">
              <SignIns incident={incident} />
            </Section>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="lg">
            <Section title="Incident">
              <IncidentFacts incident={incident} />
            </Section>
            {(incident.attacker.addresses.length > 0 || incident.attacker.sessions.length > 0) && (
              <Section title={status === 'FALSE_POSITIVE' ? 'Suspected attacker' : 'Attacker'}>
                <AttackerFacts incident={incident} />
              </Section>
            )}
            <Section title="Account">
              <AccountFacts {...incident} />
            </Section>
            {incident.chain && (
              <Section title="How quickly">
                <Quickness incident={incident} />
              </Section>
            )}
            <Section title="History">
              <History history={incident.history} />
            </Section>
            {incident.linked.length > 0 && (
              <Section title="The same attacker elsewhere">
                <LinkedIncidents incident={incident} />
              </Section>
            )}
            <Section title="Other incidents of this account">
              <OtherIncidents incident={incident} />
            </Section>
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  )
}

interface SectionProps {
  title: string
  /** May run over several printed pages. */
  isLong?: boolean
  children: ReactNode
}

function Section({ title, isLong = false, children }: SectionProps) {
  const id = useId()
  return (
    <Paper
      component="section"
      withBorder
      p={{ base: 'sm', sm: 'md' }}
      aria-labelledby={id}
      className={`${styles.section} ${isLong ? styles.long : ''}`}
    >
      <Title order={2} size="h4" mb="sm" id={id}>
        {title}
      </Title>
      {children}
    </Paper>
  )
}

function PrintedHead({ incident: { organization, readAt, id } }: { incident: Incident }) {
  const { person } = useMe()
  const clock = useClock()
  return (
    <div className={styles.onlyPrinted}>
      <Text size="sm">
        Incident report for {organization.name}, as of {formatMoment(readAt, undefined, clock)}, printed by{' '}
        {person.name}. Incident {id}.
      </Text>
    </div>
  )
}

/** A link may lead to another of the reader's organizations: then they work there from now on. */
function useItsOrganization(incident: Incident | undefined): void {
  const queries = useQueryClient()
  const me = useMe()
  const switchingTo = useRef<string>(undefined)
  const its = incident?.organization
  useEffect(() => {
    if (!its || its.id === me.organization.id || switchingTo.current === its.id) return
    switchingTo.current = its.id
    const work = async () => {
      await change('POST', '/me/organization', { organizationId: its.id })
      // What was read of the other organization must not be shown as this one's.
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' && queryKey[1] !== 'one' })
      await queries.invalidateQueries({ queryKey: ['me'] })
      showDone(`This incident is in ${its.name}: you work there now.`)
      switchingTo.current = undefined
    }
    void work().catch(showRefusal)
  }, [queries, its, me.organization.id])
}
