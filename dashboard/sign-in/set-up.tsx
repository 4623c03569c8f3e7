// First start: makes the organization and its first Admin, by the link that `serve` printed.
import { Button, Stack, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { auth } from '../api/auth.ts'
import { change, read } from '../api/call.ts'
import { Loading } from '../parts/page.tsx'
import { RefusalNote } from '../parts/refusal.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { Frame } from './frame.tsx'
import { NewPassword } from './new-password.tsx'

const route = getRouteApi('/set-up')

export function SetUpPage() {
  const { token = '' } = route.useSearch()
  const { error, isPending } = useQuery({
    queryKey: ['set-up', token],
    queryFn: () => read('/set-up', { token }),
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (isPending) return <Loading />
  if (error)
    return (
      <Frame title="Set up Vedette">
        <RefusalNote>{error.message}</RefusalNote>
        <Button component="a" href="/sign-in" variant="default">
          Go to sign-in
        </Button>
      </Frame>
    )
  return <SetUpForm token={token} />
}

function SetUpForm({ token }: { token: string }) {
  const [organizationName, setOrganizationName] = useState('')
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { isBusy, refusal, submit } = useSubmit()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const send = (event: FormEvent) => {
    event.preventDefault()
    void submit(async () => {
      await change('POST', '/set-up', { token, organizationName, name, email, password })
      await auth.signIn(email.trim(), password)
      queries.clear()
      await navigate({ to: '/' })
    })
  }
  return (
    <Frame title="Set up Vedette" lead="Make your organization, and yourself its first Admin.">
      <RefusalNote>{refusal}</RefusalNote>
      <form onSubmit={send}>
        <Stack gap="md">
          <TextInput
            label="Organization"
            description="Your company's name, as colleagues will see it."
            autoComplete="organization"
            required
            withAsterisk={false}
            autoFocus
            maxLength={100}
            value={organizationName}
            onChange={event => setOrganizationName(event.currentTarget.value)}
          />
          <TextInput
            label="Your name"
            autoComplete="name"
            required
            withAsterisk={false}
            maxLength={100}
            value={name}
            onChange={event => setName(event.currentTarget.value)}
          />
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            value={email}
            onChange={event => setEmail(event.currentTarget.value)}
          />
          <NewPassword value={password} onChange={setPassword} />
          <Button type="submit" loading={isBusy} fullWidth>
            Set up
          </Button>
        </Stack>
      </form>
    </Frame>
  )
}
