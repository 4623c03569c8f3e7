// Asks once more before a rule of one's own is deleted.
import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Confirm } from '../../parts/confirm.tsx'
import { showDone } from '../../parts/notify.ts'
import { deleteRule, type OwnRule, rulesQuery } from './rules.ts'

export function DeleteRule({ doomed, close }: { doomed: OwnRule | undefined; close(): void }) {
  const queries = useQueryClient()
  return (
    <Confirm
      subject={doomed}
      close={close}
      title={() => 'Delete this rule?'}
      keep="Keep it"
      action={() => 'Delete the rule'}
      work={async ({ id, title }) => {
        await deleteRule(id)
        await queries.invalidateQueries(rulesQuery)
        showDone(`Deleted “${title}”.`)
      }}
    >
      {({ title }) => (
        <Text>
          You are about to delete “{title}”. What it has found stays; from now on it finds nothing. This
          cannot be undone.
        </Text>
      )}
    </Confirm>
  )
}
