import { expect, test } from 'vitest'
import { addressOf, isExample, isPrivate } from './address.ts'

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['198.51.100.7:5678', '198.51.100.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:DB8::1]', '2001:db8::1'],
  ['2001:0DB8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['[::ffff:198.51.100.7]:80', '198.51.100.7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['  198.51.100.7 ', '198.51.100.7'],
  ['198.51.100.7, 10.0.0.1', '198.51.100.7'],
  ['::1', '::1'],
  // Cut short.
  ['2600:1700:4d27:6202:5a77:1fe6:4bdc', '2600:1700:4d27:6202:5a77:1fe6:4bdc:0'],
])('%s is %s', (written, meant) => {
  expect(addressOf(written)).toBe(meant)
})

test.each([
  '',
  ' ',
  '-',
  'null',
  'Unknown',
  '<null>',
  '123.456.7.89',
  '127.1',
  '0x7f.0.0.1',
  '198.51.100',
  '0.0.0.0',
  '::',
  '198.51.100.7:port',
  '[2001:db8::1',
  '2001:db8::zz',
  7,
  null,
  undefined,
])('%s is no address', written => {
  expect(addressOf(written)).toBeNull()
})

test.each([
  ['10.1.2.3', true],
  ['172.16.0.1', true],
  ['192.168.1.1', true],
  ['127.0.0.1', true],
  ['169.254.1.1', true],
  ['100.64.0.1', true],
  ['192.0.2.1', true],
  ['::1', true],
  ['fe80::1', true],
  ['fd00::1', true],
  ['8.8.8.8', false],
  ['172.32.0.1', false],
  ['2a01:111::1', false],
])('%s is private: %s', (address, expected) => {
  expect(isPrivate(address)).toBe(expected)
})

test.each([
  ['192.0.2.1', true],
  ['198.51.100.200', true],
  ['203.0.113.9', true],
  ['198.18.4.4', true],
  ['2001:db8::1', true],
  ['10.0.0.1', false],
  ['203.0.11.3', false],
  ['198.180.1.1', false],
  ['2001:db80::1', false],
])('%s is an example: %s', (address, expected) => {
  expect(isExample(address)).toBe(expected)
})
