// A new password; every other session ends with the old one.
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { auth } from '../api/auth.ts'
import { showDone } from '../parts/notify.ts'
import { RefusalNote } from '../parts/refusal.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { NewPassword } from '../sign-in/new-password.tsx'

export function PasswordForm() {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const { isBusy, refusal, submit } = useSubmit()
  const queries = useQueryClient()
  const send = (event: FormEvent) => {
    event.preventDefault()
    void submit(async () => {
      await auth.changePassword(current, next)
      setCurrent('')
      setNext('')
      await queries.invalidateQueries()
      showDone('Your password is changed. You are signed out everywhere else.')
    })
  }
  return (
    <form onSubmit={send}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Changing it signs you out everywhere else.
        </Text>
        <RefusalNote>{refusal}</RefusalNote>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={current}
          onChange={event => setCurrent(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show what you typed' }}
        />
        <NewPassword label="New password" value={next} onChange={setNext} />
        <Group>
          <Button type="submit" variant="default" loading={isBusy}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
