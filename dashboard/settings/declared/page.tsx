// Settings, Travel and networks tab: what is known to be no attacker, for a while.
import { Badge, NativeSelect, Stack, Table, Text, Title } from '@mantine/core'
import { IconPlane } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../../api/me.ts'
import { Asked } from '../../parts/asked.tsx'
import { keepPlace } from '../../parts/confirm.tsx'
import { formatDay } from '../../parts/moment.tsx'
import { showDone } from '../../parts/notify.ts'
import { EmptyState, Loading, Page } from '../../parts/page.tsx'
import { RowButton } from '../../parts/row-button.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { type Declared, declaredQuery, withdraw } from './declared.ts'
import { NetworkForm, TravelForm } from './forms.tsx'

export function DeclaredPage() {
  const mayManage = useMay()('manage rules')
  const { tenant: chosen } = useSearch({ from: '/signed-in/settings/travel' })
  const navigate = useNavigate({ from: '/settings/travel' })
  const question = useQuery(declaredQuery(chosen))
  return (
    <Page
      title="Travel and networks"
      description={
        <>
          Declared travel and trusted networks make what comes from there count less. They never hide an
          attack, and they end by themselves.{!mayManage && ' Only an Admin can declare or withdraw them.'}
        </>
      }
    >
      <Asked question={question}>
        {declared =>
          declared.serviceTenantId === null ? (
            <EmptyState icon={<IconPlane size={40} stroke={1.4} />} title="There are no tenants yet">
              Once a tenant is connected, travel of its people can be declared here.
            </EmptyState>
          ) : (
            <>
              <NativeSelect
                label="Tenant"
                value={chosen ?? declared.serviceTenantId}
                data={declared.tenants.map(tenant => ({ value: tenant.serviceTenantId, label: tenant.name }))}
                onChange={({ currentTarget }) =>
                  void navigate({ search: { tenant: currentTarget.value }, replace: true })
                }
                maw={360}
              />
              {question.isPlaceholderData ? (
                <Loading />
              ) : (
                <OfTenant
                  key={declared.serviceTenantId}
                  serviceTenantId={declared.serviceTenantId}
                  declared={declared}
                  mayManage={mayManage}
                />
              )}
            </>
          )
        }
      </Asked>
    </Page>
  )
}

interface OfTenantProps {
  serviceTenantId: string
  declared: Declared
  mayManage: boolean
}

function OfTenant({ serviceTenantId, declared, mayManage }: OfTenantProps) {
  return (
    <Stack gap="xl">
      <Stack gap="sm" component="section" aria-labelledby="declared-travel">
        <Title order={2} size="h4" id="declared-travel">
          Declared travel
        </Title>
        <Listing
          label="Declared travel"
          none="No travel is declared for this tenant."
          rows={declared.travel.map(one => ({
            ...one,
            what: one.user,
            isUnknown: !one.isKnown,
            detail: `${one.countries.join(', ')}, from ${formatDay(one.fromOn)}`,
          }))}
          serviceTenantId={serviceTenantId}
          mayManage={mayManage}
        />
        {mayManage && <TravelForm serviceTenantId={serviceTenantId} today={declared.today} />}
      </Stack>
      <Stack gap="sm" component="section" aria-labelledby="trusted-networks">
        <Title order={2} size="h4" id="trusted-networks">
          Trusted networks
        </Title>
        <Listing
          label="Trusted networks"
          none="No network is trusted for this tenant."
          rows={declared.networks.map(one => ({ ...one, what: one.network, detail: one.note }))}
          serviceTenantId={serviceTenantId}
          mayManage={mayManage}
        />
        {mayManage && <NetworkForm serviceTenantId={serviceTenantId} today={declared.today} />}
      </Stack>
    </Stack>
  )
}

interface ListingProps {
  label: string
  none: ReactNode
  rows: (Pick<Declared['travel'][number], 'id' | 'untilOn' | 'by' | 'isOver'> & {
    what: string
    /** Nobody of that name is in the directory. */
    isUnknown?: boolean
    detail: string
  })[]
  serviceTenantId: string
  mayManage: boolean
}

function Listing({ label, none, rows, serviceTenantId, mayManage }: ListingProps) {
  const queries = useQueryClient()
  const removal = useMutation({
    mutationFn: ({ id }: ListingProps['rows'][number]) => withdraw(serviceTenantId, id),
    onSuccess: (_answer, { what }) => showDone(`Withdrawn: ${what}.`),
    // Also when refused: somebody else may have been first.
    async onSettled() {
      await queries.invalidateQueries(declaredQuery())
      keepPlace()
    },
  })
  if (!rows.length)
    return (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    )
  return (
    <WideTable label={label} needs={560}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>What</Table.Th>
          <Table.Th>Details</Table.Th>
          <Table.Th>Until</Table.Th>
          <Table.Th>Declared by</Table.Th>
          {mayManage && <Table.Th aria-label="Withdraw" />}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(row => {
          const { id, what, isUnknown, detail, untilOn, by, isOver } = row
          return (
            <Table.Tr key={id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {what}{' '}
                {isUnknown && (
                  <Badge color="yellow" variant="light" miw="max-content">
                    Nobody known by this name
                  </Badge>
                )}
              </Table.Td>
              <Table.Td>{detail || '–'}</Table.Td>
              <Table.Td>
                {formatDay(untilOn)} {isOver && <Badge variant="default">Over</Badge>}
              </Table.Td>
              <Table.Td>{by}</Table.Td>
              {mayManage && (
                <Table.Td ta="right">
                  <RowButton
                    verb="Withdraw"
                    what={what}
                    isRed
                    isBusy={removal.isPending && removal.variables.id === id}
                    act={() => removal.mutate(row)}
                  />
                </Table.Td>
              )}
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </WideTable>
  )
}
