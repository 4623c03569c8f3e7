import { expect, it } from 'vitest'
import { easyFault } from './easy-password.ts'

const ADA = { email: 'ada.lovelace@harbour.example', organizationNames: ['Harbour Services'] }

it.each([
  ['aaaaaaaaaaaa', /one or two/],
  ['ababababABAB', /one or two/],
  ['password1234', /common/],
  ['Password2026!', /common/],
  ['P@ssw0rd1234', /common/],
  ['passwordpassword', /common/],
  ['!!welcome2026', /common/],
  ['123456789012', /common/],
  ['210987654321', /common/],
  ['qwertyuiopas', /common/],
  ['1q2w3e4r5t6y', /common/],
  ['abcabcabcabc', /common/],
  ['ada.lovelace', /your own name/],
  ['AdaLovelace2026', /your own name/],
  ['ada.lovelace@harbour.example', /your own name/],
  ['harbour-services-1', /your own name/],
  ['harbourharbour', /your own name/],
])('%s is easy to guess', (password, why) => {
  expect(easyFault(password, ADA)).toMatch(why)
})

it.each([
  'a long enough password',
  'correct horse battery',
  'ada went to the harbour',
  'xkcd-936-staple',
  'password of the lighthouse',
  '7f3a9c01be52',
])('%s is not', password => {
  expect(easyFault(password, ADA)).toBeNull()
})

it('a name too short to mean anything is no reason', () => {
  expect(easyFault('al-4711-0815-2', { email: 'al@x.example', organizationNames: ['QX'] })).toBeNull()
})

it('comes to an end for the longest password, of nearly the same again and again', () => {
  expect(easyFault(`${'ab'.repeat(120)}cd`, ADA)).toBeNull()
})
