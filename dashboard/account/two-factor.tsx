// Two-factor sign-in: whether it is on, turning it on and off, and new recovery codes.
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { auth } from '../api/auth.ts'
import { useMe } from '../api/me.ts'
import { showDone } from '../parts/notify.ts'
import { accountQuery } from './account.ts'
import { AskPassword } from './ask-password.tsx'
import { ShowCodes, TurnOn } from './turn-on.tsx'

export function TwoFactor({ isOn }: { isOn: boolean }) {
  const [asking, setAsking] = useState<'on' | 'off' | 'codes'>()
  const [codes, setCodes] = useState<string[]>()
  const queries = useQueryClient()
  const requiring = useMe().memberships.find(({ requiresSecondFactor }) => requiresSecondFactor)
  const close = () => setAsking(undefined)
  const refresh = () => queries.invalidateQueries({ queryKey: accountQuery.queryKey })
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Badge color={isOn ? 'vedette' : 'gray'} variant="light">
          {isOn ? 'On' : 'Off'}
        </Badge>
        <Text size="sm" c="dimmed">
          {isOn
            ? 'After your password you are asked for a code from your authenticator app.'
            : 'With it, a stolen password alone does not let anybody in.'}
        </Text>
      </Group>
      <Group gap="xs">
        {isOn ? (
          <>
            <Button variant="default" onClick={() => setAsking('codes')}>
              New recovery codes
            </Button>
            <Button variant="default" onClick={() => setAsking('off')}>
              Turn off two-factor
            </Button>
          </>
        ) : (
          <Button onClick={() => setAsking('on')}>Turn on two-factor</Button>
        )}
      </Group>
      <TurnOn isOpen={asking === 'on'} close={close} done={refresh} />
      <AskPassword
        title="Turn off two-factor"
        action="Turn off"
        colour="red"
        isOpen={asking === 'off'}
        close={close}
        work={async password => {
          await auth.endTwoFactor(password)
          close()
          await refresh()
          showDone('Two-factor is off.')
        }}
      >
        {requiring
          ? `${requiring.organizationName} requires a second factor: unless you have a passkey, you are led to set one up again.`
          : 'From then on your password alone is enough to sign in.'}
      </AskPassword>
      <AskPassword
        title="New recovery codes"
        action="Make new codes"
        isOpen={asking === 'codes'}
        close={close}
        work={async password => {
          setCodes((await auth.renewRecoveryCodes(password)).backupCodes)
          close()
        }}
      >
        The earlier ones stop working.
      </AskPassword>
      <ShowCodes codes={codes} close={() => setCodes(undefined)} />
    </Stack>
  )
}
