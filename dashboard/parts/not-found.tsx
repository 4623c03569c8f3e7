// What stands where there is nothing, or nothing for this reader.
import { Anchor } from '@mantine/core'
import { IconMoodEmpty } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { EmptyState, Page } from './page.tsx'

export function NotFound() {
  return (
    <Page title="Nothing here">
      <EmptyState icon={<IconMoodEmpty size={40} stroke={1.4} />} title="There is nothing at this address">
        It may have been removed, or it belongs to an organization you are not a member of.{' '}
        <Anchor component={Link} to="/" underline="always">
          Back to the overview
        </Anchor>
      </EmptyState>
    </Page>
  )
}
