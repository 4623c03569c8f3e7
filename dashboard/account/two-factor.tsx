// Two-factor sign-in: turning it on (password, QR code, first code, recovery codes), off, and new recovery codes.
import { Badge, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { auth, type TwoFactorSecret } from '../api/auth.ts'
import { showDone } from '../parts/notify.ts'
import { accountQuery } from './account.ts'
import { AskPassword } from './ask-password.tsx'
import { FirstCode } from './first-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

export function TwoFactor({ isOn }: { isOn: boolean }) {
  const [asking, setAsking] = useState<'on' | 'off' | 'codes'>()
  const [secret, setSecret] = useState<TwoFactorSecret>()
  const [codes, setCodes] = useState<string[]>()
  const queries = useQueryClient()
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
      <AskPassword
        title="Turn on two-factor"
        action="Continue"
        isOpen={asking === 'on'}
        close={close}
        work={async password => {
          setSecret(await auth.beginTwoFactor(password))
          close()
        }}
      >
        You need an authenticator app on your phone or computer.
      </AskPassword>
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
        From then on your password alone is enough to sign in.
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
      <FirstCode
        secret={secret}
        close={() => setSecret(undefined)}
        done={async () => {
          setCodes(secret?.backupCodes)
          setSecret(undefined)
          await refresh()
        }}
      />
      <Modal
        opened={codes !== undefined}
        onClose={() => setCodes(undefined)}
        title="Recovery codes"
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack>
          <RecoveryCodes codes={codes ?? []} />
          <Group justify="flex-end">
            <Button onClick={() => setCodes(undefined)}>I have kept them</Button>
          </Group>
        </Stack>
      </Modal>
    </Stack>
  )
}
