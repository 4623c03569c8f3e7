import { expect, test } from 'vitest'
import { errorCodeNamed, isFirstFactorRight, outcomeOf } from './sign-in-error.ts'

test.each([
  [0, 'success', true],
  [50126, 'failure', false],
  [50053, 'failure', false],
  [50034, 'failure', false],
  [50055, 'failure', true],
  [50057, 'failure', null],
  [53003, 'failure', true],
  [53000, 'failure', true],
  [500121, 'failure', true],
  [50105, 'failure', true],
  [50173, 'failure', null],
  [700016, 'failure', null],
  [50140, 'interrupted', true],
  [50058, 'interrupted', null],
  [50072, 'interrupted', true],
  [50074, 'interrupted', true],
  [50076, 'interrupted', true],
  [50079, 'interrupted', true],
  [50097, 'interrupted', true],
  [50125, 'interrupted', true],
  [50127, 'interrupted', true],
  [50129, 'interrupted', true],
  [50199, 'interrupted', true],
  [51006, 'interrupted', null],
  [65001, 'interrupted', true],
  [16000, 'interrupted', null],
  [70044, 'interrupted', null],
] as const)('%i is %s; was the first factor right: %s', (code, outcome, isRight) => {
  expect(outcomeOf(code)).toBe(outcome)
  expect(isFirstFactorRight(code)).toBe(isRight)
})

test('a name stands for its code, whatever its case', () => {
  expect(errorCodeNamed('InvalidUserNameOrPassword')).toBe(50126)
  expect(errorCodeNamed('userstrongauthclientauthnrequired')).toBe(50076)
  expect(errorCodeNamed('SomethingNew')).toBeNull()
  expect(errorCodeNamed(null)).toBeNull()
})
