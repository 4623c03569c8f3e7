// By whose clock moments are told: the reader's own, or UTC, in which summaries and exports are written. One choice for all
// pages, remembered by the browser.
import { UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { createContext, type ReactNode, useContext } from 'react'

export type Clock = 'own' | 'UTC'

const ClockContext = createContext<{ clock: Clock; choose(clock: Clock): void }>({
  clock: 'own',
  choose() {},
})

export const useClock = () => useContext(ClockContext).clock

export function ClockProvider({ children }: { children: ReactNode }) {
  const [kept, choose] = useLocalStorage<string>({
    key: 'vedette-clock',
    defaultValue: 'own',
    getInitialValueInEffect: false,
  })
  return <ClockContext value={{ clock: kept === 'UTC' ? 'UTC' : 'own', choose }}>{children}</ClockContext>
}

/** Says in which zone the page's times are; for the keyboard and for readers aloud it is also the way to UTC. */
export function ClockSwitch() {
  const { clock, choose } = useContext(ClockContext)
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (own === 'UTC') return 'Times are in UTC.'
  return (
    <>
      Times are in {clock === 'UTC' ? 'UTC' : own}.{' '}
      <UnstyledButton
        className="no-print"
        c="var(--mantine-color-anchor)"
        fz="inherit"
        td="underline"
        onClick={() => choose(clock === 'UTC' ? 'own' : 'UTC')}
      >
        Show {clock === 'UTC' ? own : 'UTC'}
      </UnstyledButton>
    </>
  )
}
