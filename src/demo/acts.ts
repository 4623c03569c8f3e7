// The acts that a timeline is made of: sign-ins, and deeds in mailbox, files and directory.
import type { NewActivity } from '../incidents/activity.ts'
import type { Attack } from './attacks.ts'
import type { Origin } from './places.ts'
import type { Random } from './random.ts'
import {
  type Account,
  type Application,
  type Audit,
  auditRecord,
  type Client,
  type SignIn,
  signInRecord,
} from './records.ts'

export interface Scene {
  random: Random
  account: Account
  attack: Attack
  /** Where the user is while it happens. */
  usual: Origin
  userClient: Client
  attackerClient: Client
  /** Vedette and the logs know a sign-in's session by it; a stolen session keeps its number. */
  userSession: string
  attackerSession: string
}

/** An act, waiting for its moment. */
export interface Act {
  /** 0 is the attacker's first act, 1 the moment it was noticed; minutes before the first act when negative. */
  when: number
  happen(at: Date): NewActivity
}

type Details = Partial<Pick<NewActivity, 'technique' | 'actor'>> & { when: number }

export function signInAct(
  { random, account, ...scene }: Scene,
  application: Application,
  { when, actor = 'attacker', technique = null, ...how }: Details & Partial<SignIn> & { title?: string },
): Act {
  const origin = how.origin ?? (actor === 'user' ? scene.usual : scene.attack.origin)
  const client = how.client ?? (actor === 'user' ? scene.userClient : scene.attackerClient)
  const sessionId = how.sessionId ?? (actor === 'user' ? scene.userSession : scene.attackerSession)
  return {
    when,
    happen: at => ({
      at,
      actor,
      kind: 'sign-in',
      isSuccess: !how.errorCode,
      title: how.title ?? `Signed in to ${application}`,
      technique,
      ...origin,
      client: client.name,
      raw: signInRecord(random, account, { ...how, at, origin, client, application, sessionId }),
    }),
  }
}

export function deed(
  { random, account, attack, attackerClient, attackerSession }: Scene,
  kind: 'mail' | 'file' | 'directory',
  title: string,
  { when, technique = null }: Details,
  audit: Pick<Audit, 'operation' | 'detail'>,
): Act {
  const workload = ({ mail: 'Exchange', file: 'SharePoint', directory: 'AzureActiveDirectory' } as const)[
    kind
  ]
  return {
    when,
    happen: at => ({
      at,
      actor: 'attacker',
      kind,
      title,
      technique,
      ...attack.origin,
      client: attackerClient.name,
      raw: auditRecord(random, account, {
        ...audit,
        at,
        workload,
        origin: attack.origin,
        sessionId: attackerSession,
      }),
    }),
  }
}
