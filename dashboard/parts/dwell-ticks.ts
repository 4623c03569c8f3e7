// The marks on an axis of minutes: at whole quarters of an hour, hours and days, as people say them.

const STEPS = [5, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 7200, 14_400, 43_200]
const MOST = 4

/** From 0 to the first mark at or above the longest. */
export function dwellTicks(longest: number): number[] {
  const step = STEPS.find(each => longest <= each * MOST) ?? Math.ceil(longest / MOST / 43_200) * 43_200
  const count = Math.max(1, Math.ceil(longest / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

export function formatTick(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  if (minutes < 1440) return `${minutes / 60} h`
  return `${minutes / 1440} d`
}
