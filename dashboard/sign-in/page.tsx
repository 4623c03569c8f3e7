// Sign-in: by password, passkey or the company's own sign-in; then on to where the reader was going.
import { Alert, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core'
import { IconBuilding, IconFingerprint } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { auth, canUsePasskeys, signInWithPasskey } from '../api/auth.ts'
import { AnchorLink } from '../parts/anchor-link.tsx'
import { RefusalNote } from '../parts/refusal.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { CodeStep } from './code-step.tsx'
import { Frame } from './frame.tsx'
import { signInOptionsQuery } from './options.ts'

/** What single sign-on comes back with when it did not end well. */
const ERRORS: Record<string, string> = {
  no_organization: 'You do not belong to any organization. Ask an Admin for an invitation.',
  signup_disabled: 'Nobody here is known by that address. Ask an Admin for an invitation.',
  access_denied: 'Sign-in was cancelled.',
}

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const { to = '/', error } = route.useSearch()
  const [needsCode, setNeedsCode] = useState(false)
  const queries = useQueryClient()
  const router = useRouter()
  const goOn = () => {
    queries.clear()
    router.history.push(to)
  }
  if (needsCode) return <CodeStep goOn={goOn} back={() => setNeedsCode(false)} />
  return (
    <Frame title="Sign in">
      <SignInForm
        to={to}
        note={error && (ERRORS[error] ?? 'Sign-in did not succeed. Try again, or sign in another way.')}
        goOn={goOn}
        askForCode={() => setNeedsCode(true)}
      />
    </Frame>
  )
}

interface SignInFormProps {
  to: string
  /** Filled in and fixed: whoever has an invitation signs in as the invited. */
  email?: string
  note?: string | undefined
  goOn(): void
  askForCode(): void
}

export function SignInForm({ to, email: fixedEmail, note, goOn, askForCode }: SignInFormProps) {
  const { data: options } = useQuery(signInOptionsQuery)
  const [email, setEmail] = useState(fixedEmail ?? '')
  const [password, setPassword] = useState('')
  const { isBusy, refusal, submit } = useSubmit()
  const send = (event: FormEvent) => {
    event.preventDefault()
    void submit(async () => {
      const { needsCode } = await auth.signIn(email.trim(), password)
      if (needsCode) askForCode()
      else goOn()
    })
  }
  const withPasskey = () =>
    submit(async () => {
      await signInWithPasskey()
      goOn()
    })
  return (
    <Stack gap="md">
      {options?.isEmpty && (
        <Alert title="There is no organization here yet">
          Vedette printed a one-time link when it started: open that to make one. A restart prints a new link.
        </Alert>
      )}
      <RefusalNote>{refusal ?? note}</RefusalNote>
      <form onSubmit={send}>
        <Stack gap="md">
          <TextInput
            label="Email"
            type="email"
            name="email"
            autoComplete="username webauthn"
            required
            withAsterisk={false}
            readOnly={fixedEmail !== undefined}
            autoFocus={fixedEmail === undefined}
            value={email}
            onChange={event => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={password}
            onChange={event => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': 'Show what you typed' }}
          />
          <Button type="submit" loading={isBusy} fullWidth>
            Sign in
          </Button>
          <AnchorLink
            to="/forgotten-password"
            search={email.trim() ? { email: email.trim() } : {}}
            size="sm"
            ta="center"
          >
            Forgotten your password?
          </AnchorLink>
        </Stack>
      </form>
      {(canUsePasskeys || options?.singleSignOn) && <Divider label="or" />}
      {canUsePasskeys && (
        <Button
          variant="default"
          fullWidth
          leftSection={<IconFingerprint size={18} />}
          onClick={withPasskey}
          disabled={isBusy}
        >
          Sign in with a passkey
        </Button>
      )}
      {options?.singleSignOn && (
        <Button
          variant="default"
          fullWidth
          leftSection={<IconBuilding size={18} />}
          onClick={() => submit(() => auth.signInAtProvider(to))}
          disabled={isBusy}
        >
          Sign in with {options.singleSignOn}
        </Button>
      )}
    </Stack>
  )
}
