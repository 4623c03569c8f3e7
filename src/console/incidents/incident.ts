// One incident: its page, the records behind it, and its moves.
import Type from 'typebox'
import { writeAudit } from '../../audit/write.ts'
import { inOrganization, type Tx } from '../../database/in-organization.ts'
import { Problem } from '../../http/problem.ts'
import { readRecord } from '../../incidents/activity.ts'
import { moveIncident } from '../../incidents/move.ts'
import { MOVE_NAMES, type Move, movesFrom } from '../../incidents/moves.ts'
import { findIncident, type IncidentAddress, isUuid, readIncident } from '../../incidents/read.ts'
import type { Membership } from '../../members/memberships.ts'
import { may, type Permission } from '../../members/permissions.ts'
import { recordsBehind } from '../../monitor/records-behind.ts'
import { type ConsoleContext, consoleRoute, type Member } from '../route.ts'
import { refuseWithoutFactor } from '../session.ts'

const LONGEST_REASON = 2000
const Address = { serviceTenantId: Type.String({ maxLength: 64 }), id: Type.String({ maxLength: 64 }) }

const ActivityAddress = Type.Object({ ...Address, activityId: Type.String({ maxLength: 64 }) })

const noSuchRecord = () => new Problem('not-found', 'There is no such record.')

const noSuchIncident = () =>
  new Problem(
    'not-found',
    'There is no such incident. It may belong to an organization that you are not a member of.',
  )

/**
 * A link leads to its incident in whichever of the caller's organizations it is, so what they may do is judged by their
 * role there. One that is in none of them does not exist.
 */
async function inItsOrganization<T>(
  { db }: ConsoleContext,
  member: Member,
  address: IncidentAddress,
  work: (tx: Tx, membership: Membership) => Promise<T>,
): Promise<T> {
  const current = member.memberships.filter(one => one.organizationId === member.organizationId)
  const rest = member.memberships.filter(one => one.organizationId !== member.organizationId)
  if (!Object.values(address).some(text => text.includes('\0')))
    for (const membership of [...current, ...rest].filter(({ role }) => may(role, 'read incidents'))) {
      const found = await inOrganization(db, membership.organizationId, async tx => {
        if (!(await findIncident(tx, membership.organizationId, address))) return undefined
        refuseWithoutFactor(member, membership)
        return { answer: await work(tx, membership) }
      })
      if (found) return found.answer
    }
  throw noSuchIncident()
}

export const readIncidentPage = consoleRoute({
  method: 'GET',
  url: '/tenant/:serviceTenantId/incidents/:id',
  permission: 'signed in',
  params: Type.Object(Address),
  async handle(context, member, { params }) {
    return inItsOrganization(
      context,
      member,
      params,
      async (tx, { organizationId, organizationName, role }) => {
        const incident = await readIncident(tx, organizationId, params.id, context.now)
        return {
          ...incident,
          organization: { id: organizationId, name: organizationName },
          moves: movesFrom(incident.status).filter(move => may(role, permissionFor(move))),
          mayReopen: may(role, 'reopen incidents'),
          readAt: context.now.toISOString(),
        }
      },
    )
  },
})

export const readIncidentRecord = consoleRoute({
  method: 'GET',
  url: '/tenant/:serviceTenantId/incidents/:id/activities/:activityId',
  permission: 'signed in',
  params: ActivityAddress,
  /** Which of the records, when it stands for several; left out, the first. */
  query: Type.Object(
    { record: Type.Optional(Type.String({ maxLength: 500 })) },
    { additionalProperties: false },
  ),
  async handle(context, member, { params: { activityId, ...address }, query: { record } }) {
    return inItsOrganization(context, member, address, async (tx, { organizationId }) => {
      if (!isUuid(activityId)) throw noSuchRecord()
      const of = { incidentId: address.id, activityId }
      if (record === undefined) {
        const found = await readRecord(tx, organizationId, of)
        if (found) return found
      } else {
        const found = (await recordsBehind(tx, organizationId, of)).find(({ id }) => id === record)
        if (found) return { record: found.raw as unknown }
      }
      throw noSuchRecord()
    })
  },
})

/** All that an act stands for and that are still stored, to be opened one by one. */
export const readIncidentRecords = consoleRoute({
  method: 'GET',
  url: '/tenant/:serviceTenantId/incidents/:id/activities/:activityId/records',
  permission: 'signed in',
  params: ActivityAddress,
  async handle(context, member, { params: { activityId, ...address } }) {
    return inItsOrganization(context, member, address, async (tx, { organizationId }) => {
      const of = { incidentId: address.id, activityId }
      if (!isUuid(activityId) || !(await readRecord(tx, organizationId, of))) throw noSuchRecord()
      const records = await recordsBehind(tx, organizationId, of)
      return { records: records.map(({ id, at }) => ({ id, at: at.toISOString() })) }
    })
  },
})

const permissionFor = (move: Move): Permission => (move === 'reopen' ? 'reopen incidents' : 'move incidents')

export const moveIncidentByHand = consoleRoute({
  method: 'POST',
  url: '/tenant/:serviceTenantId/incidents/:id/moves',
  permission: 'signed in',
  params: Type.Object(Address),
  body: Type.Object(
    {
      move: Type.Union(MOVE_NAMES.map(move => Type.Literal(move))),
      reason: Type.String({ maxLength: LONGEST_REASON }),
      /** How much of its history the page showed. */
      movesSeen: Type.Integer({ minimum: 1 }),
    },
    { additionalProperties: false },
  ),
  async handle(context, member, { params, body: { move, movesSeen, ...body } }) {
    const reason = body.reason.trim()
    if (!reason || reason.includes('\0'))
      throw new Problem('invalid-request', 'Say why: the reason must not be empty.', { parameter: 'reason' })
    return inItsOrganization(context, member, params, async (tx, { organizationId, role }) => {
      const permission = permissionFor(move)
      if (!may(role, permission))
        throw new Problem('forbidden', `Your role, ${role}, may not ${permission}. Ask an Admin.`)
      const outcome = await moveIncident(
        tx,
        organizationId,
        { id: params.id, move, actor: member.name, reason, movesSeen },
        context.now,
      )
      if (!outcome.done) throw refusal(outcome)
      const { title, user } = await tx
        .selectFrom('incidents as i')
        .innerJoin('directory_users as u', join =>
          join.onRef('u.tenant_id', '=', 'i.tenant_id').onRef('u.id', '=', 'i.user_id'),
        )
        .select(['i.title', 'u.user_principal_name as user'])
        .where('i.organization_id', '=', organizationId)
        .where('i.id', '=', params.id)
        .executeTakeFirstOrThrow()
      await writeAudit(tx, organizationId, member, {
        action: 'moved an incident',
        subject: `${title}, ${user}`,
        detail: { ...params, from: outcome.from, to: outcome.status, reason },
        at: outcome.at,
      })
      return { status: outcome.status }
    })
  },
})

const WORDS = {
  UNREMEDIATED: 'open',
  CONTAINED: 'contained',
  REMEDIATED: 'remediated',
  FALSE_POSITIVE: 'a false positive',
} as const

type Refused = Extract<Awaited<ReturnType<typeof moveIncident>>, { done: false }>

function refusal(outcome: Refused): Problem {
  if (outcome.because === 'not found') return noSuchIncident()
  const status = WORDS[outcome.status]
  return new Problem(
    'conflict',
    outcome.because === 'moved since'
      ? `${outcome.by} was first: the incident is ${status} now. Look at its history and decide again.`
      : `The incident is ${status}, and this cannot be done from there.`,
  )
}
