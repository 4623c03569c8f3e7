// Changes an incident's state, with a reason.
import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { Move } from '../../src/incidents/moves.ts'
import { change, Refusal } from '../api/call.ts'
import { keepPlace } from '../parts/confirm.tsx'
import { showDone } from '../parts/notify.ts'
import { useSubmit } from '../parts/use-submit.ts'
import { type Incident, incidentPath } from './search.ts'

interface MoveWords {
  label: string
  done: string
  explanation(incident: Incident): string
  example: string
}

const MOVES: Record<Move, MoveWords> = {
  contain: {
    label: 'Mark as contained',
    done: 'Marked as contained.',
    explanation: () =>
      'Says that the attacker is out: sessions revoked, sign-in blocked. Vedette records it and stops the dwell time; it does not change the account.',
    example: 'Sessions revoked and sign-in blocked in Entra',
  },
  remediate: {
    label: 'Mark as remediated',
    done: 'Marked as remediated.',
    explanation: () =>
      'Says that the account is safe again: password reset, what the attacker left behind removed.',
    example: 'Password reset, inbox rule removed',
  },
  'mark as false positive': {
    label: 'Mark as false positive',
    done: 'Marked as a false positive.',
    explanation: incident =>
      ['Says that there was no attacker. The dwell time stops.', sayConsequence(incident)].join(' ').trim(),
    example: 'The user confirms a business trip',
  },
  reopen: {
    label: 'Reopen',
    done: 'Reopened.',
    explanation: ({ status }) =>
      status === 'FALSE_POSITIVE'
        ? 'Says that it was no false alarm: the attacker is, or may be, in. The dwell time counts on from the first act, and what was done from the same addresses and in the same sessions counts again.'
        : 'Says that the attacker is, or may be, in again. The dwell time counts on from the first act.',
    example: 'Signed in again from the same network',
  },
}

const ADDRESSES_NAMED = 3

/** What detection lets pass afterwards (see src/monitor/settle.ts); nothing where it has not raised the incident. */
function sayConsequence({ attack }: Incident): string {
  if (!attack) return ''
  const { addresses, sessions } = attack
  const named = addresses.slice(0, ADDRESSES_NAMED)
  const more = addresses.length - named.length
  const from =
    named.length > 0 &&
    `from ${named.join(', ')}${more > 0 ? ` and ${more.toLocaleString()} more ${more === 1 ? 'address' : 'addresses'}` : ''}`
  const during = sessions.length > 0 && `in ${sessions.length === 1 ? 'its session' : 'its sessions'}`
  const where = [from, during].filter(Boolean).join(' or ')
  return where && `From then on, whatever this account does ${where} is not taken for an attack.`
}

export function MoveButtons({ incident }: { incident: Incident }) {
  const [move, setMove] = useState<Move | null>(null)
  // Closed by mistake, the dialog comes back with what was written in it.
  const [reasons, setReasons] = useState<Partial<Record<Move, string>>>({})
  return (
    <>
      {incident.moves.map((each, index) => (
        <Button key={each} variant={index === 0 ? 'filled' : 'default'} onClick={() => setMove(each)}>
          {MOVES[each].label}
        </Button>
      ))}
      <Modal
        opened={move !== null}
        onClose={() => setMove(null)}
        // The button that opened it may be gone with the move.
        onExitTransitionEnd={keepPlace}
        title={move && MOVES[move].label}
      >
        {move && (
          <MoveForm
            incident={incident}
            move={move}
            reason={reasons[move] ?? ''}
            setReason={reason => setReasons({ ...reasons, [move]: reason })}
            onClose={() => setMove(null)}
          />
        )}
      </Modal>
    </>
  )
}

interface MoveFormProps {
  incident: Incident
  move: Move
  reason: string
  setReason(reason: string): void
  onClose(): void
}

function MoveForm({ incident, move, reason, setReason, onClose }: MoveFormProps) {
  const queries = useQueryClient()
  const { label, done, explanation, example } = MOVES[move]
  // How much history was seen is settled when the dialog opens: a live update behind it must not pass for having been read.
  const [movesSeen] = useState(incident.history.length)
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const { isBusy, refusal, submit } = useSubmit()
  const [isLate, setLate] = useState(false)

  const reload = () => queries.invalidateQueries({ queryKey: ['incidents'] })
  const send = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!reason.trim())
    if (!reason.trim()) return field.current?.focus()
    void submit(async () => {
      setLate(false)
      const address = { serviceTenantId: incident.tenant.serviceTenantId, id: incident.id }
      try {
        await change('POST', `${incidentPath(address)}/moves`, { move, reason, movesSeen })
      } catch (error) {
        setLate(error instanceof Refusal && error.status === 409)
        throw error
      }
      setReason('')
      await reload()
      showDone(done)
      onClose()
    })
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {explanation(incident)}
        </Text>
        <Textarea
          ref={field}
          label="Reason"
          description="Kept in the incident’s history."
          placeholder={example}
          required
          autosize
          minRows={3}
          maxLength={2000}
          data-autofocus
          value={reason}
          error={isMissing && 'Say why: the reason must not be empty.'}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {refusal && (
          <Alert color="red" role="alert" title={isLate ? 'Somebody was first' : 'That did not work'}>
            <Stack gap="xs" align="flex-start">
              <Text size="sm">{refusal}</Text>
              {isLate && (
                <Button
                  size="xs"
                  variant="default"
                  onClick={async () => {
                    await reload()
                    onClose()
                  }}
                >
                  Show the incident as it is now
                </Button>
              )}
            </Stack>
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
