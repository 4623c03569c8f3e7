// After a step to another page the focus goes on at its heading, which is read aloud: what had it went with the page before.
import type { AnyRouter } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'

const content = () => document.getElementById('content')

/** Neither the first page nor another filter of the same one is such a step. */
export function followSteps(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    const place = content()
    // Where it stayed on something within, such as a tab of the settings, one goes on from there.
    if (!fromLocation || !pathChanged || !place || place.contains(document.activeElement)) return
    const heading = place.querySelector<HTMLElement>('h1')
    ;(heading ?? place).focus({ preventScroll: true })
  })
}

/** For the heading of a page: one that only waits for its data hands the focus on to the one that has it. */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const own = heading.current
    if (document.activeElement === content()) own?.focus({ preventScroll: true })
    return () => {
      if (document.activeElement === own) content()?.focus({ preventScroll: true })
    }
  }, [])
  return heading
}
