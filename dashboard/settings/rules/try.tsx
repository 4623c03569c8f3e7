// A dry run: what a rule would have found in a tenant's stored records.
import { Button, Group, Modal, NativeSelect, Stack, Table, Text } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { Moment } from '../../parts/moment.tsx'
import { countOf, formatCount } from '../../parts/numbers.ts'
import { RefusalNote } from '../../parts/refusal.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { WideTable } from '../../parts/wide-table.tsx'
import { type Rule, type Rules, type Tried, tryRule } from './rules.ts'
import { RuleWarning } from './warning.tsx'

interface TryRuleProps {
  rule: Rule | undefined
  tenants: Rules['tenants']
  close: () => void
}

export const TryRule = ({ rule, tenants, close }: TryRuleProps) => (
  <Modal opened={rule !== undefined} onClose={close} size="lg" title="Dry run">
    {rule && (
      <Stack>
        <Text style={{ overflowWrap: 'anywhere' }}>{rule.title}</Text>
        <DryRun tenants={tenants} what={{ ruleId: rule.ruleId }} />
      </Stack>
    )}
  </Modal>
)

const DAYS = [1, 7, 30, 90]

export function DryRun({
  tenants,
  what,
}: {
  tenants: Rules['tenants']
  what: { ruleId: string } | { text: string }
}) {
  const { isBusy, refusal, setRefusal, submit } = useSubmit()
  const [serviceTenantId, setTenant] = useState(tenants[0]?.serviceTenantId ?? '')
  const [days, setDays] = useState(7)
  const [tried, setTried] = useState<Tried>()
  // Of another tenant, other days or another text nothing is known yet.
  const asked = JSON.stringify({ serviceTenantId, days, what })
  useDidUpdate(() => {
    setTried(undefined)
    setRefusal(undefined)
  }, [asked])
  const now = useRef(asked)
  now.current = asked
  if (!tenants.length)
    return (
      <Text size="sm" c="dimmed">
        There is no tenant whose records it could be tried on.
      </Text>
    )
  return (
    <Stack gap="sm">
      <Group align="flex-end">
        <NativeSelect
          label="Tenant"
          value={serviceTenantId}
          data={tenants.map(tenant => ({ value: tenant.serviceTenantId, label: tenant.name }))}
          onChange={({ currentTarget }) => setTenant(currentTarget.value)}
        />
        <NativeSelect
          label="Records of"
          value={String(days)}
          data={DAYS.map(each => ({
            value: String(each),
            label: each === 1 ? 'the last day' : `the last ${each} days`,
          }))}
          onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
        />
        <Button
          variant="default"
          loading={isBusy}
          onClick={() =>
            submit(async () => {
              setTried(undefined)
              const found = await tryRule({ serviceTenantId, days, ...what })
              if (now.current === asked) setTried(found)
            })
          }
        >
          Run
        </Button>
      </Group>
      <RefusalNote>{refusal}</RefusalNote>
      <div role="status">{tried && <Result tried={tried} />}</div>
    </Stack>
  )
}

function Result({ tried: { matches, people, records, isWhole, samples, warning } }: { tried: Tried }) {
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {matches
          ? `It would have matched ${matches === 1 ? 'once' : `${formatCount(matches)} times`}, in what ${countOf(people, 'person', 'people')} did.`
          : 'It would have matched nothing.'}
      </Text>
      {warning && <RuleWarning>{warning}</RuleWarning>}
      <Text size="sm" c="dimmed">
        {records
          ? `${countOf(records, 'record was', 'records were')} looked at${isWhole ? '.' : ', the latest ones; there are more than a dry run reads.'}`
          : 'No records of these days are stored for this tenant: there was nothing to look at.'}
      </Text>
      {samples.length > 0 && (
        <WideTable label="Examples" needs={480}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>When</Table.Th>
              <Table.Th>Who</Table.Th>
              <Table.Th>What</Table.Th>
              <Table.Th>Address</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {samples.map(({ id, at, user, operation, address }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <Moment at={at} />
                </Table.Td>
                <Table.Td>{user ?? '–'}</Table.Td>
                <Table.Td>{operation}</Table.Td>
                <Table.Td>{address ?? '–'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
      )}
    </Stack>
  )
}
