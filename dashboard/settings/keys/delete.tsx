// Asks once more before a key is deleted, because it cannot be undone (spec §5.4).
import { Text } from '@mantine/core'
import { Confirm } from '../../parts/confirm.tsx'
import { formatMoment } from '../../parts/moment.tsx'
import { showDone } from '../../parts/notify.ts'
import { type Key, useDeleteKey } from './keys.ts'
import { nameOf } from './name.ts'

export function DeleteKey({ doomed, close }: { doomed: Key | undefined; close(): void }) {
  const deleteKey = useDeleteKey()
  return (
    <Confirm
      subject={doomed}
      close={close}
      title={() => 'Delete this API key?'}
      keep="Keep it"
      action={() => 'Delete the key'}
      work={async key => {
        await deleteKey(key)
        showDone(`Deleted ${nameOf(key)}. It is refused from now on.`)
      }}
    >
      {key => (
        <>
          <Text>
            You are about to delete {key.description ? nameOf(key) : 'the key without description'}, made{' '}
            {key.createdBy && `by ${key.createdBy} `}on {formatMoment(key.createdAt)}.{' '}
            {key.lastUsedAt
              ? `It was last used on ${formatMoment(key.lastUsedAt)}.`
              : 'It has never been used.'}
          </Text>
          <Text>Whatever uses it is refused from its next request on. This cannot be undone.</Text>
        </>
      )}
    </Confirm>
  )
}
