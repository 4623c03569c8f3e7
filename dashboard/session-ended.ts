// The session ended, or an Admin asks for more than a password, while pages were open: they are left for the sign-in.
// Not while somebody is typing: what they wrote stays, and they are told how to go on with it.
import { Refusal } from './api/call.ts'
import { showEnded } from './parts/notify.ts'

/** Forms that somebody has written in; those that are gone count no more. */
const written = new WeakSet<HTMLFormElement>()

export function noteTyping(): void {
  document.addEventListener('input', ({ target }) => {
    const form = target instanceof Element ? target.closest('form') : null
    if (form) written.add(form)
  })
}

/** Says where to go, if anywhere. */
export function whereTo(error: Error): '/sign-in' | '/second-factor' | undefined {
  if (!(error instanceof Refusal) || (error.status !== 401 && !error.needsFactor)) return undefined
  if (error.needsFactor) return '/second-factor'
  if (![...document.forms].some(form => written.has(form))) return '/sign-in'
  showEnded()
  return undefined
}
