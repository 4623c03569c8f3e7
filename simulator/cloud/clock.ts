// The cloud's own time: it can run faster than life, stand still, or be set.

export interface Clock {
  /** Simulated milliseconds since 1970. */
  now(): number
  /** Real milliseconds: what callers' Retry-After and token lifetimes are measured in. */
  wall(): number
  /** Simulated milliseconds for each real one; 0 stands still. */
  readonly speed: number
  setSpeed(speed: number): void
  advance(ms: number): void
  set(at: number): void
}

export interface ClockOrder {
  start: Date | number
  speed?: number
  wall?: () => number
}

export function clock({ start, speed = 1, wall = Date.now }: ClockOrder): Clock {
  let from = { simulated: Number(start), wall: wall(), speed }
  const now = () => Math.floor(from.simulated + (wall() - from.wall) * from.speed)
  const restart = (simulated: number, newSpeed = from.speed) => {
    from = { simulated, wall: wall(), speed: newSpeed }
  }
  return {
    now,
    wall,
    get speed() {
      return from.speed
    },
    setSpeed: newSpeed => restart(now(), newSpeed),
    advance: ms => restart(now() + ms),
    set: at => restart(at),
  }
}
