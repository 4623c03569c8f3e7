// Switches a rule off and on: for all tenants, or for some.
import { Button, Group, Modal, Stack, Switch, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { RefusalNote } from '../../parts/refusal.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { type Rule, type Rules, rulesQuery, switchRule } from './rules.ts'

interface SwitchRuleProps {
  rule: Rule | undefined
  tenants: Rules['tenants']
  close: () => void
}

export function SwitchRule({ rule, tenants, close }: SwitchRuleProps) {
  const queries = useQueryClient()
  const { isBusy, refusal, submit } = useSubmit()
  const turn = (serviceTenantId: string | undefined, isOn: boolean) =>
    submit(async () => {
      await switchRule(rule!.ruleId, serviceTenantId, isOn)
      await queries.invalidateQueries(rulesQuery)
    })
  return (
    <Modal opened={rule !== undefined} onClose={close} title="Where the rule looks">
      {rule && (
        <Stack>
          <Text style={{ overflowWrap: 'anywhere' }}>{rule.title}</Text>
          <Switch
            label="On for this organization"
            description="Off: it looks at no tenant."
            checked={!rule.isOffForAll}
            onChange={({ currentTarget }) => turn(undefined, currentTarget.checked)}
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
                  checked={!rule.isOffForAll && !rule.offFor.includes(serviceTenantId)}
                  disabled={rule.isOffForAll}
                  onChange={({ currentTarget }) => turn(serviceTenantId, currentTarget.checked)}
                />
              ))}
            </Stack>
          )}
          <RefusalNote>{refusal}</RefusalNote>
          <Group justify="flex-end">
            {/* The switches themselves stay as they are meanwhile: disabled, they would lose the focus. */}
            <Text size="sm" c="dimmed" role="status">
              {isBusy && 'Saving…'}
            </Text>
            <Button onClick={close}>Done</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
