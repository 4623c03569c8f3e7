// Settings, Members tab: who belongs to the organization and as what.
import { Button, Stack, Title } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../api/me.ts'
import { Asked } from '../../parts/asked.tsx'
import { Page } from '../../parts/page.tsx'
import { InvitationTable } from './invitations.tsx'
import { Invite } from './invite.tsx'
import { type Member, membersQuery } from './members.ts'
import { RemoveMember } from './remove.tsx'
import { MemberTable } from './table.tsx'

export function MembersPage() {
  const mayManage = useMay()('manage members')
  const question = useQuery(membersQuery)
  const [isInviting, setInviting] = useState(false)
  const [leaving, setLeaving] = useState<Member>()
  return (
    <Page
      title="Members"
      description={
        mayManage
          ? 'Admins manage members, keys and tenants. Full Members read everything and work on incidents.'
          : 'Only an Admin can invite people, change roles or remove members.'
      }
      actions={
        mayManage && (
          <Button leftSection={<IconUserPlus size={18} />} onClick={() => setInviting(true)}>
            Invite a member
          </Button>
        )
      }
    >
      <Asked question={question}>
        {({ members, invitations }) => (
          <>
            <MemberTable members={members} mayManage={mayManage} remove={setLeaving} />
            {invitations.length > 0 && (
              <Stack gap="sm" component="section" aria-label="Pending invitations">
                <Title order={2} size="h4">
                  Pending invitations
                </Title>
                <InvitationTable invitations={invitations} />
              </Stack>
            )}
          </>
        )}
      </Asked>
      {mayManage && (
        <>
          <Invite
            isOpen={isInviting}
            close={() => setInviting(false)}
            isMailSet={question.data?.isMailSet ?? false}
          />
          <RemoveMember member={leaving} close={() => setLeaving(undefined)} />
        </>
      )}
    </Page>
  )
}
