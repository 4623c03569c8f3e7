// By whose clock moments are told: the reader's own, or UTC, in which summaries and exports are written. One choice for all
// pages, remembered by the browser.
import { Menu, UnstyledButton } from '@mantine/core'
import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks'
import { IconClock } from '@tabler/icons-react'
import { createContext, type ReactNode, useContext } from 'react'

export type Clock = 'own' | 'UTC'

const ClockContext = createContext<{ clock: Clock; choose(clock: Clock): void }>({
  clock: 'own',
  choose() {},
})

export const useClock = () => useContext(ClockContext).clock

const KEPT = { key: 'vedette-clock', defaultValue: 'own' }
const toClock = (kept: string): Clock => (kept === 'UTC' ? 'UTC' : 'own')

/** For what is asked before a page is there. */
export const keptClock = () => toClock(readLocalStorageValue<string>(KEPT))

export function ClockProvider({ children }: { children: ReactNode }) {
  const [kept, choose] = useLocalStorage<string>({ ...KEPT, getInitialValueInEffect: false })
  return <ClockContext value={{ clock: toClock(kept), choose }}>{children}</ClockContext>
}

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The way to the other clock from any page. */
export function ClockItem() {
  const { clock, choose } = useContext(ClockContext)
  const own = ownZone()
  if (own === 'UTC') return null
  return (
    <Menu.Item leftSection={<IconClock size={16} />} onClick={() => choose(clock === 'UTC' ? 'own' : 'UTC')}>
      Show times in {clock === 'UTC' ? own : 'UTC'}
    </Menu.Item>
  )
}

/** Says in which zone the page's times are; for the keyboard and for readers aloud it is also the way to UTC. */
export function ClockSwitch() {
  const { clock, choose } = useContext(ClockContext)
  const own = ownZone()
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
