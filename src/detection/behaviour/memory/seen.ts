// Which record ids have been seen, at eight bytes each: a million ids as strings would take ten times that.

export interface Seen {
  /**
   * True the first time. Ids of different logs are different. Two are taken for one with a chance of 1 in 10^7 among a
   * million.
   */
  isNew(id: string, log?: string): boolean
}

const FIRST_SLOTS = 1 << 12

export function createSeen(): Seen {
  let slots = FIRST_SLOTS
  // Both halves of a slot side by side: a look at one is a look at the other.
  let halves = new Uint32Array(slots * 2)
  let count = 0

  function place(high: number, low: number): boolean {
    const mask = slots - 1
    let slot = low & mask
    for (;;) {
      const lowThere = halves[slot * 2]!
      if (lowThere === 0) break
      if (lowThere === low && halves[slot * 2 + 1] === high) return false
      slot = (slot + 1) & mask
    }
    halves[slot * 2] = low
    halves[slot * 2 + 1] = high
    return true
  }

  function grow(): void {
    const old = halves
    slots *= 2
    halves = new Uint32Array(slots * 2)
    for (let at = 0; at < old.length; at += 2) if (old[at] !== 0) place(old[at + 1]!, old[at]!)
  }

  return {
    isNew(id, log = '') {
      let high = 0x9e3779b9 ^ log.length
      let low = 0x85ebca6b ^ id.length
      // Four characters at a time, and what is left one by one.
      let index = 0
      for (; index + 3 < id.length; index += 4) {
        const code =
          id.charCodeAt(index) ^
          (id.charCodeAt(index + 1) << 8) ^
          (id.charCodeAt(index + 2) << 16) ^
          (id.charCodeAt(index + 3) << 24)
        high = Math.imul(high ^ code, 0x9e3779b1)
        low = Math.imul(low ^ code, 0x5f356495)
        high ^= high >>> 15
        low ^= low >>> 13
      }
      for (; index < id.length; index++) {
        const code = id.charCodeAt(index)
        high = Math.imul(high ^ code, 0x9e3779b1)
        low = Math.imul(low ^ code, 0x5f356495)
        high ^= high >>> 15
      }
      high = Math.imul(high ^ (high >>> 16), 0x21f0aaad) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35)
      low = Math.imul(low ^ (low >>> 16), 0x735a2d97) ^ Math.imul(high ^ (high >>> 15), 0x27d4eb2f)
      high >>>= 0
      // Zero means an empty slot.
      low = low >>> 0 || 1
      if (!place(high, low)) return false
      if (++count * 3 > slots * 2) grow()
      return true
    },
  }
}
