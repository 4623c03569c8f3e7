// One's own account: name, password, second factor, passkeys, and where one is signed in.
import { Card, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Asked } from '../parts/asked.tsx'
import { Page } from '../parts/page.tsx'
import { type Account, accountQuery } from './account.ts'
import { NameForm } from './name.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password.tsx'
import { Sessions } from './sessions.tsx'
import { TwoFactor } from './two-factor.tsx'

export function AccountPage() {
  const question = useQuery(accountQuery)
  return (
    <Page title="Your account" description={question.data?.email}>
      <Asked question={question}>{account => <Sections account={account} />}</Asked>
    </Page>
  )
}

function Sections({ account }: { account: Account }) {
  const { name, hasPassword, hasTwoFactor, singleSignOn, passkeys, sessions } = account
  return (
    <Stack gap="lg" maw={760}>
      <Section title="Profile">
        <NameForm name={name} />
      </Section>
      {hasPassword ? (
        <>
          <Section title="Password">
            <PasswordForm />
          </Section>
          <Section title="Two-factor sign-in">
            <TwoFactor isOn={hasTwoFactor} />
          </Section>
        </>
      ) : (
        <Section title="Password">
          <Text size="sm">
            You have none: you sign in with {singleSignOn ?? 'a passkey'}, which also decides about a second
            factor.
          </Text>
        </Section>
      )}
      <Section title="Passkeys">
        <Passkeys passkeys={passkeys} />
      </Section>
      <Section title="Where you are signed in">
        <Sessions sessions={sessions} />
      </Section>
    </Stack>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card withBorder>
    <Title order={2} size="h4" mb="sm">
      {title}
    </Title>
    {children}
  </Card>
)
