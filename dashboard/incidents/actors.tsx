// Who did something: the attacker, the user or Vedette, told apart by word and sign.
import { IconShieldCheck, IconSpy, IconUser } from '@tabler/icons-react'
import { type Tone, toneClass } from './badges.tsx'
import styles from './incident.module.css'
import type { Activity, Status } from './search.ts'

export type Actor = Activity['actor']

const ACTORS = {
  attacker: { tone: 'red', Icon: IconSpy },
  user: { tone: 'teal', Icon: IconUser },
  vedette: { tone: 'green', Icon: IconShieldCheck },
} as const satisfies Record<Actor, { tone: Tone; Icon: unknown }>

/** Of a false alarm there was no attacker, only somebody who looked like one. */
export const actorName = (actor: Actor, status: Status) =>
  ({ attacker: status === 'FALSE_POSITIVE' ? 'Suspected' : 'Attacker', user: 'User', vedette: 'Response' })[
    actor
  ]

export function ActorSign({ actor }: { actor: Actor }) {
  const { tone, Icon } = ACTORS[actor]
  return (
    <span className={`${styles.sign} ${styles[actor]} ${toneClass(tone)}`} aria-hidden>
      <Icon size={18} />
    </span>
  )
}

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

export function placeName({ city, country }: Pick<Activity, 'city' | 'country'>): string | null {
  const land = country && /^[A-Za-z]{2}$/.test(country) ? COUNTRIES.of(country.toUpperCase()) : country
  return [city, land].filter(Boolean).join(', ') || null
}
