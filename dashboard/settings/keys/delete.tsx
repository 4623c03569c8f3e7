// Asks once more before a key is deleted, because it cannot be undone (spec §5.4).
import { Text } from '@mantine/core'
import { useClock } from '../../parts/clock.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { formatMoment, Moment } from '../../parts/moment.tsx'
import { showDone } from '../../parts/notify.ts'
import { type Key, useDeleteKey } from './keys.ts'
import { nameOf } from './name.ts'

export function DeleteKey({ doomed, close }: { doomed: Key | undefined; close(): void }) {
  const deleteKey = useDeleteKey()
  const clock = useClock()
  return (
    <Confirm
      subject={doomed}
      close={close}
      title={() => 'Delete this API key?'}
      keep="Keep it"
      action={() => 'Delete the key'}
      work={async key => {
        await deleteKey(key)
        showDone(`Deleted ${nameOf(key, clock)}. It is refused from now on.`)
      }}
    >
      {key => (
        <>
          <Text>
            You are about to delete {key.description ? nameOf(key, clock) : 'the key without description'},
            made {key.createdBy && `by ${key.createdBy} `}on <Moment at={key.createdAt} />.{' '}
            {key.lastUsedAt
              ? `It was last used on ${formatMoment(key.lastUsedAt, undefined, clock)}.`
              : 'It has never been used.'}
          </Text>
          <Text>Whatever uses it is refused from its next request on. This cannot be undone.</Text>
        </>
      )}
    </Confirm>
  )
}
