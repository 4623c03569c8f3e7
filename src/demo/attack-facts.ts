// What detection would know of an attack in the story: who and where the attacker is, and the reasons one by one.
import type { NewActivity } from '../incidents/activity.ts'
import type { AttackFacts, Settled } from '../incidents/attack.ts'
import type { Scene } from './acts.ts'
import type { AttackKind } from './attacks.ts'
import { placeName } from './places.ts'

const MINUTE = 60_000

export interface Known {
  facts: AttackFacts
  settled: Settled
}

export function knownOf(
  scene: Scene,
  activities: NewActivity[],
  { createdAt, isLive }: { createdAt: Date; isLive: boolean },
): Known {
  const acts = activities.filter(({ actor }) => actor === 'attacker')
  const seen = acts.filter(({ at }) => at <= createdAt)
  const settledAt = seen.at(-1)!.at
  const ofSession = scene.attack.kind === 'stolen session' ? [] : [scene.attackerSession]
  return {
    facts: {
      user: scene.account.userPrincipalName,
      lastSeenAt: acts.at(-1)!.at,
      confidence: CONFIDENCE[scene.attack.kind],
      addresses: [scene.attack.origin.address],
      // Addresses for examples are few: that two incidents share one means nothing.
      tellingAddresses: [],
      sessions: ofSession,
      ...{ luredAt: [], ledBy: [], made: [] },
      why: [...WAYS[scene.attack.kind](scene), ...unfamiliar(scene), ...deedsIn(seen)],
      digest: '',
    },
    settled: { at: settledAt, ...wayOf(settledAt, createdAt, isLive) },
  }
}

/** Published some minutes after it happened and stored just before it was found; in history, long after. */
function wayOf(settledAt: Date, createdAt: Date, isLive: boolean): Omit<Settled, 'at'> {
  const between = createdAt.getTime() - settledAt.getTime()
  const publishing = isLive ? between * 0.7 : Math.min(between * 0.7, 6 * MINUTE)
  return {
    publishedAt: new Date(settledAt.getTime() + Math.floor(publishing)),
    storedAt: new Date(createdAt.getTime() - Math.min(400, Math.floor(between * 0.1))),
  }
}

/** The weight of the evidence, as docs/detection.md has it. */
const CONFIDENCE: Record<AttackKind, number> = {
  'stolen session': 0.96,
  'new authenticator': 0.84,
  'password spray': 0.82,
  'prompt bombing': 0.9,
  'device code': 0.91,
  'inbox rule': 0.87,
  consent: 0.74,
  'mass download': 0.79,
  'sent phishing': 0.93,
  unfamiliar: 0.68,
}

const WAYS: Record<AttackKind, (scene: Scene) => string[]> = {
  'stolen session': scene => [
    `The session that began in ${scene.usual.city} went on at ${from(scene)}, on another device`,
  ],
  'new authenticator': ({ attack, usual }) => [
    `Signed in ${attack.minutes} minutes after the owner in ${usual.city}: faster than anybody travels`,
  ],
  'password spray': scene => [
    `${scene.attack.count} passwords were refused at ${from(scene)} before one was accepted`,
  ],
  'prompt bombing': ({ attack }) => [`Approved after ${attack.few} requests in vain`],
  'device code': scene => [`Signed in with a device code at ${from(scene)}, for the first time`],
  'inbox rule': () => [],
  consent: scene => [`An application that nobody else uses was let in, and works from ${from(scene)}`],
  'mass download': () => [],
  'sent phishing': () => [],
  unfamiliar: ({ attack, usual }) => [
    `Came from ${placeName(attack.origin)}; this account has only been used around ${usual.city}`,
  ],
}

const from = ({ attack: { origin } }: Scene) => `${origin.network} in ${placeName(origin)}`

const unfamiliar = (scene: Scene): string[] => [
  `Came from ${from(scene)}, a data centre, which this account has not used before`,
  `Used ${scene.attackerClient.name}, which this account has not been used with before`,
]

const deedsIn = (acts: NewActivity[]): string[] => [
  ...new Set(acts.flatMap(({ kind, title }) => (kind === 'sign-in' ? [] : title))),
]
