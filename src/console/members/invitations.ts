// Invitations: made and withdrawn by Admins; used by whoever has the link.
import Type from 'typebox'
import { inOrganization } from '../../database/in-organization.ts'
import { Problem } from '../../http/problem.ts'
import { inviteMember, withdrawInvitation } from '../../members/invite.ts'
import { findInvitation, join, type OpenInvitation } from '../../members/join.ts'
import { type PublicContext, publicRoute } from '../public.ts'
import { type ConsoleContext, consoleRoute, type Member } from '../route.ts'
import { RoleName, readEmail, readName, Text, Token } from './inputs.ts'
import { readNewPassword } from './new-password.ts'

export const makeInvitation = consoleRoute({
  method: 'POST',
  url: '/invitations',
  permission: 'manage members',
  body: Type.Object({ email: Text, role: RoleName }, { additionalProperties: false }),
  async handle(context, member, { body }) {
    const { db, now, addresses } = context
    const email = readEmail(body.email)
    const made = await inOrganization(db, member.organizationId, tx =>
      inviteMember(tx, member.organizationId, member, { email, role: body.role, at: now }),
    )
    if (!made) throw new Problem('conflict', `${email} is a member already.`, { parameter: 'email' })
    const link = `${addresses.appUrl}/join?token=${made.token}`
    return {
      link,
      expiresAt: made.expiresAt.toISOString(),
      mail: await mailInvitation(context, member, email, link),
    }
  },
})

/** The link is good whether or not the mail goes out, so a failure is told and not thrown. */
async function mailInvitation(
  { mailer, log }: ConsoleContext,
  { name, organizationName }: Member,
  to: string,
  link: string,
): Promise<'sent' | 'failed' | 'not set up'> {
  if (!mailer) return 'not set up'
  const text = [
    `${name} invites you to ${organizationName} on Vedette.`,
    `Open this link within 7 days to join:\n${link}`,
    'If you did not expect this, you can ignore it.',
  ].join('\n\n')
  try {
    await mailer.send({ to, subject: `Join ${organizationName} on Vedette`, text })
    return 'sent'
  } catch (error) {
    log.warn({ err: error }, 'an invitation could not be mailed')
    return 'failed'
  }
}

export const removeInvitation = consoleRoute({
  method: 'DELETE',
  url: '/invitations/:id',
  permission: 'manage members',
  params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  async handle({ db, now }, member, { params }) {
    const isDone = await inOrganization(db, member.organizationId, tx =>
      withdrawInvitation(tx, member.organizationId, member, { id: params.id, at: now }),
    )
    if (!isDone) throw new Problem('not-found', 'There is no such invitation. It may have been used already.')
  },
})

const spent = () =>
  new Problem('not-found', 'This invitation is no longer good. Ask whoever sent it for a new one.')

async function openInvitation({ db, now }: PublicContext, token: string): Promise<OpenInvitation> {
  const found = await findInvitation(db, { token, at: now })
  if (!found) throw spent()
  return found
}

export const readInvitation = publicRoute({
  method: 'GET',
  url: '/invitation',
  query: Type.Object({ token: Token }, { additionalProperties: false }),
  async handle(context, visitor, { query }) {
    const { organizationName, email, role, isKnown } = await openInvitation(context, query.token)
    const person = await visitor.person()
    return {
      organizationName,
      email,
      role,
      isKnown,
      /** Who is signed in at this browser: only the invited can accept. */
      signedInAs: person?.email ?? null,
    }
  },
})

export const joinAsNew = publicRoute({
  method: 'POST',
  url: '/invitation/join',
  body: Type.Object({ token: Token, name: Text, password: Text }, { additionalProperties: false }),
  async handle(context, { address }, { body }) {
    const name = readName(body.name, 'name')
    const invitation = await openInvitation(context, body.token)
    const { email, organizationName } = invitation
    const password = readNewPassword(body.password, { email, organizationNames: [organizationName] })
    const person = { name, password, address, at: context.now }
    const outcome = invitation.isKnown ? 'known' : await join(context.db, invitation, person)
    if (outcome === 'gone') throw spent()
    if (outcome === 'known')
      throw new Problem(
        'conflict',
        `${invitation.email} has an account here. Sign in to accept the invitation.`,
      )
    return { email: invitation.email }
  },
})

/** For somebody with an account, who need not belong to any organization at the moment. */
export const acceptInvitation = publicRoute({
  method: 'POST',
  url: '/invitation/accept',
  body: Type.Object({ token: Token }, { additionalProperties: false }),
  async handle(context, visitor, { body }) {
    const { db, now: at } = context
    const person = await visitor.person()
    if (!person) throw new Problem('signed-out', 'Sign in to accept the invitation.')
    const invitation = await openInvitation(context, body.token)
    if (person.email !== invitation.email)
      throw new Problem('forbidden', `This invitation is for ${invitation.email}. Sign in as that person.`)
    const joining = { name: person.name, password: undefined, address: visitor.address, at }
    if ((await join(db, invitation, joining)) !== 'joined') throw spent()
    await db
      .updateTable('sessions')
      .set({ active_organization_id: invitation.organizationId })
      .where('id', '=', person.sessionId)
      .execute()
  },
})
