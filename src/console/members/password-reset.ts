// A forgotten password: asking for a link by mail, and using it. Nothing here tells whether an account exists.
import Type from 'typebox'
import { Problem } from '../../http/problem.ts'
import { takeBackAttempt } from '../../members/guessing.ts'
import type { Mailer } from '../../members/mailer.ts'
import { isPassword } from '../../members/password.ts'
import { findReset, GOOD_FOR_MINUTES, makeReset, resetPassword } from '../../members/reset-password.ts'
import { type PublicContext, publicRoute } from '../public.ts'
import { readEmail, Text, Token } from './inputs.ts'
import { chooserOf, presentPassword, readNewPassword } from './new-password.ts'
import { refuseTooMany } from './too-many.ts'

export const askForReset = publicRoute({
  method: 'POST',
  url: '/password-reset',
  body: Type.Object({ email: Text }, { additionalProperties: false }),
  async handle(context, { address }, { body }) {
    const { db, mailer, now: at, log } = context
    if (!mailer)
      throw new Problem(
        'conflict',
        'Vedette cannot send mail here. Ask whoever runs this installation for a link.',
      )
    const email = readEmail(body.email)
    await refuseTooMany(db, { address, email, isReset: true, at })
    // Not waited for: how long it takes would tell whether there is such an account.
    void mailReset(context, mailer, { email, address }).catch(error =>
      log.warn({ err: error }, 'a link for a new password could not be mailed'),
    )
  },
})

async function mailReset(
  { db, addresses, now: at }: PublicContext,
  mailer: Mailer,
  { email, address }: { email: string; address: string },
): Promise<void> {
  // Whoever asks has not shown that they are this person.
  const actor = { personId: null, name: 'Somebody', address }
  const made = await makeReset(db, { email, isMailed: true, actor, at })
  if (made === 'nobody' || made === 'enough') return
  const subject = 'A new password for Vedette'
  const asked = `Somebody, hopefully you, asked for a new password for ${email} at ${addresses.appUrl}.`
  const lines =
    made === 'no password'
      ? [
          asked,
          'This account has no password: sign in with single sign-on or a passkey. If you cannot, ask an Admin.',
        ]
      : [
          asked,
          `Open this link within ${GOOD_FOR_MINUTES} minutes to choose one; it works once:\n${addresses.appUrl}/reset-password?token=${made.token}`,
          'If it was not you, you can ignore this: nothing has changed.',
        ]
  await mailer.send({ to: email, subject, text: lines.join('\n\n') })
}

const spent = () =>
  new Problem('not-found', 'This link is no longer good. It works once, and for an hour. Ask for a new one.')

export const readReset = publicRoute({
  method: 'GET',
  url: '/password-reset',
  query: Type.Object({ token: Token }, { additionalProperties: false }),
  async handle({ db, now: at }, _visitor, { query }) {
    const reset = await findReset(db, { token: query.token, at })
    if (!reset) throw spent()
    return { email: reset.email }
  },
})

export const chooseNewPassword = publicRoute({
  method: 'POST',
  url: '/password-reset/use',
  body: Type.Object({ token: Token, password: Text }, { additionalProperties: false }),
  async handle({ db, now: at }, { address }, { body }) {
    const reset = await findReset(db, { token: body.token, at })
    if (!reset) throw spent()
    const password = readNewPassword(body.password, await chooserOf({ db }, reset))
    if (reset.hash !== null && (await isPassword({ hash: reset.hash, password }))) throw presentPassword()
    const done = await resetPassword(db, { token: body.token, password, address, at })
    if (!done) throw spent()
    // What they tried in vain before were slips: they must not keep them out now.
    await takeBackAttempt(db, { address, email: done.email, at }, { isSignedIn: true })
    return { email: done.email }
  },
})
