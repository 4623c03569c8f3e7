// A moment by the clock that the reader has chosen, with its zone, and with UTC on hover and for machines.
import { Text, type TextProps, Tooltip } from '@mantine/core'
import { type Clock, useClock } from './clock.tsx'
import styles from './moment.module.css'

const DAY_AND_TIME: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }
const TO_THE_SECOND: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'medium' }

/** A formatter takes far longer to make than a moment to write, and a list has hundreds of them. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  // Whoever travels with the page open sees the clock of where they are.
  const key = `${new Date().getTimezoneOffset()} ${JSON.stringify(options)}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(undefined, options)
  formatters.set(key, made)
  return made
}

/** A time of day is told with its zone. */
export function formatMoment(at: string, options = DAY_AND_TIME, clock: Clock = 'own'): string {
  const moment = new Date(at)
  const zone = clock === 'UTC' ? { timeZone: 'UTC' } : {}
  const told = formatterFor({ ...options, ...zone }).format(moment)
  if (!options.timeStyle) return told
  const parts = formatterFor({ timeZoneName: 'short', ...zone }).formatToParts(moment)
  return `${told} ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''}`
}

export const formatUtc = (at: string) => `${at.slice(0, 19).replace('T', ' ')} UTC`

export function Moment({ at, seconds = false, ...text }: { at: string; seconds?: boolean } & TextProps) {
  const clock = useClock()
  return (
    <Tooltip label={formatUtc(at)} withArrow events={{ hover: true, focus: true, touch: true }}>
      <Text span inherit {...text}>
        <time dateTime={at} title={formatUtc(at)} className={styles.moment}>
          {formatMoment(at, seconds ? TO_THE_SECOND : DAY_AND_TIME, clock)}
        </time>
      </Text>
    </Tooltip>
  )
}

/** 'YYYY-MM-DD' days belong to the calendar and not to a time zone. */
export const formatDay = (day: string) =>
  formatterFor({ dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** 75 → '1 h 15 min'; for dwell times. */
export function formatMinutes(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
  return `${Math.floor(minutes / 1440)} days ${Math.floor((minutes % 1440) / 60)} h`
}
