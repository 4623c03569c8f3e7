// Settings, Detection rules tab: Vedette's rules and the organization's own, which are on, and what they would find.
import { Badge, Button, Group, Table, Text, TextInput } from '@mantine/core'
import { IconPlus, IconSearch, IconShieldSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../api/me.ts'
import { Asked } from '../../parts/asked.tsx'
import { EmptyState, Page } from '../../parts/page.tsx'
import { RowButton } from '../../parts/row-button.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { DeleteRule } from './delete.tsx'
import { EditRule } from './edit.tsx'
import { ReadRule } from './read.tsx'
import { type OwnRule, type Rule, type Rules, rulesQuery, standingOf } from './rules.ts'
import { SwitchRule } from './switch.tsx'
import { TryRule } from './try.tsx'
import { RuleWarning } from './warning.tsx'

export function RulesPage() {
  const mayManage = useMay()('manage rules')
  const question = useQuery(rulesQuery)
  const [edited, setEdited] = useState<OwnRule | 'new'>()
  return (
    <Page
      title="Detection rules"
      description={
        <>
          Rules in the Sigma format. What they match is weighed with how people usually work: a rule alone
          seldom makes an incident.{!mayManage && ' Only an Admin can add, change or switch rules.'}
        </>
      }
      actions={
        mayManage && (
          <Button leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
            Add rule
          </Button>
        )
      }
    >
      <Asked question={question}>
        {rules => <RuleList rules={rules} mayManage={mayManage} onEdit={setEdited} />}
      </Asked>
      {mayManage && <EditRule edited={edited} rules={question.data} close={() => setEdited(undefined)} />}
    </Page>
  )
}

interface RuleListProps {
  rules: Rules
  mayManage: boolean
  onEdit(rule: OwnRule): void
}

function RuleList({ rules: all, mayManage, onEdit }: RuleListProps) {
  const [words, setWords] = useState('')
  const [opened, setOpened] = useState<Rule>()
  const [switched, setSwitched] = useState<Rule>()
  const [tried, setTried] = useState<Rule>()
  const [doomed, setDoomed] = useState<OwnRule>()
  const wanted = words.trim().toLowerCase()
  const shown = all.rules.filter(({ title, ruleId, techniques, level }) =>
    [title, ruleId, level ?? '', ...techniques].some(text => text.toLowerCase().includes(wanted)),
  )
  if (!all.rules.length)
    return (
      <EmptyState icon={<IconShieldSearch size={40} stroke={1.4} />} title="There are no rules yet">
        {mayManage ? 'Add one of your own.' : 'An Admin can add rules here.'}
      </EmptyState>
    )
  return (
    <>
      <Group justify="space-between" align="flex-end">
        <TextInput
          label="Find rules"
          description="By title, technique or level"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
          w={{ base: '100%', xs: 320 }}
        />
        <Text size="sm" c="dimmed" role="status">
          {shown.length} of {all.rules.length} rules
        </Text>
      </Group>
      <WideTable label="Detection rules" needs={760} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Rule</Table.Th>
            <Table.Th>Level</Table.Th>
            <Table.Th>Technique</Table.Th>
            <Table.Th>From</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th aria-label="Actions" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(rule => {
            const own = all.own.find(({ id }) => id === rule.ownId)
            return (
              <Table.Tr key={rule.ruleId}>
                <Table.Td title={rule.description ?? undefined}>
                  {rule.title}
                  {rule.warning && <RuleWarning>{rule.warning}</RuleWarning>}
                </Table.Td>
                <Table.Td>{rule.level ?? '–'}</Table.Td>
                <Table.Td>{rule.techniques.join(', ') || '–'}</Table.Td>
                <Table.Td>{own ? 'Your own' : 'Vedette'}</Table.Td>
                <Table.Td>
                  <Badge variant="default" miw="max-content">
                    {standingOf(rule, all.tenants)}
                  </Badge>
                </Table.Td>
                <Table.Td>
                  <Group gap={4} justify="flex-end" wrap="nowrap">
                    <RowButton verb="Read" what={rule.title} act={() => setOpened(rule)} />
                    {mayManage && (
                      <>
                        <RowButton verb="Switch" what={rule.title} act={() => setSwitched(rule)} />
                        <RowButton verb="Try" what={rule.title} act={() => setTried(rule)} />
                        {own && <RowButton verb="Edit" what={rule.title} act={() => onEdit(own)} />}
                        {own && (
                          <RowButton verb="Delete" what={rule.title} isRed act={() => setDoomed(own)} />
                        )}
                      </>
                    )}
                  </Group>
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </WideTable>
      {!shown.length && (
        <Text size="sm" c="dimmed">
          No rule matches “{words}”.
        </Text>
      )}
      <ReadRule rule={opened} close={() => setOpened(undefined)} />
      {mayManage && (
        <>
          <SwitchRule
            rule={all.rules.find(({ ruleId }) => ruleId === switched?.ruleId)}
            tenants={all.tenants}
            close={() => setSwitched(undefined)}
          />
          <TryRule rule={tried} tenants={all.tenants} close={() => setTried(undefined)} />
          <DeleteRule doomed={doomed} close={() => setDoomed(undefined)} />
        </>
      )}
    </>
  )
}
