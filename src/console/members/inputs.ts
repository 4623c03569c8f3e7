// What people type about themselves, as the members' addresses take it.
import Type from 'typebox'
import { Problem } from '../../http/problem.ts'
import { isEmail } from '../../members/email.ts'

const LONGEST_NAME = 100

export const Text = Type.String({ maxLength: 1000 })
export const RoleName = Type.Union([Type.Literal('Admin'), Type.Literal('Full Member')])
export const Token = Type.String({
  minLength: 1,
  maxLength: 200,
  refusal: 'This link is not complete. Open it whole, as it was given to you.',
})

export function readName(given: string, parameter: string): string {
  const name = given.trim()
  if (!name || name.length > LONGEST_NAME || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name))
    throw refused(parameter, `A name has 1 to ${LONGEST_NAME} characters, on one line.`)
  return name
}

export function readEmail(given: string): string {
  const email = given.trim().toLowerCase()
  if (!isEmail(email)) throw refused('email', 'Give an email address, such as you@example.com.')
  return email
}

const refused = (parameter: string, detail: string) => new Problem('invalid-request', detail, { parameter })
