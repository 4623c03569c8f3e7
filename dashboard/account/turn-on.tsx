// Turning two-factor on: password, QR code, first code, recovery codes.
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { auth, type TwoFactorSecret } from '../api/auth.ts'
import { ShownOnce } from '../parts/shown-once.tsx'
import { AskPassword } from './ask-password.tsx'
import { FirstCode } from './first-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface TurnOnProps {
  isOpen: boolean
  close(): void
  /** It is on, and the recovery codes have been seen. */
  done(): void
}

export function TurnOn({ isOpen, close, done }: TurnOnProps) {
  const [secret, setSecret] = useState<TwoFactorSecret>()
  const [codes, setCodes] = useState<string[]>()
  return (
    <>
      <AskPassword
        title="Turn on two-factor"
        action="Continue"
        isOpen={isOpen}
        close={close}
        work={async password => {
          setSecret(await auth.beginTwoFactor(password))
          close()
        }}
      >
        You need an authenticator app on your phone or computer.
      </AskPassword>
      <FirstCode
        secret={secret}
        close={() => setSecret(undefined)}
        done={async () => {
          setCodes(secret?.backupCodes)
          setSecret(undefined)
        }}
      />
      <ShowCodes codes={codes} close={() => setCodes(undefined)} closed={done} />
    </>
  )
}

interface ShowCodesProps {
  codes: string[] | undefined
  close(): void
  /** The dialog is gone, and holds nobody on the page any more. */
  closed?(): void
}

export const ShowCodes = ({ codes, close, closed = () => {} }: ShowCodesProps) => (
  <ShownOnce
    opened={codes !== undefined}
    onClose={close}
    onExitTransitionEnd={closed}
    isHeld={codes !== undefined}
    question="The recovery codes will not be shown again. Leave without having kept them?"
    title="Recovery codes"
  >
    <Stack>
      <RecoveryCodes codes={codes ?? []} />
      <Group justify="flex-end">
        <Button onClick={close}>I have kept them</Button>
      </Group>
    </Stack>
  </ShownOnce>
)
