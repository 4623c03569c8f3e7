// Declares travel of a person, and a network to trust.
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { showDone } from '../../parts/notify.ts'
import { RefusalNote } from '../../parts/refusal.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { declaredQuery, declareTravel, trustNetwork } from './declared.ts'

interface FormProps {
  serviceTenantId: string
  /** By the server's clock, in UTC. */
  today: string
}

function useDeclaring(serviceTenantId: string) {
  const queries = useQueryClient()
  const { isBusy, refusal, submit } = useSubmit()
  const declare = (event: FormEvent, work: () => Promise<unknown>, done: string, clear: () => void) => {
    event.preventDefault()
    void submit(async () => {
      await work()
      await queries.invalidateQueries(declaredQuery(serviceTenantId))
      showDone(done)
      clear()
    })
  }
  return { isBusy, refusal, declare }
}

export function TravelForm({ serviceTenantId, today }: FormProps) {
  const { isBusy, refusal, declare } = useDeclaring(serviceTenantId)
  const [user, setUser] = useState('')
  const [countries, setCountries] = useState('')
  const [fromOn, setFrom] = useState(today)
  const [untilOn, setUntil] = useState('')
  return (
    <form
      onSubmit={event =>
        declare(
          event,
          () =>
            declareTravel(serviceTenantId, {
              user,
              countries: countries.split(/[\s,;]+/).filter(Boolean),
              fromOn,
              untilOn,
            }),
          `Declared travel of ${user}.`,
          () => setUser(''),
        )
      }
    >
      <Stack gap="sm">
        <Group align="flex-end">
          <TextInput
            label="Sign-in name"
            placeholder="ana@contoso.com"
            required
            value={user}
            onChange={({ currentTarget }) => setUser(currentTarget.value)}
          />
          <TextInput
            label="Countries"
            description="Two letters each, such as FR, DE"
            required
            value={countries}
            onChange={({ currentTarget }) => setCountries(currentTarget.value)}
          />
          <TextInput
            type="date"
            label="From"
            required
            value={fromOn}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
          <TextInput
            type="date"
            label="Until and including"
            required
            min={today}
            value={untilOn}
            onChange={({ currentTarget }) => setUntil(currentTarget.value)}
          />
          <Button type="submit" loading={isBusy}>
            Declare travel
          </Button>
        </Group>
        <RefusalNote>{refusal}</RefusalNote>
      </Stack>
    </form>
  )
}

export function NetworkForm({ serviceTenantId, today }: FormProps) {
  const { isBusy, refusal, declare } = useDeclaring(serviceTenantId)
  const [network, setNetwork] = useState('')
  const [note, setNote] = useState('')
  const [untilOn, setUntil] = useState('')
  return (
    <form
      onSubmit={event =>
        declare(
          event,
          () => trustNetwork(serviceTenantId, { network, note, untilOn }),
          `${network} is trusted until ${untilOn}.`,
          () => {
            setNetwork('')
            setNote('')
          },
        )
      }
    >
      <Stack gap="sm">
        <Group align="flex-end">
          <TextInput
            label="Network"
            description="Such as 203.0.113.0/24 or AS64500"
            required
            value={network}
            onChange={({ currentTarget }) => setNetwork(currentTarget.value)}
          />
          <TextInput
            label="Note"
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          <TextInput
            type="date"
            label="Trusted until"
            required
            min={today}
            value={untilOn}
            onChange={({ currentTarget }) => setUntil(currentTarget.value)}
          />
          <Button type="submit" loading={isBusy}>
            Trust the network
          </Button>
        </Group>
        <RefusalNote>{refusal}</RefusalNote>
      </Stack>
    </form>
  )
}
