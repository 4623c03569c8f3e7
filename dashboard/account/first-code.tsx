// Ties an authenticator app to the account: it reads the QR code, and its first code proves that it did.
import { Button, Center, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { auth, type TwoFactorSecret } from '../api/auth.ts'
import { Copyable } from '../parts/copyable.tsx'
import { RefusalNote } from '../parts/refusal.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { QrCode } from './qr-code.tsx'

interface FirstCodeProps {
  secret: TwoFactorSecret | undefined
  close(): void
  done(): Promise<void>
}

export function FirstCode({ secret, close, done }: FirstCodeProps) {
  return (
    <Modal
      opened={secret !== undefined}
      onClose={close}
      title="Scan with your authenticator app"
      closeOnClickOutside={false}
    >
      {secret && <Form uri={secret.totpURI} done={done} />}
    </Modal>
  )
}

function Form({ uri, done }: { uri: string; done(): Promise<void> }) {
  const [code, setCode] = useState('')
  const { isBusy, refusal, submit } = useSubmit()
  const send = (event: FormEvent) => {
    event.preventDefault()
    void submit(async () => {
      await auth.giveCode(code.replaceAll(/\s/g, ''))
      await done()
    })
  }
  return (
    <form onSubmit={send}>
      <Stack gap="md">
        <Center>
          <QrCode text={uri} label="QR code for your authenticator app" />
        </Center>
        <Text size="sm" component="div">
          Or enter this key by hand:{' '}
          <Copyable value={new URL(uri).searchParams.get('secret') ?? ''} label="key" />
        </Text>
        <RefusalNote>{refusal}</RefusalNote>
        <TextInput
          label="Code from the app"
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          withAsterisk={false}
          data-autofocus
          value={code}
          onChange={event => setCode(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            Turn on
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
