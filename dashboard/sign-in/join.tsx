// Where an invitation leads: somebody new makes an account, somebody known signs in and accepts.
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { readInvitation } from '../../src/console/members/invitations.ts'
import type { Answer } from '../../src/console/route.ts'
import { auth } from '../api/auth.ts'
import { change, read } from '../api/call.ts'
import { Loading } from '../parts/page.tsx'
import { RefusalNote } from '../parts/refusal.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { CodeStep } from './code-step.tsx'
import { Frame } from './frame.tsx'
import { NewPassword } from './new-password.tsx'
import { SignInForm } from './page.tsx'

type Invitation = Answer<typeof readInvitation>

const route = getRouteApi('/join')

export function JoinPage() {
  const { token = '' } = route.useSearch()
  const [needsCode, setNeedsCode] = useState(false)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => read<Invitation>('/invitation', { token }),
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (isPending) return <Loading />
  if (error)
    return (
      <Frame title="Join">
        <RefusalNote>{error.message}</RefusalNote>
        <Button component="a" href="/sign-in" variant="default">
          Go to sign-in
        </Button>
      </Frame>
    )
  const signedIn = () => {
    setNeedsCode(false)
    void refetch()
  }
  if (needsCode) return <CodeStep goOn={signedIn} back={() => setNeedsCode(false)} />
  const { organizationName, email, role, isKnown, signedInAs } = data
  return (
    <Frame
      title={`Join ${organizationName}`}
      lead={
        <>
          You are invited as <strong>{role}</strong>, as {email}.
        </>
      }
    >
      {!isKnown ? (
        <NewPersonForm token={token} email={email} />
      ) : signedInAs === email ? (
        <AcceptForm token={token} organizationName={organizationName} />
      ) : (
        <>
          <Text size="sm">
            {signedInAs
              ? `You are signed in as ${signedInAs}. Sign in as ${email} to accept.`
              : 'You have an account here already. Sign in to accept.'}
          </Text>
          <SignInForm
            to={`/join?token=${token}`}
            email={email}
            goOn={signedIn}
            askForCode={() => setNeedsCode(true)}
          />
        </>
      )}
    </Frame>
  )
}

function useGoIn() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    queries.clear()
    await navigate({ to: '/' })
  }
}

function NewPersonForm({ token, email }: { token: string; email: string }) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { isBusy, refusal, submit } = useSubmit()
  const goIn = useGoIn()
  const send = (event: FormEvent) => {
    event.preventDefault()
    void submit(async () => {
      await change('POST', '/invitation/join', { token, name, password })
      await auth.signIn(email, password)
      await goIn()
    })
  }
  return (
    <form onSubmit={send}>
      <Stack gap="md">
        <RefusalNote>{refusal}</RefusalNote>
        <TextInput
          label="Your name"
          autoComplete="name"
          required
          withAsterisk={false}
          autoFocus
          maxLength={100}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
        {/* For the password manager, which keeps a name with every password. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <NewPassword value={password} onChange={setPassword} />
        <Button type="submit" loading={isBusy} fullWidth>
          Join
        </Button>
      </Stack>
    </form>
  )
}

function AcceptForm({ token, organizationName }: { token: string; organizationName: string }) {
  const { isBusy, refusal, submit } = useSubmit()
  const goIn = useGoIn()
  const accept = () =>
    submit(async () => {
      await change('POST', '/invitation/accept', { token })
      await goIn()
    })
  return (
    <Stack gap="md">
      <RefusalNote>{refusal}</RefusalNote>
      <Button onClick={accept} loading={isBusy} fullWidth>
        Join {organizationName}
      </Button>
    </Stack>
  )
}
