// What stands where a page, or a part of one, could not be shown.
import { Box } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isFailedLoad, mayReload, reloadIfAnswered } from '../stale.ts'
import { Failure, Loading } from './page.tsx'

export function Unshown({ error, reset }: { error: unknown; reset(): void }) {
  const isMissing = isFailedLoad(error)
  const router = useRouter()
  const [isReloading, setReloading] = useState(() => isMissing && mayReload())
  const [isRetrying, setRetrying] = useState(false)
  useEffect(() => {
    if (isReloading) void reloadIfAnswered().then(setReloading)
  }, [isReloading])
  if (isReloading) return <Loading />
  const retry = async () => {
    setRetrying(true)
    if (isMissing) {
      // Until the page is gone.
      setRetrying(await reloadIfAnswered())
      return
    }
    // What the router itself was refused, it has to ask again.
    await router.invalidate()
    setRetrying(false)
    reset()
  }
  return (
    <Box p="md" maw={760} mx="auto">
      <Failure error={error} retry={() => void retry()} isRetrying={isRetrying} />
    </Box>
  )
}
