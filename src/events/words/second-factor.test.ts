import { expect, test } from 'vitest'
import { secondFactorOf } from './second-factor.ts'
import { outcomeOf } from './sign-in-error.ts'

const step = (method: string, requirement: string, succeeded: boolean, detail: string) => ({
  authenticationMethod: method,
  authenticationStepRequirement: requirement,
  succeeded,
  authenticationStepResultDetail: detail,
})
const password = step('Password', 'Primary authentication', true, 'Correct password')
const carried = step(
  'Previously satisfied',
  'Primary authentication',
  true,
  'First factor requirement satisfied by claim in the token',
)
const second = 'Multi-factor authentication'

function factor(
  errorCode: number,
  additionalDetails: string | null,
  steps: unknown,
  requirement: string | null,
  isInteractive = true,
) {
  return secondFactorOf({
    errorCode,
    outcome: outcomeOf(errorCode),
    additionalDetails,
    steps,
    requirement,
    isInteractive,
  })
}

test.each([
  ['passed now', factor(0, 'MFA completed in Azure AD', [], 'multiFactorAuthentication'), 'passed'],
  [
    'carried in the token',
    factor(0, 'MFA requirement satisfied by claim in the token', [], 'multiFactorAuthentication'),
    'earlier',
  ],
  [
    'remembered on the device',
    factor(0, 'MFA requirement skipped due to remembered device', [], 'multiFactorAuthentication'),
    'earlier',
  ],
  [
    'declined',
    factor(500121, 'MFA denied; user declined the authentication', [], 'multiFactorAuthentication'),
    'refused',
  ],
  [
    'not answered',
    factor(500121, 'MFA denied; user did not respond to mobile app notification', [], null),
    'failed',
  ],
  ['a wrong code', factor(500121, 'MFA denied; invalid verification code', [], null), 'failed'],
  ['a wrong password', factor(50126, 'Invalid username or password', [], null), null],
  ['fraud', factor(500121, 'MFA denied; fraud code entered', [], null), 'refused'],
  ['failed without words', factor(500121, null, [], null), 'refused'],
  ['asked for', factor(50074, null, [password], 'multiFactorAuthentication'), 'asked'],
  ['asked for by policy', factor(50076, 'MFA required in Azure AD', [], null), 'asked'],
  [
    'declined while it was asked for',
    factor(50074, 'MFA denied; user declined the authentication', [], null),
    'refused',
  ],
  ['one factor is enough', factor(0, null, [password], 'singleFactorAuthentication'), 'none'],
  [
    'one factor is enough and was carried',
    factor(0, null, [carried], 'singleFactorAuthentication', false),
    'none',
  ],
  [
    'a step that was passed',
    factor(
      0,
      null,
      [password, step('Mobile app notification', second, true, 'MFA completed in Azure AD')],
      'multiFactorAuthentication',
    ),
    'passed',
  ],
  [
    'a step that was carried',
    factor(
      0,
      null,
      [
        carried,
        step('Previously satisfied', second, true, 'MFA requirement satisfied by claim in the token'),
      ],
      'multiFactorAuthentication',
    ),
    'earlier',
  ],
  [
    'a step that was declined',
    factor(
      50074,
      null,
      [
        password,
        step('Mobile app notification', second, false, 'MFA denied; user declined the authentication'),
      ],
      'multiFactorAuthentication',
    ),
    'refused',
  ],
  [
    'declined first, approved then',
    factor(
      0,
      null,
      [
        password,
        step('Mobile app notification', second, false, 'MFA denied; user declined the authentication'),
        step('Mobile app notification', second, true, 'MFA completed in Azure AD'),
      ],
      'multiFactorAuthentication',
    ),
    'passed',
  ],
  [
    'a passkey is both factors',
    factor(0, null, [step('Passkey', 'Primary authentication', true, '')], 'multiFactorAuthentication'),
    'passed',
  ],
  [
    'steps as text',
    factor(
      0,
      null,
      JSON.stringify([password, step('Text message', second, true, 'MFA completed in Azure AD')]),
      null,
    ),
    'passed',
  ],
  ['demanded, without details, typed in', factor(0, null, [], 'multiFactorAuthentication', true), 'passed'],
  [
    'demanded, without details, by a token',
    factor(0, null, [], 'multiFactorAuthentication', false),
    'earlier',
  ],
  ['a wrong password says nothing of it', factor(50126, null, [], 'singleFactorAuthentication'), null],
  ['nothing said', factor(0, null, null, null), null],
])('%s', (_, found, expected) => {
  expect(found).toBe(expected)
})
