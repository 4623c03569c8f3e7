// Sign-ins by day of the reader's calendar.
import type { Activity } from './search.ts'

export interface SignInDay {
  label: string
  user: number
  attacker: number
}

const MOST_DAYS = 21

/** Every day from the first sign-in to the last, the empty ones too; of a long time, the days around the attack. */
export function signInDays(activities: Activity[], occurredAt: string): SignInDay[] {
  const signIns = activities.filter(({ kind }) => kind === 'sign-in')
  if (!signIns.length) return []
  const dayOf = (at: string | Date) => {
    const date = new Date(at)
    return new Date(date.getFullYear(), date.getMonth(), date.getDate())
  }
  const next = (day: Date, days: number) => new Date(day.getFullYear(), day.getMonth(), day.getDate() + days)
  const moments = signIns.map(({ at }) => dayOf(at).getTime())
  const attack = dayOf(occurredAt)
  const first = new Date(Math.max(Math.min(...moments), next(attack, -14).getTime()))
  const last = new Date(Math.min(Math.max(...moments), next(first, MOST_DAYS - 1).getTime()))
  const format = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
  const days: SignInDay[] = []
  for (let day = first; day <= last; day = next(day, 1)) {
    const here = signIns.filter(({ at }) => dayOf(at).getTime() === day.getTime())
    const count = (actor: Activity['actor']) => here.filter(activity => activity.actor === actor).length
    days.push({ label: format.format(day), user: count('user'), attacker: count('attacker') })
  }
  return days
}
