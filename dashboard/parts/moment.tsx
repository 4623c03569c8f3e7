// A moment by the clock that the reader has chosen, with its zone, and with UTC on hover and for machines.
import { Text, type TextProps, Tooltip } from '@mantine/core'
import { type Clock, useClock } from './clock.tsx'
import styles from './moment.module.css'

const DAY_AND_TIME: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }
const TO_THE_SECOND: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'medium' }

/** A time of day is told with its zone. */
export function formatMoment(at: string, options = DAY_AND_TIME, clock: Clock = 'own'): string {
  const zone = clock === 'UTC' ? { timeZone: 'UTC' } : {}
  const told = new Intl.DateTimeFormat(undefined, { ...options, ...zone }).format(new Date(at))
  if (!options.timeStyle) return told
  const parts = new Intl.DateTimeFormat(undefined, { timeZoneName: 'short', ...zone }).formatToParts(
    new Date(at),
  )
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
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** 75 → '1 h 15 min'; for dwell times. */
export function formatMinutes(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
  return `${Math.floor(minutes / 1440)} days ${Math.floor((minutes % 1440) / 60)} h`
}
