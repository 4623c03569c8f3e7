// A rule word for word: what it looks for, why, and when it is wrong.
import { Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Asked } from '../../parts/asked.tsx'
import { Verbatim } from '../../parts/verbatim.tsx'
import { type Rule, ruleTextQuery } from './rules.ts'

interface ReadRuleProps {
  rule: Rule | undefined
  close: () => void
}

export const ReadRule = ({ rule, close }: ReadRuleProps) => (
  <Modal opened={rule !== undefined} onClose={close} size="xl" title="Rule as it was written">
    {rule && <RuleText rule={rule} />}
  </Modal>
)

function RuleText({ rule: { ruleId, title } }: { rule: Rule }) {
  const question = useQuery(ruleTextQuery(ruleId))
  return (
    <Asked question={question}>
      {({ text }) => (
        <Verbatim text={text} label="Rule" copy="Copy YAML">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
        </Verbatim>
      )}
    </Asked>
  )
}
