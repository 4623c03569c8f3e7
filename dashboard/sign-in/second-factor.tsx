// Where whoever is signed in by a password alone is led, when their organization asks for more: to set up a second
// factor, or to show the one they have.
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type Account, accountQuery } from '../account/account.ts'
import { AddPasskey } from '../account/add-passkey.tsx'
import { TurnOn } from '../account/turn-on.tsx'
import { auth, canUsePasskeys, signInWithPasskey } from '../api/auth.ts'
import { change } from '../api/call.ts'
import { useMe } from '../api/me.ts'
import { Asked } from '../parts/asked.tsx'
import { RefusalNote } from '../parts/refusal.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { CodeForm } from './code-step.tsx'
import { Frame } from './frame.tsx'

const route = getRouteApi('/second-factor')

export function SecondFactorPage() {
  const { to = '/' } = route.useSearch()
  const { memberships, organization } = useMe()
  const question = useQuery(accountQuery)
  const account = question.data
  const queries = useQueryClient()
  const router = useRouter()
  const goOn = (place = to) => {
    queries.clear()
    router.history.push(place)
  }
  const hasOne = account && (account.hasTwoFactor || account.passkeys.length > 0)
  const asking =
    memberships.find(one => one.organizationId === organization.id && one.requiresSecondFactor) ??
    memberships.find(one => one.requiresSecondFactor)
  return (
    <Frame
      title={hasOne ? 'Show your second factor' : 'Set up a second factor'}
      lead={`${asking?.organizationName ?? organization.name} asks its members for more than a password.${
        hasOne === false ? ' It takes a minute, once.' : ''
      }`}
    >
      <Asked question={question}>
        {known => (hasOne ? <Show account={known} goOn={goOn} /> : <SetUp goOn={goOn} />)}
      </Asked>
      <Elsewhere goOn={goOn} />
    </Frame>
  )
}

function SetUp({ goOn }: { goOn(): void }) {
  const [adding, setAdding] = useState<'app' | 'passkey'>()
  const close = () => setAdding(undefined)
  return (
    <Stack gap="md">
      <Stack gap={4}>
        <Button fullWidth leftSection={<IconDeviceMobile size={18} />} onClick={() => setAdding('app')}>
          Use an authenticator app
        </Button>
        <Text size="sm" c="dimmed">
          After your password you give a code that the app on your phone or computer shows.
        </Text>
      </Stack>
      {canUsePasskeys && (
        <Stack gap={4}>
          <Button
            fullWidth
            variant="default"
            leftSection={<IconFingerprint size={18} />}
            onClick={() => setAdding('passkey')}
          >
            Use a passkey
          </Button>
          <Text size="sm" c="dimmed">
            You sign in with your fingerprint, face or security key instead of a password.
          </Text>
        </Stack>
      )}
      <TurnOn isOpen={adding === 'app'} close={close} done={goOn} />
      <AddPasskey isOpen={adding === 'passkey'} close={close} added={async () => goOn()} />
    </Stack>
  )
}

function Show({ account, goOn }: { account: Account; goOn(): void }) {
  const { isBusy, refusal, submit } = useSubmit()
  const byPasskey = () =>
    submit(async () => {
      await signInWithPasskey()
      goOn()
    })
  return (
    <Stack gap="md">
      {account.hasTwoFactor && <CodeForm action="Go on" goOn={goOn} />}
      <RefusalNote>{refusal}</RefusalNote>
      {account.passkeys.length > 0 &&
        (canUsePasskeys ? (
          <Button
            fullWidth
            variant={account.hasTwoFactor ? 'default' : 'filled'}
            leftSection={<IconFingerprint size={18} />}
            loading={isBusy}
            onClick={byPasskey}
          >
            Use your passkey
          </Button>
        ) : (
          <Text size="sm">Your passkey cannot be used in this browser. Sign in from one that has it.</Text>
        ))}
      <Text size="sm" c="dimmed">
        Lost it? Whoever runs this installation can remove it, so that you can set up a new one.
      </Text>
    </Stack>
  )
}

/** Nobody is kept here: there may be other organizations to work in, and there is always the way out. */
function Elsewhere({ goOn }: { goOn(place?: string): void }) {
  const { memberships, organization } = useMe()
  const { refusal, submit } = useSubmit()
  const others = memberships.filter(
    ({ organizationId, requiresSecondFactor }) => organizationId !== organization.id && !requiresSecondFactor,
  )
  const workIn = (organizationId: string) =>
    submit(async () => {
      await change('POST', '/me/organization', { organizationId })
      goOn('/')
    })
  const signOut = () =>
    submit(async () => {
      await auth.signOut()
      goOn('/sign-in')
    })
  return (
    <Stack gap="xs">
      <RefusalNote>{refusal}</RefusalNote>
      <Group justify="space-between">
        {others.map(({ organizationId, organizationName }) => (
          <Anchor
            key={organizationId}
            component="button"
            type="button"
            size="sm"
            onClick={() => workIn(organizationId)}
          >
            Work in {organizationName} instead
          </Anchor>
        ))}
        <Anchor component="button" type="button" size="sm" onClick={signOut}>
          Sign out
        </Anchor>
      </Group>
    </Stack>
  )
}
