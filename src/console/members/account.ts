// One's own account: name, passkeys and sessions. Password, two-factor and new passkeys go through /auth.
import Type from 'typebox'
import { Problem } from '../../http/problem.ts'
import { readAccount, removePasskey, rename, signOutOthers } from '../../members/account.ts'
import { writeForPerson } from '../../members/write-for-person.ts'
import { consoleRoute } from '../route.ts'
import { refuseWithoutFactor } from '../session.ts'
import { readName, Text } from './inputs.ts'

const Params = Type.Object({ id: Type.String({ format: 'uuid' }) })

export const readOwnAccount = consoleRoute({
  method: 'GET',
  url: '/account',
  permission: 'signed in',
  isBeforeFactor: true,
  async handle({ db, config }, member) {
    const { passkeys, sessions, ...account } = await readAccount(db, member.personId)
    return {
      ...account,
      name: member.name,
      email: member.email,
      singleSignOn: config.singleSignOn?.name ?? null,
      passkeys: passkeys.map(passkey => ({ ...passkey, addedAt: passkey.addedAt?.toISOString() ?? null })),
      sessions: sessions.map(session => ({
        ...session,
        isThis: session.id === member.sessionId,
        signedInAt: session.signedInAt.toISOString(),
      })),
    }
  },
})

export const changeName = consoleRoute({
  method: 'PATCH',
  url: '/account',
  permission: 'signed in',
  body: Type.Object({ name: Text }, { additionalProperties: false }),
  async handle({ db, now }, member, { body }) {
    const name = readName(body.name, 'name')
    if (name === member.name) return
    await rename(db, member.personId, { name, at: now })
    const entry = { action: 'changed their name' as const, subject: name, at: now }
    await writeForPerson(db, member.personId, member, entry)
  },
})

export const removeOwnPasskey = consoleRoute({
  method: 'DELETE',
  url: '/account/passkeys/:id',
  permission: 'signed in',
  params: Params,
  async handle({ db, now }, member, { params }) {
    // Otherwise a password alone could make room for another passkey, by way of an organization that asks for less.
    for (const membership of member.memberships) refuseWithoutFactor(member, membership)
    const removed = await removePasskey(db, member.personId, params.id)
    if (!removed) throw new Problem('not-found', 'You have no such passkey.')
    const entry = { action: 'removed a passkey' as const, subject: removed.name ?? 'Passkey', at: now }
    await writeForPerson(db, member.personId, member, entry)
  },
})

export const endOtherSessions = consoleRoute({
  method: 'DELETE',
  url: '/account/sessions',
  permission: 'signed in',
  async handle({ db, now }, member) {
    const ended = await signOutOthers(db, member.personId, { except: member.sessionId })
    const detail = { 'other sessions': ended }
    if (ended)
      await writeForPerson(db, member.personId, member, {
        action: 'signed out',
        subject: member.email,
        detail,
        at: now,
      })
    return { ended }
  },
})

export const endSession = consoleRoute({
  method: 'DELETE',
  url: '/account/sessions/:id',
  permission: 'signed in',
  params: Params,
  async handle({ db, now }, member, { params }) {
    const ended = await signOutOthers(db, member.personId, { except: member.sessionId, only: params.id })
    if (!ended) throw new Problem('not-found', 'There is no such session. It may have ended already.')
    const detail = { 'other sessions': ended }
    const entry = { action: 'signed out' as const, subject: member.email, detail, at: now }
    await writeForPerson(db, member.personId, member, entry)
  },
})
