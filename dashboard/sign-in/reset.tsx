// Where the link for a forgotten password leads: a new one is chosen, and used at once to sign in.
import { Button, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { readReset } from '../../src/console/members/password-reset.ts'
import type { Answer } from '../../src/console/route.ts'
import { auth } from '../api/auth.ts'
import { change, read } from '../api/call.ts'
import { AnchorLink } from '../parts/anchor-link.tsx'
import { Loading } from '../parts/page.tsx'
import { RefusalNote } from '../parts/refusal.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { CodeStep } from './code-step.tsx'
import { Frame } from './frame.tsx'
import { NewPassword } from './new-password.tsx'

const route = getRouteApi('/reset-password')

export function ResetPage() {
  const { token = '' } = route.useSearch()
  const [needsCode, setNeedsCode] = useState(false)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data, error, isPending } = useQuery({
    queryKey: ['password-reset', token],
    queryFn: () => read<Answer<typeof readReset>>('/password-reset', { token }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const goIn = async () => {
    queries.clear()
    await navigate({ to: '/' })
  }
  if (needsCode) return <CodeStep goOn={() => void goIn()} back={() => void navigate({ to: '/sign-in' })} />
  if (isPending) return <Loading />
  if (error)
    return (
      <Frame title="Choose a new password">
        <RefusalNote>{error.message}</RefusalNote>
        <AnchorLink to="/forgotten-password" size="sm">
          Ask for a new link
        </AnchorLink>
      </Frame>
    )
  return (
    <Frame title="Choose a new password" lead={`For ${data.email}. You are signed out everywhere else.`}>
      <ResetForm token={token} email={data.email} goIn={goIn} askForCode={() => setNeedsCode(true)} />
    </Frame>
  )
}

interface ResetFormProps {
  token: string
  email: string
  goIn(): Promise<void>
  askForCode(): void
}

function ResetForm({ token, email, goIn, askForCode }: ResetFormProps) {
  const [password, setPassword] = useState('')
  const { isBusy, refusal, submit } = useSubmit()
  const send = (event: FormEvent) => {
    event.preventDefault()
    void submit(async () => {
      await change('POST', '/password-reset/use', { token, password })
      // The password is set whatever comes of this; the link is used up, and the form with it.
      const signedIn = await auth.signIn(email, password).catch(() => undefined)
      if (signedIn?.needsCode) askForCode()
      else await goIn()
    })
  }
  return (
    <form onSubmit={send}>
      <Stack gap="md">
        <RefusalNote>{refusal}</RefusalNote>
        {/* For the password manager, which keeps a name with every password. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <NewPassword label="New password" value={password} onChange={setPassword} />
        <Button type="submit" loading={isBusy} fullWidth>
          Set the password
        </Button>
      </Stack>
    </form>
  )
}
