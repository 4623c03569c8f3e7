// For whoever has forgotten their password: a link by mail, or a word on whom to ask.
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { change } from '../api/call.ts'
import { AnchorLink } from '../parts/anchor-link.tsx'
import { Failure, Loading } from '../parts/page.tsx'
import { RefusalNote } from '../parts/refusal.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { Frame } from './frame.tsx'
import { signInOptionsQuery } from './options.ts'

const route = getRouteApi('/forgotten-password')
const TITLE = 'Forgotten your password?'

export function ForgottenPage() {
  const { email: given = '' } = route.useSearch()
  const { data: options, error, refetch } = useQuery(signInOptionsQuery)
  const [sentTo, setSentTo] = useState<string>()
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (!options) return <Loading />
  if (sentTo !== undefined) return <Sent email={sentTo} again={() => setSentTo(undefined)} />
  if (options.canMail) return <AskForm given={given} done={setSentTo} />
  return (
    <Frame title={TITLE}>
      <Text size="sm">
        Vedette cannot send mail here. Ask whoever runs this installation: they can give you a link with which
        you choose a new password.
      </Text>
      <BackToSignIn />
    </Frame>
  )
}

function AskForm({ given, done }: { given: string; done(email: string): void }) {
  const [email, setEmail] = useState(given)
  const { isBusy, refusal, submit } = useSubmit()
  const send = (event: FormEvent) => {
    event.preventDefault()
    void submit(async () => {
      await change('POST', '/password-reset', { email })
      done(email.trim())
    })
  }
  return (
    <Frame title={TITLE} lead="Enter your email address, and a link to choose a new one is sent to it.">
      <form onSubmit={send}>
        <Stack gap="md">
          <RefusalNote>{refusal}</RefusalNote>
          <TextInput
            label="Email"
            type="email"
            name="email"
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
            value={email}
            onChange={event => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" loading={isBusy} fullWidth>
            Send the link
          </Button>
        </Stack>
      </form>
      <BackToSignIn />
    </Frame>
  )
}

/** The same whether anybody has this address or not. */
function Sent({ email, again }: { email: string; again(): void }) {
  return (
    <Frame title="Look into your mail">
      <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
        If {email} has an account here, a link is on its way to it. It works once, and for an hour. Nothing
        there? Look among the unwanted mail, or ask whoever runs this installation.
      </Text>
      <Button variant="default" onClick={again}>
        Use another address
      </Button>
      <BackToSignIn />
    </Frame>
  )
}

const BackToSignIn = () => (
  <AnchorLink to="/sign-in" size="sm">
    Back to sign-in
  </AnchorLink>
)
