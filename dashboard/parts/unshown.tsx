// What stands where a page, or a part of one, could not be shown.
import { useState } from 'react'
import { isFailedLoad, reloadOnce } from '../stale.ts'
import { Failure, Loading } from './page.tsx'

export function Unshown({ error, reset }: { error: unknown; reset(): void }) {
  const isMissing = isFailedLoad(error)
  const [isReloading] = useState(() => isMissing && reloadOnce())
  if (isReloading) return <Loading />
  return <Failure error={error} retry={isMissing ? () => window.location.reload() : reset} />
}
