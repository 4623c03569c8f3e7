// Judges the people who wait for it, and writes what was concluded, all in one transaction.
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Tx } from '../database/in-organization.ts'
import type { Person } from '../detection/behaviour/memory/ledger.ts'
import type { Incident } from '../detection/correlate/incident.ts'
import { judgePerson } from '../detection/correlate/judge.ts'
import { findUser } from '../directory/find.ts'
import { saveUsers } from '../directory/save.ts'
import { judgedThrough, type NamedRecord, recordsByIds } from '../events/stored/judging.ts'
import {
  type AttackFacts,
  attacksOn,
  extendIncident,
  type KnownAttack,
  recordAttack,
} from '../incidents/attack.ts'
import { accountsOf } from './accounts.ts'
import type { People } from './people.ts'
import type { Reading } from './reading.ts'
import type { InForce } from './rules-in-force.ts'
import {
  comeback,
  digestOf,
  graver,
  millisecondsOf,
  type Settlement,
  settle,
  storedIncidentId,
  tellingAddresses,
  union,
  withoutFalseAlarms,
} from './settle.ts'
import { recallFacts, recallMade } from './tenant-memory.ts'
import { chooseActs, tellActs } from './timeline.ts'
import { warnOthers } from './warn-others.ts'

export interface Conclude {
  tenantId: string
  directoryTenantId: string
  most: number
  now: Date
  /** How far back from their newest record people are judged. */
  lookBackDays: number
  people: People
  inForce: InForce
  reading: Reading
  log: Pick<Logger, 'error'>
}

export interface Concluded {
  /** Fewer than `most`: nobody else waits. */
  judged: number
  /** Incidents that were found while watching, and when the record that settled each was stored. */
  found: { incidentId: string; storedAt: Date; isLive: boolean }[]
}

interface Loaded {
  user: string
  person: Person
  since: number
  known: KnownAttack[]
}

export async function concludePeople(tx: Tx, organizationId: string, given: Conclude): Promise<Concluded> {
  const { tenantId, directoryTenantId, most, now, people, inForce, reading, log } = given
  const through = await judgedThrough(tx, organizationId, tenantId)
  const waiting = await tx
    .selectFrom('judged_people')
    .select(['user_name', 'user_id'])
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('user_name')
    .limit(most)
    .execute()
  if (!waiting.length) return { judged: 0, found: [] }
  const accounts = await accountsOf(tx, organizationId, { tenantId, waiting })
  const users = accounts.flatMap(({ names }) => names)
  const attacks = await attacksOn(tx, organizationId, { tenantId, users })
  const made = await recallMade(tx, organizationId, { tenantId, users })
  const loaded: Loaded[] = []
  for (const { names, newestAt, historyFrom } of accounts) {
    const user = names.at(-1)!
    const read = await people.load(tx, organizationId, {
      tenantId,
      directoryTenantId,
      names,
      newestAt,
      historyFrom,
      through,
      rules: inForce.rules,
      reading,
    })
    if (!read) continue
    const known = attacks.filter(attack => names.includes(attack.user))
    const person = {
      ...read.person,
      madeAt: made.get(user) ?? null,
      traces: withoutFalseAlarms(read.person.traces, known),
    }
    loaded.push({ user, person, since: read.since, known })
  }
  const facts = await recallFacts(tx, organizationId, {
    tenantId,
    people: loaded.map(({ person }) => person),
  })
  const failed: string[] = []
  const judged = loaded.map(one => ({ one, settlements: settle(judge(one), one.known) }))
  // What people are waiting for is known by now; others of the organization wait only for the writing.
  const found: Concluded['found'] = []
  for (const { one, settlements } of judged)
    for (const settlement of settlements) {
      const recorded = await write(tx, organizationId, given, one, settlement)
      if (recorded) found.push(recorded)
    }
  await tx
    .updateTable('judged_people')
    .set({
      due_at: null,
      history_from: null,
      failed_at: sql`case when user_name = any (${failed}::text[]) then ${now}::timestamptz end`,
    })
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .where('user_name', 'in', users)
    .execute()
  for (const { one, settlements } of judged) await warnOthers(tx, organizationId, given, one, settlements)
  return { judged: waiting.length, found }

  /** One person whose records nobody thought of must not keep all others from being judged. */
  function judge({ user, person }: Loaded): Incident[] {
    try {
      return judgePerson(person, { facts, settings: inForce.settings }).incidents
    } catch (error) {
      log.error({ err: error, tenant: tenantId, person: user }, 'a person could not be judged')
      failed.push(user)
      return []
    }
  }
}

