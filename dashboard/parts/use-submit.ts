// A form that is being sent: busy meanwhile, never sent twice at once, and what was refused stays beside it.
import { useEffect, useRef, useState } from 'react'
import { Refusal } from '../api/call.ts'
import { showRefusal } from './notify.ts'

export function useSubmit() {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const busy = useRef(false)
  const isThere = useRef(true)
  const place = useRef<Element>(null)
  useEffect(() => {
    if (!isBusy) takePlace(place.current)
  }, [isBusy])
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  const submit = async (work: () => Promise<void>) => {
    if (busy.current) return
    busy.current = true
    place.current = document.activeElement
    setBusy(true)
    setRefusal(undefined)
    try {
      await work()
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error))
      // Its dialog was closed meanwhile: whoever asked is told all the same.
      if (!isThere.current) showRefusal(error)
      // An Admin has asked for a second factor meanwhile: loaded anew, the page leads there.
      if (error instanceof Refusal && error.needsFactor) window.location.reload()
    } finally {
      busy.current = false
      setBusy(false)
    }
  }
  return { isBusy, refusal, setRefusal, submit }
}

/** A button that is busy cannot have the focus: it gets it back, so that the keyboard goes on from there. */
function takePlace(place: Element | null): void {
  if (document.activeElement === document.body && place instanceof HTMLElement && place.isConnected)
    place.focus({ preventScroll: true })
}
