// A form that is being sent: busy meanwhile, and what was refused stays beside it.
import { useState } from 'react'
import { Refusal } from '../api/call.ts'

export function useSubmit() {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const submit = async (work: () => Promise<void>) => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await work()
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error))
      // An Admin has asked for a second factor meanwhile: loaded anew, the page leads there.
      if (error instanceof Refusal && error.needsFactor) window.location.reload()
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, refusal, setRefusal, submit }
}
