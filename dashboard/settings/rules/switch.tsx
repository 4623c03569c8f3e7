// Switches a rule off and on: for all tenants, or for some.
import { Button, Group, Modal, Stack, Switch, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { RefusalNote } from '../../parts/refusal.tsx'
import { type Rule, type Rules, rulesQuery, switchRule } from './rules.ts'

interface SwitchRuleProps {
  rule: Rule | undefined
  tenants: Rules['tenants']
  close: () => void
}

export function SwitchRule({ rule, tenants, close }: SwitchRuleProps) {
  return (
    <Modal opened={rule !== undefined} onClose={close} title="Where the rule looks">
      {rule && <Switches rule={rule} tenants={tenants} close={close} />}
    </Modal>
  )
}

/** For the whole organization, in `usePresses`. */
const ALL = ''

function Switches({ rule, tenants, close }: SwitchRuleProps & { rule: Rule }) {
  const { pressed, refusal, press } = usePresses(rule.ruleId)
  const isOn = pressed.get(ALL) ?? !rule.isOffForAll
  return (
    <Stack>
      <Text style={{ overflowWrap: 'anywhere' }}>{rule.title}</Text>
      <Switch
        label="On for this organization"
        description="Off: it looks at no tenant."
        checked={isOn}
        onChange={({ currentTarget }) => press(ALL, currentTarget.checked)}
      />
      {tenants.length > 0 && (
        <Stack gap="xs" component="fieldset" m={0} p="sm" style={{ border: 0 }}>
          <Text component="legend" size="sm" fw={600}>
            Tenants
          </Text>
          {tenants.map(({ serviceTenantId, name }) => (
            <Switch
              key={serviceTenantId}
              label={name}
              checked={isOn && (pressed.get(serviceTenantId) ?? !rule.offFor.includes(serviceTenantId))}
              disabled={!isOn}
              onChange={({ currentTarget }) => press(serviceTenantId, currentTarget.checked)}
            />
          ))}
        </Stack>
      )}
      <RefusalNote>{refusal}</RefusalNote>
      <Group justify="flex-end">
        {/* The switches themselves stay as they are meanwhile: disabled, they would lose the focus. */}
        <Text size="sm" c="dimmed" role="status">
          {pressed.size > 0 && 'Saving…'}
        </Text>
        <Button onClick={close}>Done</Button>
      </Group>
    </Stack>
  )
}

/** Each press counts, however quickly one follows another: they are sent one by one, and shown as pressed meanwhile. */
function usePresses(ruleId: string) {
  const queries = useQueryClient()
  const [pressed, setPressed] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [refusal, setRefusal] = useState<string>()
  const line = useRef(Promise.resolve())
  const waiting = useRef(0)
  const press = (tenant: string, isOn: boolean) => {
    setRefusal(undefined)
    setPressed(before => new Map(before).set(tenant, isOn))
    waiting.current++
    line.current = line.current
      .then(() => switchRule(ruleId, tenant || undefined, isOn))
      .then(
        () => undefined,
        error => setRefusal(error instanceof Error ? error.message : String(error)),
      )
      .then(async () => {
        if (--waiting.current > 0) return
        await queries.invalidateQueries(rulesQuery)
        // Unless another was pressed while the list came.
        if (waiting.current === 0) setPressed(new Map())
      })
  }
  return { pressed, refusal, press }
}
