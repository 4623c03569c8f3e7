// Adds a rule of one's own, or changes it; what the engine refuses is told with line and reason.
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { Confirm } from '../../parts/confirm.tsx'
import { showDone } from '../../parts/notify.ts'
import { RefusalNote } from '../../parts/refusal.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { EXAMPLE, type OwnRule, type Rules, rulesQuery, saveRule } from './rules.ts'
import { DryRun } from './try.tsx'

interface EditRuleProps {
  edited: OwnRule | 'new' | undefined
  /** Undefined while they are on their way. */
  rules: Rules | undefined
  close: () => void
}

export function EditRule({ edited, rules, close }: EditRuleProps) {
  const isNew = edited === 'new'
  const [isChanged, setChanged] = useState(false)
  const [isAsking, setAsking] = useState(false)
  useBlocker({
    shouldBlockFn: () => !window.confirm('What you have written is not saved. Leave without saving?'),
    enableBeforeUnload: true,
    disabled: !isChanged,
  })
  const done = () => {
    setChanged(false)
    close()
  }
  // Asked a moment later: the same press of Escape would answer the question at once.
  const leave = () => (isChanged ? void setTimeout(() => setAsking(true)) : done())
  return (
    <>
      <Modal
        opened={edited !== undefined}
        onClose={leave}
        // Then it is the question that Escape answers.
        closeOnEscape={!isAsking}
        size="xl"
        title={isNew ? 'Add a rule' : 'Change the rule'}
      >
        {edited && (
          <RuleForm
            rule={isNew ? undefined : edited}
            tenants={rules?.tenants}
            onChange={setChanged}
            {...{ done, leave }}
          />
        )}
      </Modal>
      <Confirm
        subject={isAsking || undefined}
        close={() => setAsking(false)}
        title={() => 'Leave without saving?'}
        keep="Go on writing"
        action={() => 'Leave without saving'}
        work={async () => done()}
      >
        {() => <Text size="sm">What you have written is not saved, and will be gone.</Text>}
      </Confirm>
    </>
  )
}

interface RuleFormProps {
  rule: OwnRule | undefined
  tenants: Rules['tenants'] | undefined
  /** Whether it differs from what it was at first. */
  onChange(isChanged: boolean): void
  /** It is saved. */
  done(): void
  leave(): void
}

function RuleForm({ rule, tenants, onChange, done, leave }: RuleFormProps) {
  const queries = useQueryClient()
  const { isBusy, refusal, setRefusal, submit } = useSubmit()
  const [before] = useState(() => rule?.text ?? EXAMPLE.replace(/^id: .*/m, `id: ${newId()}`))
  const [text, setText] = useState(before)
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void submit(async () => {
          const { warning } = await saveRule(rule?.id, text)
          await queries.invalidateQueries(rulesQuery)
          const said = `${rule ? 'Changed the rule.' : 'Added the rule.'} It counts from the next time people are judged, also in what they did before.`
          showDone(warning ? `${said} ${warning}` : said)
          done()
        })
      }}
    >
      <Stack>
        <Textarea
          label="Rule"
          description="Sigma, as YAML. Correlations and filters may stand in the same text, separated by ---."
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setRefusal(undefined)
            onChange(currentTarget.value !== before)
          }}
          autosize
          minRows={12}
          maxRows={24}
          required
          spellCheck={false}
          data-autofocus
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
        />
        <RefusalNote>{refusal}</RefusalNote>
        {/* The text can be written before they are known. */}
        {tenants && <DryRun tenants={tenants} what={{ text }} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} disabled={!text.trim()}>
            {rule ? 'Save the rule' : 'Add the rule'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The browser's own is only there over https. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
