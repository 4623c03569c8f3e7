// First start: the one-time link that `serve` prints makes the organization and its first Admin.
import Type from 'typebox'
import { Problem } from '../../http/problem.ts'
import { isSetUpLink, setUp } from '../../members/set-up.ts'
import { publicRoute } from '../public.ts'
import { readEmail, readName, Text, Token } from './inputs.ts'
import { readNewPassword } from './new-password.ts'

const spent = () =>
  new Problem(
    'not-found',
    'This set-up link is no longer good. Restart Vedette for a new one; once there is an organization, ask one of its Admins for an invitation.',
  )

export const readSetUp = publicRoute({
  method: 'GET',
  url: '/set-up',
  query: Type.Object({ token: Token }, { additionalProperties: false }),
  async handle({ owner }, _visitor, { query }) {
    if (!(await isSetUpLink(owner, query.token))) throw spent()
    return { isOpen: true }
  },
})

export const doSetUp = publicRoute({
  method: 'POST',
  url: '/set-up',
  body: Type.Object(
    { token: Token, organizationName: Text, name: Text, email: Text, password: Text },
    { additionalProperties: false },
  ),
  async handle({ owner, now }, { address }, { body }) {
    const organizationName = readName(body.organizationName, 'organizationName')
    const name = readName(body.name, 'name')
    const email = readEmail(body.email)
    const password = readNewPassword(body.password, { email, organizationNames: [organizationName] })
    const given = { token: body.token, organizationName, name, email, password }
    if (!(await setUp(owner, { ...given, address, at: now }))) throw spent()
  },
})
