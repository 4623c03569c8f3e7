// Declares travel of a person, and a network to trust.
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { formatDay } from '../../parts/moment.tsx'
import { showDone, showWarning } from '../../parts/notify.ts'
import { RefusalNote } from '../../parts/refusal.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { declaredQuery, declareTravel, trustNetwork } from './declared.ts'

interface FormProps {
  serviceTenantId: string
  /** By the server's clock, in UTC. */
  today: string
}

/** Nothing is declared for longer (src/console/tenants/declare.ts). */
const inAYear = (today: string) => new Date(Date.parse(today) + 366 * 86_400_000).toISOString().slice(0, 10)

export const TravelForm = ({ serviceTenantId, today }: FormProps) => (
  <DeclareForm
    fields={{
      user: { label: 'Sign-in name', placeholder: 'ana@contoso.com' },
      countries: { label: 'Countries', description: 'Two letters each, such as FR, DE' },
      fromOn: { label: 'From', type: 'date', initially: today, max: inAYear(today) },
      untilOn: { label: 'Until and including', type: 'date', min: today, max: inAYear(today) },
    }}
    action="Declare travel"
    work={async ({ countries, ...rest }) => {
      const { warning } = await declareTravel(serviceTenantId, {
        ...rest,
        countries: countries.split(/[\s,;]+/).filter(Boolean),
      })
      return { said: `Declared travel of ${rest.user}.`, warning }
    }}
  />
)

export const NetworkForm = ({ serviceTenantId, today }: FormProps) => (
  <DeclareForm
    fields={{
      network: { label: 'Network', description: 'Such as 203.0.113.0/24, 203.0.113.5 or AS64500' },
      note: { label: 'Note', required: false },
      untilOn: { label: 'Trusted until', type: 'date', min: today, max: inAYear(today) },
    }}
    action="Trust the network"
    work={async given => {
      await trustNetwork(serviceTenantId, given)
      return { said: `${given.network} is trusted until ${formatDay(given.untilOn)}.` }
    }}
  />
)

interface Field {
  label: string
  description?: string
  placeholder?: string
  type?: 'date'
  min?: string
  max?: string
  required?: boolean
  initially?: string
}

interface DeclareFormProps<Name extends string> {
  fields: Record<Name, Field>
  action: string
  /** Returns what to say when it is done, and what to look at again. */
  work(given: Record<Name, string>): Promise<{ said: string; warning?: string | null }>
}

function DeclareForm<Name extends string>({ fields, action, work }: DeclareFormProps<Name>) {
  const queries = useQueryClient()
  const { isBusy, refusal, submit } = useSubmit()
  const names = Object.keys(fields) as Name[]
  const empty = () =>
    Object.fromEntries(names.map(name => [name, fields[name].initially ?? ''])) as Record<Name, string>
  const [given, setGiven] = useState(empty)
  const send = (event: FormEvent) => {
    event.preventDefault()
    void submit(async () => {
      const { said, warning } = await work(given)
      await queries.invalidateQueries(declaredQuery())
      if (warning) showWarning(`${said} ${warning}`)
      else showDone(said)
      setGiven(empty())
    })
  }
  return (
    <form onSubmit={send}>
      <Stack gap="sm">
        <Group align="flex-end">
          {names.map(name => {
            const { initially: _, ...field }: Field = fields[name]
            return (
              <TextInput
                key={name}
                required
                withAsterisk={false}
                w={{ base: '100%', xs: 'auto' }}
                {...field}
                value={given[name]}
                onChange={({ currentTarget: { value } }) =>
                  setGiven(before => ({ ...before, [name]: value }))
                }
              />
            )
          })}
          <Button type="submit" loading={isBusy}>
            {action}
          </Button>
        </Group>
        <RefusalNote>{refusal}</RefusalNote>
      </Stack>
    </form>
  )
}
