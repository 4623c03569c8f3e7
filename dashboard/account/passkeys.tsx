// Passkeys: signing in with a fingerprint, a face or a security key instead of a password.
import { Button, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { canUsePasskeys } from '../api/auth.ts'
import { change } from '../api/call.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Moment } from '../parts/moment.tsx'
import { showDone } from '../parts/notify.ts'
import { RowButton } from '../parts/row-button.tsx'
import { WideTable } from '../parts/wide-table.tsx'
import { type Account, accountQuery } from './account.ts'
import { AddPasskey } from './add-passkey.tsx'

export function Passkeys({ passkeys }: Pick<Account, 'passkeys'>) {
  const [isAdding, setAdding] = useState(false)
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: accountQuery.queryKey })
  const [leaving, setLeaving] = useState<Account['passkeys'][number]>()
  const added = async () => {
    setAdding(false)
    await refresh()
    showDone('The passkey is added.')
  }
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Sign in with your fingerprint, face or security key. A passkey cannot be phished.
      </Text>
      {passkeys.length > 0 && (
        <WideTable label="Passkeys" needs={420}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Added</Table.Th>
              <Table.Th pos="relative">
                <VisuallyHidden>Remove</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {passkeys.map(passkey => {
              const { id, name, addedAt } = passkey
              return (
                <Table.Tr key={id}>
                  <Table.Td>{name ?? 'Passkey'}</Table.Td>
                  <Table.Td>{addedAt && <Moment at={addedAt} />}</Table.Td>
                  <Table.Td ta="right">
                    <RowButton
                      verb="Remove"
                      what={`the passkey ${name ?? ''}`}
                      isRed
                      act={() => setLeaving(passkey)}
                    />
                  </Table.Td>
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </WideTable>
      )}
      {canUsePasskeys ? (
        <Group>
          <Button variant="default" onClick={() => setAdding(true)}>
            Add a passkey
          </Button>
        </Group>
      ) : (
        <Text size="sm">
          This browser cannot make passkeys here. They need https, a name instead of an address of numbers,
          and a current browser.
        </Text>
      )}
      <AddPasskey isOpen={isAdding} close={() => setAdding(false)} added={added} />
      <Confirm
        subject={leaving}
        close={() => setLeaving(undefined)}
        title={({ name }) => `Remove ${name ?? 'this passkey'}?`}
        action={() => 'Remove passkey'}
        work={async ({ id }) => {
          await change('DELETE', `/account/passkeys/${id}`)
          await refresh()
          showDone('The passkey is removed.')
        }}
      >
        {() => <Text size="sm">It no longer signs you in. Delete it on the device that holds it, too.</Text>}
      </Confirm>
    </Stack>
  )
}
