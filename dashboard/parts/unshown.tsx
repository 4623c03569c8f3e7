// What stands where a page, or a part of one, could not be shown.
import { Box } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailedLoad, reloadOnce } from '../stale.ts'
import { Failure, Loading } from './page.tsx'

export function Unshown({ error, reset }: { error: unknown; reset(): void }) {
  const isMissing = isFailedLoad(error)
  const router = useRouter()
  const [isReloading] = useState(() => isMissing && reloadOnce())
  const [isRetrying, setRetrying] = useState(false)
  if (isReloading) return <Loading />
  const retry = async () => {
    setRetrying(true)
    // What the router itself was refused, it has to ask again.
    await router.invalidate()
    setRetrying(false)
    reset()
  }
  return (
    <Box p="md" maw={760} mx="auto">
      <Failure
        error={error}
        retry={isMissing ? () => window.location.reload() : () => void retry()}
        isRetrying={isRetrying}
      />
    </Box>
  )
}