async function write(
  tx: Tx,
  organizationId: string,
  { tenantId, directoryTenantId, now, reading }: Conclude,
  { person, since }: Loaded,
  { found, joins }: Settlement,
): Promise<Concluded['found'][number] | null> {
  const digest = digestOf(found)
  if (joins?.digest === digest) return null
  const acts = chooseActs(found, person)
  const ids = [...new Set([...acts, ...found.timeline, ...found.evidence].map(({ eventId }) => eventId))]
  const records = await recordsByIds(tx, organizationId, { tenantId, ids })
  const incidentId = joins?.incidentId ?? storedIncidentId(tenantId, found)
  const activities = tellActs(acts, records, { incidentId, directoryTenantId, reading })
  const userId = await userIdOf(tx, organizationId, { tenantId, person, now, present: joins?.userId })
  const facts: AttackFacts = {
    user: person.user,
    lastSeenAt: new Date(Math.max(found.lastSeenAt, joins?.lastSeenAt.getTime() ?? 0)),
    confidence: found.confidence,
    addresses: union(found.addresses, joins?.addresses ?? []),
    tellingAddresses: union(tellingAddresses(found), joins?.tellingAddresses ?? []),
    sessions: union(found.sessions, joins?.sessions ?? []),
    luredAt: union(found.lures, millisecondsOf(joins?.luredAt ?? [])).map(at => new Date(at)),
    ledBy: union(found.ledBy, joins?.ledBy ?? []),
    made: union(found.made, joins?.made ?? []),
    why: found.why,
    digest,
  }
  const occurredAt = new Date(found.occurredAt)
  if (joins) {
    // The beginning may have left the look-back; what was said of the attack when it was whole says more.
    const isWhole = joins.occurredAt.getTime() >= since
    const isClosed = joins.status === 'CONTAINED' || joins.status === 'REMEDIATED'
    const back = isClosed ? comeback(found.timeline, joins.movedAt) : undefined
    await extendIncident(
      tx,
      organizationId,
      {
        id: incidentId,
        facts,
        occurredAt: isWhole || occurredAt < joins.occurredAt ? occurredAt : joins.occurredAt,
        severity: isWhole ? found.severity : graver(found.severity, joins.severity),
        words: isWhole ? { title: found.title, summary: found.summary } : undefined,
        userId,
        activities,
        since: new Date(since),
        reopened:
          back && `The attacker is active again: ${back.operation} at ${new Date(back.until).toISOString()}`,
      },
      now,
    )
    return null
  }
  const behind = ids.flatMap(id => records.get(id) ?? [])
  const isLive = behind.some(({ isHistory }) => !isHistory)
  const settled =
    latestOf(found.evidence.flatMap(({ eventId }) => records.get(eventId) ?? [])) ?? latestOf(behind)
  const storedAt = settled?.storedAt ?? now
  await recordAttack(
    tx,
    organizationId,
    {
      incident: {
        id: incidentId,
        tenantId,
        userId,
        occurredAt,
        isLive,
        reason: found.why.slice(0, 4).join('. ') || found.title,
        title: found.title,
        summary: found.summary,
        severity: found.severity,
        activities,
      },
      facts,
      settled: { at: settled?.at ?? occurredAt, publishedAt: settled?.publishedAt ?? null, storedAt },
    },
    now,
  )
  return { incidentId, storedAt, isLive }
}

/** The record that came in last. */
const latestOf = (records: NamedRecord[]): NamedRecord | undefined =>
  records.toSorted(
    (a, b) =>
      b.storedAt.getTime() - a.storedAt.getTime() ||
      b.at.getTime() - a.at.getTime() ||
      (a.id < b.id ? -1 : 1),
  )[0]

/** The account in the directory. One that the directory has not told of yet is known by what the records say. */
async function userIdOf(
  tx: Tx,
  organizationId: string,
  {
    tenantId,
    person,
    now,
    present,
  }: { tenantId: string; person: Person; now: Date; present: string | undefined },
): Promise<string> {
  const found = await findUser(tx, organizationId, { tenantId, id: person.userId, name: person.user })
  if (found !== undefined) return found
  if (present !== undefined) return present
  const id = person.userId ?? person.user
  await saveUsers(tx, organizationId, {
    tenantId,
    at: now,
    users: [
      {
        id,
        userPrincipalName: person.user,
        mail: null,
        displayName: person.name,
        accountEnabled: null,
        lastPasswordChangeAt: null,
      },
    ],
  })
  return id
}
