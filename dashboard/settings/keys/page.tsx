// Settings, API Keys tab (spec §5.4).
import { Button, Table, Text } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../api/me.ts'
import { Asked } from '../../parts/asked.tsx'
import { useClock } from '../../parts/clock.tsx'
import { Moment } from '../../parts/moment.tsx'
import { EmptyState, Page } from '../../parts/page.tsx'
import { RowButton } from '../../parts/row-button.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { CreateKey } from './create.tsx'
import { DeleteKey } from './delete.tsx'
import { Example } from './example.tsx'
import { type Key, keysQuery } from './keys.ts'
import { nameOf } from './name.ts'

export function KeysPage() {
  const mayManage = useMay()('manage keys')
  const question = useQuery(keysQuery)
  const [isCreating, setCreating] = useState(false)
  const [doomed, setDoomed] = useState<Key>()
  return (
    <Page
      title="API Keys"
      description={
        <>
          With a key, a script or another product reads this organization's incidents and usage.
          {!mayManage && ' Only an Admin can create or delete keys.'}
        </>
      }
      actions={
        mayManage && (
          <Button leftSection={<IconPlus size={18} />} onClick={() => setCreating(true)}>
            Create API key
          </Button>
        )
      }
    >
      <Asked question={question}>
        {({ keys }) => (
          <>
            {keys.length ? (
              <KeyTable keys={keys} onDelete={mayManage ? setDoomed : undefined} />
            ) : (
              <EmptyState icon={<IconKey size={40} stroke={1.4} />} title="There are no API keys yet">
                {mayManage
                  ? 'Create one, and send it along with every request.'
                  : 'An Admin can create one here.'}
              </EmptyState>
            )}
            <Example />
          </>
        )}
      </Asked>
      {mayManage && <CreateKey isOpen={isCreating} close={() => setCreating(false)} />}
      {mayManage && <DeleteKey doomed={doomed} close={() => setDoomed(undefined)} />}
    </Page>
  )
}

function KeyTable({ keys, onDelete }: { keys: Key[]; onDelete: ((key: Key) => void) | undefined }) {
  const clock = useClock()
  return (
    <WideTable label="API keys" needs={640} verticalSpacing="sm" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Description</Table.Th>
          <Table.Th>Created</Table.Th>
          <Table.Th>Created by</Table.Th>
          <Table.Th>Last used</Table.Th>
          {onDelete && <Table.Th aria-label="Delete" />}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {keys.map(key => (
          <Table.Tr key={key.id}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {key.description ?? <Dimmed>No description</Dimmed>}
            </Table.Td>
            <Table.Td>
              <Moment at={key.createdAt} />
            </Table.Td>
            <Table.Td>{key.createdBy ?? <Dimmed>Outside the dashboard</Dimmed>}</Table.Td>
            <Table.Td>{key.lastUsedAt ? <Moment at={key.lastUsedAt} /> : <Dimmed>Never</Dimmed>}</Table.Td>
            {onDelete && (
              <Table.Td ta="right">
                <RowButton verb="Delete" what={nameOf(key, clock)} isRed act={() => onDelete(key)} />
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

const Dimmed = ({ children }: { children: string }) => (
  <Text span inherit c="dimmed">
    {children}
  </Text>
)
