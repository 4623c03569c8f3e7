// The timeline of an incident: the user's ordinary days before, the attack, and what was done about it. Pure, and always
// the same for the same incident.
import type { NewActivity } from '../incidents/activity.ts'
import { type Act, type Scene, signInAct } from './acts.ts'
import { type Known, knownOf } from './attack-facts.ts'
import { plotOf } from './deeds.ts'
import type { StoryIncident } from './incidents.ts'
import { type Origin, usualOrigins } from './places.ts'
import { type Random, randomFrom } from './random.ts'
import { type Account, auditRecord, type Client } from './records.ts'
import { summaryOf } from './summary.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const DAYS_BEFORE = 12
/** However late it was found: attackers do not take months over it. */
const LONGEST_ATTACK = 7 * HOUR

const OFFICE_PC: Client = {
  name: 'Edge on Windows 11, managed',
  system: 'Windows11',
  browser: 'Edge 140.0',
  isManaged: true,
}
const PHONE: Client = {
  name: 'Outlook on iPhone',
  system: 'iOS 19',
  browser: 'Mobile Safari',
  isManaged: false,
}
const FOREIGN: Client[] = [
  { name: 'Chrome on Linux', system: 'Linux', browser: 'Chrome 138.0', isManaged: false },
  { name: 'Firefox on Windows 10', system: 'Windows10', browser: 'Firefox 141.0', isManaged: false },
  { name: 'axios', system: '', browser: 'axios/1.8', isManaged: false },
]

export interface Told extends Known {
  summary: string
  activities: NewActivity[]
}

export function activitiesOf(incident: StoryIncident, account: Account, { now }: { now: Date }): Told {
  const random = randomFrom('activities', incident.id)
  const usual = usualOrigins(
    randomFrom('town', account.directoryTenantId),
    randomFrom('user', account.directoryTenantId, account.id),
  )
  const scene: Scene = {
    random,
    account,
    attack: incident.attack,
    usual: usual.office,
    userClient: OFFICE_PC,
    attackerClient: random.pick(FOREIGN),
    userSession: random.uuid(),
    attackerSession: random.uuid(),
  }
  const activities = [
    ...ordinaryDays(scene, usual, incident.occurredAt),
    ...theAttack(scene, incident, now),
    ...theAnswer(random, account, incident),
  ]
    .filter(({ at }) => at <= now)
    .map(activity => ({ id: random.uuid(), ...activity }))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  return { summary: summaryOf(scene), activities, ...knownOf(scene, activities, incident) }
}

function ordinaryDays(
  scene: Scene,
  { office, home, phone }: { office: Origin; home: Origin; phone: Origin },
  until: Date,
): NewActivity[] {
  const { random } = scene
  const found: NewActivity[] = []
  for (let days = DAYS_BEFORE; days >= 1; days--) {
    const midnight = Math.floor((until.getTime() - days * DAY) / DAY) * DAY
    const isWeekend = [0, 6].includes(new Date(midnight).getUTCDay())
    const signIn = (hour: number, act: Omit<Parameters<typeof signInAct>[2], 'when' | 'actor'>) => {
      const at = new Date(midnight + hour * HOUR + random.below(3600) * SECOND)
      const application = random.pick(['Outlook on the web', 'Teams', 'SharePoint'] as const)
      const own = { sessionId: random.uuid(), ...act, when: 0, actor: 'user' as const }
      if (at < until) found.push(signInAct(scene, application, own).happen(at))
    }
    if (!isWeekend) {
      const desk = random.chance(0.3) ? home : office
      if (random.chance(0.1))
        signIn(7, {
          origin: desk,
          errorCode: 50126,
          failureReason: 'Invalid username or password.',
          title: 'Mistyped the password',
        })
      signIn(8, { origin: desk, hasSecondFactor: true })
      if (random.chance(0.5)) signIn(13, { origin: desk })
    }
    if (random.chance(isWeekend ? 0.3 : 0.4)) signIn(19, { origin: phone, client: PHONE })
  }
  return found
}

function theAttack(scene: Scene, incident: StoryIncident, now: Date): NewActivity[] {
  const { occurredAt, createdAt, steps } = incident
  const start = occurredAt.getTime()
  const span = Math.min(createdAt.getTime() - start, LONGEST_ATTACK)
  const moment = ({ when }: Act) =>
    wholeSecond(when < 0 ? start + when * MINUTE : when === 0 ? start : start + when * span)
  const isTakeover = incident.attack.kind !== 'unfamiliar'
  // Found is not yet put out: until somebody acts, they go on.
  const putOut = (steps[0]?.at ?? now).getTime()
  const goesOn = createdAt.getTime() + Math.min((putOut - createdAt.getTime()) / 2, 9 * HOUR)
  const later =
    isTakeover && putOut - createdAt.getTime() > 15 * MINUTE && incident.isLive
      ? [again(scene, 'Signed in to Outlook on the web again').happen(wholeSecond(goesOn))]
      : []
  const returns = steps
    .filter(({ move }) => move === 'reopen')
    .map(({ at }) =>
      again(scene, 'Signed in again after the incident was closed').happen(
        wholeSecond(at.getTime() - 11 * MINUTE),
      ),
    )
  return [...plotOf(scene).map(act => act.happen(moment(act))), ...later, ...returns]
}

const again = (scene: Scene, title: string) =>
  signInAct(scene, 'Outlook on the web', { when: 0, technique: 'T1078.004', title })

const ANSWERS = {
  contain: [
    ['Revoked all sessions', 'Update StsRefreshTokenValidFrom Timestamp.'],
    ['Blocked sign-in', 'Disable account.'],
  ],
  remediate: [
    ['Reset the password', 'Reset user password.'],
    ['Allowed sign-in again', 'Enable account.'],
  ],
  'mark as false positive': [],
  reopen: [],
} as const satisfies Record<string, readonly (readonly [title: string, operation: string])[]>

/** What was done about it: by Vedette itself, or by an analyst. */
function theAnswer(random: Random, account: Account, { createdAt, steps }: StoryIncident): NewActivity[] {
  const raised: NewActivity = {
    at: createdAt,
    actor: 'vedette',
    kind: 'response',
    title: 'Raised this incident',
  }
  const done = steps.flatMap(({ at, move, actor }) =>
    ANSWERS[move].map(([title, operation], index): NewActivity => {
      const moment = wholeSecond(at.getTime() - (ANSWERS[move].length - index) * 8 * SECOND)
      return {
        at: moment,
        actor: 'vedette',
        kind: 'response',
        title: actor === 'Vedette' ? title : `${title} (${actor})`,
        raw: auditRecord(random, account, {
          at: moment,
          workload: 'AzureActiveDirectory',
          operation,
          origin: null,
          sessionId: null,
          by: actor === 'Vedette' ? 'vedette-response' : actor,
        }),
      }
    }),
  )
  return [raised, ...done]
}

/** Sign-in logs are kept to the second. */
const wholeSecond = (at: number) => new Date(Math.floor(at / SECOND) * SECOND)
