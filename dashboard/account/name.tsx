// The name that colleagues see.
import { Button, Group, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { change } from '../api/call.ts'
import { showDone } from '../parts/notify.ts'
import { RefusalNote } from '../parts/refusal.tsx'
import { useSubmit } from '../parts/use-submit.ts'

export function NameForm({ name: known }: { name: string }) {
  const [name, setName] = useState(known)
  const { isBusy, refusal, submit } = useSubmit()
  const queries = useQueryClient()
  const send = (event: FormEvent) => {
    event.preventDefault()
    void submit(async () => {
      await change('PATCH', '/account', { name })
      await queries.invalidateQueries()
      showDone('Your name is changed.')
    })
  }
  return (
    <form onSubmit={send}>
      <RefusalNote>{refusal}</RefusalNote>
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Your name"
          autoComplete="name"
          required
          withAsterisk={false}
          maxLength={100}
          flex={1}
          miw={200}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={isBusy} disabled={name.trim() === known}>
          Save name
        </Button>
      </Group>
    </form>
  )
}
