// Where an account was used from, gathered from its acts.
import { placeName } from './actors.tsx'
import type { Activity } from './search.ts'

export interface Place {
  key: string
  actor: 'attacker' | 'user'
  name: string
  /** Null when only the name is known. */
  at: [longitude: number, latitude: number] | null
  count: number
  addresses: string[]
  networks: string[]
}

/** One per town and who used it there, the attacker's first, the most used before others. */
export function placesOf(activities: Activity[]): Place[] {
  const places = new Map<string, Place>()
  for (const activity of activities) {
    const { actor, latitude, longitude, address, network } = activity
    const name = placeName(activity)
    if (actor === 'vedette' || (!name && !address)) continue
    const key = `${actor} ${name ?? address}`
    const place: Place = places.get(key) ?? {
      key,
      actor,
      name: name ?? 'Unknown place',
      at: latitude !== null && longitude !== null ? [longitude, latitude] : null,
      count: 0,
      addresses: [],
      networks: [],
    }
    place.count++
    if (address && !place.addresses.includes(address)) place.addresses.push(address)
    if (network && !place.networks.includes(network)) place.networks.push(network)
    places.set(key, place)
  }
  return [...places.values()].sort((a, b) =>
    a.actor === b.actor ? b.count - a.count : a.actor < b.actor ? -1 : 1,
  )
}
