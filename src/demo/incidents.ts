// The attacks on a tenant: found in its history when the watch began, found while watching, and the latest days in detail.

import { dayOf } from '../days.ts'
import type { DirectoryUser } from '../directory/save.ts'
import type { Move } from '../incidents/moves.ts'
import { type Attack, attackOf, reasonFor } from './attacks.ts'
import type { Life } from './cast.ts'
import type { Random } from './random.ts'

interface Step {
  at: Date
  move: Move
  actor: string
  reason: string
}

export interface StoryIncident {
  id: string
  userId: string
  occurredAt: Date
  createdAt: Date
  isLive: boolean
  attack: Attack
  /** In order of time. */
  steps: Step[]
}

interface Watch {
  life: Life
  isScanOnly: boolean
  isDetailed: boolean
  onboardedAt: Date
  now: Date
  users: DirectoryUser[]
  /** Names of the members who work on incidents. */
  analysts: string[]
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WATCH = 'Vedette'

export function incidentsOf(random: Random, watch: Watch): StoryIncident[] {
  return [
    ...foundInHistory(random.branch('history'), watch),
    ...(watch.isScanOnly ? [] : foundLive(random.branch('live'), watch)),
    ...(watch.isDetailed ? latestDays(random.branch('latest'), watch) : []),
  ]
}

/** The first look back over the logs finds old attacks, all within the hour. */
function foundInHistory(random: Random, watch: Watch): StoryIncident[] {
  const count = watch.isScanOnly ? random.between(4, 9) : random.between(0, 5)
  let created = watch.onboardedAt.getTime() + random.between(25, 40) * MINUTE
  return Array.from({ length: count }, (_, index) => {
    const one = random.branch(index)
    created += one.between(1, 90_000)
    const occurredAt = wholeSecond(created - one.lopsided(2, 150) * DAY)
    return incident(one, watch, { occurredAt, created, isLive: false }, handling(one, watch, created))
  })
}

/** Told backwards from now, so that the same attacks keep their place when the story is told a day later. */
function foundLive(random: Random, watch: Watch): StoryIncident[] {
  const { now, onboardedAt, life, users } = watch
  const meanGap = Math.max(14, 3000 / (users.length + 60)) * DAY
  const end = life.offboardedOn === null ? now.getTime() - 12 * HOUR : Date.parse(life.offboardedOn)
  const found: StoryIncident[] = []
  let created = end
  for (let index = 0; ; index++) {
    const one = random.branch(index)
    created = Math.floor(created - -Math.log(1 - one.fraction()) * meanGap)
    if (created < onboardedAt.getTime() + DAY) return found
    if (isPaused(life, created)) continue
    const occurredAt = wholeSecond(created - one.lopsided(3, 240) * MINUTE)
    found.push(incident(one, watch, { occurredAt, created, isLive: true }, handling(one, watch, created)))
  }
}

const isPaused = ({ pauses }: Life, at: number) => {
  const day = dayOf(new Date(at))
  return pauses.some(({ pausedOn, resumedOn }) => pausedOn <= day && (resumedOn === null || day <= resumedOn))
}

/** Hours before now. Between them they show every state, and an attacker who came back. */
const LATEST: { created: number; steps: [move: Move, hoursAgo: number][] }[] = [
  { created: 0.6, steps: [] },
  { created: 2.4, steps: [] },
  { created: 26, steps: [['mark as false positive', 22]] },
  {
    created: 75,
    steps: [
      ['contain', 74.2],
      ['remediate', 51],
    ],
  },
  {
    created: 150,
    steps: [
      ['contain', 149.5],
      ['remediate', 120],
      ['reopen', 31],
    ],
  },
  { created: 5.2, steps: [['contain', 4.7]] },
  {
    created: 330,
    steps: [
      ['contain', 328],
      ['remediate', 300],
      ['reopen', 190],
      ['contain', 189.6],
      ['remediate', 160],
    ],
  },
]

/** One incident for each of the first accounts, which between them show what directories leave out. */
function latestDays(random: Random, watch: Watch): StoryIncident[] {
  const hoursAgo = (hours: number) => watch.now.getTime() - Math.floor(hours * HOUR)
  return LATEST.map((latest, index) => {
    const one = random.branch(index)
    const early = one.fraction() / 4
    const created = hoursAgo(latest.created + early)
    const occurredAt = wholeSecond(created - one.lopsided(4, 50) * MINUTE)
    const steps = latest.steps.map(([move, hours]) => step(one, watch, move, hoursAgo(hours + early)))
    const told = { occurredAt, created, isLive: true, place: index }
    return { ...incident(one, watch, told, steps), userId: watch.users[index]!.id }
  })
}

/** What became of it, as far as it has come by now. */
function handling(random: Random, watch: Watch, created: number): Omit<Step, 'reason'>[] {
  const isFalseAlarm = random.chance(0.2)
  const comesBack = random.chance(0.04)
  // Nobody got round to a few of them.
  const stops = random.chance(0.04) ? random.between(0, 1) : 5
  const contained =
    created + (random.chance(0.4) ? random.between(20, 400) * 1000 : random.lopsided(10, 1800) * MINUTE)
  const remediated = contained + random.lopsided(40, 5000) * MINUTE
  const reopened = remediated + random.lopsided(1, 12) * DAY
  const containedAgain = reopened + random.lopsided(5, 300) * MINUTE
  const remediatedAgain = containedAgain + random.lopsided(60, 3000) * MINUTE
  const plan: [Move, number][] = isFalseAlarm
    ? [['mark as false positive', created + random.lopsided(20, 2900) * MINUTE]]
    : [
        ['contain', contained],
        ['remediate', remediated],
        ...(comesBack
          ? ([
              ['reopen', reopened],
              ['contain', containedAgain],
              ['remediate', remediatedAgain],
            ] satisfies [Move, number][])
          : []),
      ]
  return plan
    .slice(0, stops)
    .filter(([, at]) => at <= watch.now.getTime())
    .map(([move, at]) =>
      step(random, watch, move, at, { byItself: move === 'contain' && at - created < 7 * MINUTE }),
    )
}

function step(
  random: Random,
  { analysts }: Watch,
  move: Move,
  at: number,
  { byItself = false } = {},
): Omit<Step, 'reason'> {
  const actor = byItself || (move === 'reopen' && random.chance(0.5)) ? WATCH : random.pick(analysts)
  return { at: new Date(Math.floor(at)), move, actor }
}

function incident(
  random: Random,
  { users }: Watch,
  told: { occurredAt: Date; created: number; isLive: boolean; place?: number },
  steps: Omit<Step, 'reason'>[],
): StoryIncident {
  const { occurredAt, created, isLive, place } = told
  // What is told of it is drawn apart, so that telling more shifts no one's id.
  const words = random.branch('attack')
  const isFalseAlarm = steps.some(({ move }) => move === 'mark as false positive')
  const attack = attackOf(words, { isFalseAlarm, ...(place !== undefined && { place }) })
  return {
    id: random.uuid(),
    userId: random.pick(users).id,
    occurredAt,
    createdAt: new Date(created),
    isLive,
    attack,
    steps: steps.map(each => ({ ...each, reason: reasonFor(words, attack, each.move) })),
  }
}

/** Sign-in logs are kept to the second. */
const wholeSecond = (at: number) => new Date(Math.floor(at / 1000) * 1000)
