// Settings, Security tab: whether members need more than a password.
import { Alert, Badge, Button, Card, Group, List, Stack, Text, Title } from '@mantine/core'
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay, useMe } from '../../api/me.ts'
import { AnchorLink } from '../../parts/anchor-link.tsx'
import { Asked } from '../../parts/asked.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { showDone } from '../../parts/notify.ts'
import { Page } from '../../parts/page.tsx'
import { requireFactor, type Security, securityQuery } from './security.ts'

export function SecurityPage() {
  const mayChange = useMay()('require a second factor')
  const question = useQuery(securityQuery)
  return (
    <Page
      title="Security"
      description={
        mayChange
          ? 'How members of this organization have to sign in.'
          : 'How members of this organization have to sign in. Only an Admin can change it.'
      }
    >
      <Asked question={question}>
        {security => <SecondFactor security={security} mayChange={mayChange} />}
      </Asked>
    </Page>
  )
}

function SecondFactor({ security, mayChange }: { security: Security; mayChange: boolean }) {
  const { requiresSecondFactor: isRequired, members, without } = security
  const { hasShownFactor } = useMe()
  const [asked, setAsked] = useState<boolean>()
  const queries = useQueryClient()
  return (
    <Card withBorder maw={760} component="section" aria-labelledby="second-factor">
      <Stack gap="md">
        <Group gap="sm">
          <Title order={2} size="h4" id="second-factor">
            Second factor
          </Title>
          <Badge
            color={isRequired ? 'vedette' : 'gray'}
            variant="light"
            leftSection={isRequired ? <IconShieldCheck size={14} /> : <IconShieldOff size={14} />}
          >
            {isRequired ? 'Required' : 'Not required'}
          </Badge>
        </Group>
        <Text size="sm">
          With it, nobody gets in with a password alone: members sign in with a passkey, with a code from an
          authenticator app besides their password, or through single sign-on, where the provider decides.
          Whoever has none is led to set one up before anything else works.
        </Text>
        <Standing members={members} without={without} isRequired={isRequired} />
        {mayChange && !isRequired && !hasShownFactor && (
          <Alert variant="light">
            Set up a second factor for{' '}
            <AnchorLink to="/account" inherit underline="always">
              your own account
            </AnchorLink>{' '}
            first, or sign in with the one you have: otherwise you would lock yourself out.
          </Alert>
        )}
        {mayChange && (
          <Group>
            {isRequired ? (
              <Button variant="default" onClick={() => setAsked(false)}>
                Stop requiring it
              </Button>
            ) : (
              <Button disabled={!hasShownFactor} onClick={() => setAsked(true)}>
                Require a second factor
              </Button>
            )}
          </Group>
        )}
      </Stack>
      <Confirm
        subject={asked}
        close={() => setAsked(undefined)}
        title={wanted => (wanted ? 'Require a second factor?' : 'Stop requiring a second factor?')}
        action={wanted => (wanted ? 'Require it' : 'Stop requiring it')}
        colour={asked === false ? 'red' : 'vedette'}
        work={async wanted => {
          await requireFactor(wanted)
          await queries.invalidateQueries()
          showDone(
            wanted ? 'A second factor is required from now on.' : 'A second factor is no longer required.',
          )
        }}
      >
        {wanted => <Text size="sm">{wanted ? whatFollows(without.length) : NO_LONGER}</Text>}
      </Confirm>
    </Card>
  )
}

const NO_LONGER =
  'From then on a password alone is enough for members who have not set up anything else. Whoever has a second factor keeps it.'

const whatFollows = (without: number) =>
  without === 0
    ? 'All members have one, so nobody is interrupted. New members set one up when they join.'
    : `${without === 1 ? 'One member has' : `${without} members have`} none yet. At their next click they are led to set one up, wherever they are signed in.`

function Standing({
  members,
  without,
  isRequired,
}: Pick<Security, 'members' | 'without'> & { isRequired: boolean }) {
  if (!without.length)
    return (
      <Text size="sm">{members === 1 ? 'The only member has one.' : `All ${members} members have one.`}</Text>
    )
  return (
    <Stack gap={4}>
      <Text size="sm">
        {without.length === members ? 'Nobody' : `${members - without.length} of ${members} members`}{' '}
        {without.length === members ? 'has one yet.' : 'have one.'}{' '}
        {isRequired ? 'Still to set one up:' : 'Without:'}
      </Text>
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {without.map(({ id, name, email }) => (
          <List.Item key={id}>
            {name}{' '}
            <Text span size="sm" c="dimmed">
              {email}
            </Text>
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}
