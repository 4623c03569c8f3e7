// Arithmetic on calendar days, written 'YYYY-MM-DD' and always UTC. Such days compare as text.

export type Day = string

const DAY = 86_400_000
const moment = (day: Day) => Date.parse(`${day}T00:00:00.000Z`)

export const dayOf = (at: Date): Day => at.toISOString().slice(0, 10)

export const addDays = (day: Day, days: number): Day => dayOf(new Date(moment(day) + days * DAY))

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`

/** Every day of the month that `day` lies in. */
export function daysOfMonth(day: Day): Day[] {
  const first = firstOfMonth(day)
  const days = [first]
  for (let next = addDays(first, 1); next.slice(0, 7) === first.slice(0, 7); next = addDays(next, 1))
    days.push(next)
  return days
}
