import { expect, test } from 'vitest'
import { errorCodeNamed, outcomeOf } from './sign-in-error.ts'

test.each([
  [0, 'success'],
  [50126, 'failure'],
  [50053, 'failure'],
  [50034, 'failure'],
  [50055, 'failure'],
  [50057, 'failure'],
  [53003, 'failure'],
  [53000, 'failure'],
  [500121, 'failure'],
  [50105, 'failure'],
  [50173, 'failure'],
  [700016, 'failure'],
  [50140, 'interrupted'],
  [50058, 'interrupted'],
  [50072, 'interrupted'],
  [50074, 'interrupted'],
  [50076, 'interrupted'],
  [50079, 'interrupted'],
  [50097, 'interrupted'],
  [50125, 'interrupted'],
  [50127, 'interrupted'],
  [50129, 'interrupted'],
  [50199, 'interrupted'],
  [51006, 'interrupted'],
  [65001, 'interrupted'],
  [16000, 'interrupted'],
  [70044, 'interrupted'],
] as const)('%i is %s', (code, outcome) => {
  expect(outcomeOf(code)).toBe(outcome)
})

test('a name stands for its code, whatever its case', () => {
  expect(errorCodeNamed('InvalidUserNameOrPassword')).toBe(50126)
  expect(errorCodeNamed('userstrongauthclientauthnrequired')).toBe(50076)
  expect(errorCodeNamed('SomethingNew')).toBeNull()
  expect(errorCodeNamed(null)).toBeNull()
})
