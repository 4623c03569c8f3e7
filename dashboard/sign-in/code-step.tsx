// The second step of signing in: a code from the authenticator app, or one of the recovery codes.
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { auth } from '../api/auth.ts'
import { RefusalNote } from '../parts/refusal.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { Frame } from './frame.tsx'

export const CodeStep = ({ goOn, back }: { goOn(): void; back(): void }) => (
  <Frame title="Two-factor sign-in">
    <CodeForm action="Sign in" goOn={goOn} back={back} />
  </Frame>
)

export function CodeForm({ action, goOn, back }: { action: string; goOn(): void; back?: () => void }) {
  const [isRecovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const { isBusy, refusal, setRefusal, submit } = useSubmit()
  const send = (event: FormEvent) => {
    event.preventDefault()
    void submit(async () => {
      try {
        await (isRecovery ? auth.giveRecoveryCode(code.trim()) : auth.giveCode(code.replaceAll(/\s/g, '')))
      } catch (error) {
        setCode('')
        throw error
      }
      goOn()
    })
  }
  const change = () => {
    setRecovery(!isRecovery)
    setCode('')
    setRefusal(undefined)
  }
  return (
    <Stack gap="md">
      <Text c="dimmed" size="sm">
        {isRecovery
          ? 'Enter one of the recovery codes you kept. Each works once.'
          : 'Enter the code that your authenticator app shows for Vedette.'}
      </Text>
      <RefusalNote>{refusal}</RefusalNote>
      <form onSubmit={send}>
        <Stack gap="md">
          <TextInput
            key={isRecovery ? 'recovery' : 'code'}
            label={isRecovery ? 'Recovery code' : 'Code'}
            name="code"
            autoComplete="one-time-code"
            inputMode={isRecovery ? 'text' : 'numeric'}
            required
            withAsterisk={false}
            autoFocus
            value={code}
            onChange={event => setCode(event.currentTarget.value)}
          />
          <Button type="submit" loading={isBusy} fullWidth>
            {action}
          </Button>
        </Stack>
      </form>
      <Group justify="space-between">
        <Anchor component="button" type="button" size="sm" onClick={change}>
          {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </Anchor>
        {back && (
          <Anchor component="button" type="button" size="sm" onClick={back}>
            Start again
          </Anchor>
        )}
      </Group>
    </Stack>
  )
}
