import { expect, test } from 'vitest'
import { clientOfAgent, clientOfDevice, isScripted } from './client.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${windows} Chrome/120.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`${windows} Chrome/99.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`${windows} Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0`, 'Edge on Windows'],
  [`${windows} Chrome/70.0.3538.102 Safari/537.36 Edge/18.26100`, 'Microsoft sign-in library on Windows'],
  [`${windows} Chrome/120.0.0.0 Safari/537.36 OPR/105.0`, 'Opera on Windows'],
  [`${windows} HeadlessChrome/120.0.0.0 Safari/537.36`, 'Headless Chrome'],
  [`${windows} Teams/1.5.00.4689 Chrome/85.0 Electron/10.4.7 Safari/537.36`, 'Teams on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/119.0 Mobile/15E148 Safari/604.1',
    'Chrome on iOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:109.0) Gecko/20100101 Firefox/119.0', 'Firefox on Linux'],
  ['Outlook-iOS/2.0', 'Outlook on iOS'],
  ['Outlook-iOS-Android/1.0', 'Outlook'],
  ['Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.16731; Pro)', 'Outlook on Windows'],
  ['Microsoft SkyDriveSync 23.066.0326.0005 ship; Windows NT 10.0 (22621)', 'OneDrive on Windows'],
  ['python-requests/2.31.0', 'python-requests'],
  ['axios/1.7.2', 'axios'],
  ['node-fetch/1.0 (+https://github.com/bitinn/node-fetch)', 'node-fetch'],
  ['Go-http-client/1.1', 'Go-http-client'],
  ['curl/8.4.0', 'curl'],
  ['fasthttp', 'Go-http-client'],
  ['Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.19041', 'PowerShell'],
  ['BAV2ROPC', 'BAV2ROPC'],
  ['Client=REST;;', 'REST'],
  [`Client=OWA;${windows} Chrome/120.0.0.0 Safari/537.36;`, 'Chrome on Windows'],
  ['Client=OWA;Action=ViaProxy', 'Outlook on the web'],
  ['Client=MSExchangeRPC', 'Outlook'],
  ['Client=POP3/IMAP4;Protocol=IMAP4', 'IMAP'],
  ['Client=POP3/IMAP4;Protocol=POP3', 'POP'],
  ['Client=WebServices;python-requests/2.31.0;', 'python-requests'],
  ['Client=WebServices;Action=ConfigureGroupMailbox', 'Exchange Web Services'],
  ['Mozilla/5.0 (Windows NT 10.0)', 'Browser on Windows'],
  ['Chrome 120 on Windows10', 'Chrome on Windows'],
  ['Chrome Mobile 126 on Android 14', 'Chrome on Android'],
  ['Mobile Safari 17.5 (iOS 17)', 'Safari on iOS'],
  ['Firefox 128', 'Firefox'],
  ['SomethingNobodyKnows/3.1', 'SomethingNobodyKnows'],
  ['-', null],
  ['EvoSTS', null],
  [null, null],
])('%s is %s', (agent, expected) => {
  expect(clientOfAgent(agent)).toBe(expected)
})

test.each([
  ['Chrome 120.0.0', 'Windows 10', 'Chrome on Windows'],
  ['Edge 120.0.0', 'Windows10', 'Edge on Windows'],
  ['Edge 18.26100', 'Windows10', 'Microsoft sign-in library on Windows'],
  ['Mobile Safari 17.1', 'Ios 17.1', 'Safari on iOS'],
  ['Chrome Mobile 119.0.0', 'Android 14', 'Chrome on Android'],
  ['Safari 17.1', 'MacOs', 'Safari on macOS'],
  ['Python Requests 2.31', null, 'python-requests'],
  [null, 'Windows 11', 'Windows'],
  ['Other', 'Unknown', null],
  [null, null, null],
])('a device with %s and %s is %s', (browser, system, expected) => {
  expect(clientOfDevice(browser, system)).toBe(expected)
})

test.each([
  ['python-requests', null, true],
  [null, 'axios/1.6.2', true],
  [null, 'Go-http-client/1.1', true],
  [null, 'AADInternals', true],
  [null, 'node', true],
  [null, 'Node.js/20.11.1', true],
  [null, 'Mozilla/5.0 (X11; Linux x86_64) Nodejs/12 Signage', false],
  [
    'Chrome on Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36',
    false,
  ],
  ['Outlook on iOS', null, false],
  [null, null, false],
])('%s, %s is a script: %s', (client, userAgent, isIt) =>
  expect(isScripted({ client, userAgent })).toBe(isIt),
)
