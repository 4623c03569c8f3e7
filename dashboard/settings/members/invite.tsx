// Inviting somebody: their address and role, then the link, shown once.
import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { makeInvitation } from '../../../src/console/members/invitations.ts'
import type { Answer } from '../../../src/console/route.ts'
import { change } from '../../api/call.ts'
import { Copyable } from '../../parts/copyable.tsx'
import { RefusalNote } from '../../parts/refusal.tsx'
import { ShownOnce } from '../../parts/shown-once.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { membersQuery, ROLES } from './members.ts'

type Made = Answer<typeof makeInvitation> & { email: string }

export function Invite({ isOpen, close, isMailSet }: { isOpen: boolean; close(): void; isMailSet: boolean }) {
  const [made, setMade] = useState<Made>()
  const [isOnItsWay, setOnItsWay] = useState(false)
  return (
    <ShownOnce
      opened={isOpen}
      onClose={close}
      isHeld={isOpen && (isOnItsWay || made !== undefined)}
      question="The link will not be shown again. Leave without having kept it?"
      onExitTransitionEnd={() => setMade(undefined)}
      title={made ? `Invitation for ${made.email}` : 'Invite a member'}
    >
      {made ? (
        <Shown made={made} close={close} />
      ) : (
        <Form isMailSet={isMailSet} onAsked={setOnItsWay} show={setMade} />
      )}
    </ShownOnce>
  )
}

interface FormProps {
  isMailSet: boolean
  /** Whether an invitation is being made. */
  onAsked(isOnItsWay: boolean): void
  show(made: Made): void
}

function Form({ isMailSet, onAsked, show }: FormProps) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<string>('Full Member')
  const { isBusy, refusal, submit } = useSubmit()
  const queries = useQueryClient()
  const send = (event: FormEvent) => {
    event.preventDefault()
    void submit(async () => {
      onAsked(true)
      try {
        const made = await change<Answer<typeof makeInvitation>>('POST', '/invitations', { email, role })
        void queries.invalidateQueries({ queryKey: membersQuery.queryKey })
        show({ ...made, email: email.trim().toLowerCase() })
      } finally {
        onAsked(false)
      }
    })
  }
  return (
    <form onSubmit={send}>
      <Stack gap="md">
        <RefusalNote>{refusal}</RefusalNote>
        <TextInput
          label="Email"
          type="email"
          autoComplete="off"
          required
          withAsterisk={false}
          data-autofocus
          value={email}
          onChange={event => setEmail(event.currentTarget.value)}
        />
        <NativeSelect
          label="Role"
          description="Admins manage members, keys and tenants; Full Members do not."
          data={[...ROLES]}
          value={role}
          onChange={event => setRole(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          {isMailSet
            ? 'The link is mailed to them, and shown to you once.'
            : 'You get a link to hand over yourself: this installation sends no mail.'}
        </Text>
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            Make invitation
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Shown({ made: { link, mail, email }, close }: { made: Made; close(): void }) {
  const words = useRef<HTMLParagraphElement>(null)
  // The dialog was open before: where its focus was is gone.
  useEffect(() => words.current?.focus(), [])
  return (
    <Stack gap="md">
      {mail === 'sent' && <Alert color="teal">The link is on its way to {email}.</Alert>}
      {mail === 'failed' && (
        <Alert color="yellow">The mail could not be sent. Hand the link over yourself.</Alert>
      )}
      <Text size="sm" ref={words} tabIndex={-1} style={{ outline: 'none' }}>
        Whoever opens this link joins as {email}. It works once, within seven days, and is not shown again.
      </Text>
      <Copyable value={link} label="invitation link" />
      <Group justify="flex-end">
        <Button onClick={close}>Done</Button>
      </Group>
    </Stack>
  )
}
