// The machines people use, and how each of their programs presents itself.
import type { Client } from './act.ts'
import { random, type Seed, seedOf } from './random.ts'

export type Make = 'windows' | 'mac' | 'iphone' | 'android' | 'ipad'
export type Browser = 'edge' | 'chrome' | 'safari' | 'firefox'

export interface Device {
  key: string
  make: Make
  browser: Browser
  /** Null for machines the directory does not know. */
  id: string | null
  name: string
  trust: Client['trust']
  isManaged: boolean
  model: string
  seed: Seed
}

/** The programs that speak to the service. */
export type Program =
  | 'browser'
  | 'outlook'
  | 'owa'
  | 'teams'
  | 'sync'
  | 'office'
  | 'windows'
  | 'outlook-mobile'
  | 'ios-mail'
  | 'imap'
  | 'broker'
  | 'powershell'

/** Browsers bring out a new version every four weeks; people have it some days later. */
function chromeVersion(day: number, lag: number): number {
  return 120 + Math.floor((day - 19_696 - lag) / 28)
}

function iosVersion(day: number): string {
  const firstOf26 = 20_346
  if (day >= firstOf26)
    return `${26 + Math.floor((day - firstOf26) / 365)}.${Math.floor(((day - firstOf26) % 365) / 60)}`
  return `${17 + Math.floor((day - 19_618) / 365)}.${Math.floor(((((day - 19_618) % 365) + 365) % 365) / 60)}`
}

export function browserAgent(make: Make, browser: Browser, day: number, lag: number): string {
  const chrome = chromeVersion(day, lag)
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
  const blink = `AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chrome}.0.0.0`
  if (make === 'iphone' || make === 'ipad') {
    const version = iosVersion(day)
    const system = make === 'iphone' ? 'iPhone; CPU iPhone OS' : 'iPad; CPU OS'
    return `Mozilla/5.0 (${system} ${version.replace('.', '_')} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Mobile/15E148 Safari/604.1`
  }
  if (make === 'android') return `Mozilla/5.0 (Linux; Android 10; K) ${blink} Mobile Safari/537.36`
  const system = make === 'mac' ? mac : windows
  if (browser === 'safari') {
    const version = iosVersion(day)
    return `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Safari/605.1.15`
  }
  if (browser === 'firefox') {
    const rv = make === 'mac' ? 'Macintosh; Intel Mac OS X 10.15' : 'Windows NT 10.0; Win64; x64'
    return `Mozilla/5.0 (${rv}; rv:${chrome + 1}.0) Gecko/20100101 Firefox/${chrome + 1}.0`
  }
  if (browser === 'edge') return `${system} ${blink} Safari/537.36 Edg/${chrome}.0.0.0`
  return `${system} ${blink} Safari/537.36`
}

export function browserName(make: Make, browser: Browser, day: number, lag: number): string {
  if (make === 'iphone' || make === 'ipad') return `Mobile Safari ${iosVersion(day)}`
  const version = chromeVersion(day, lag)
  if (make === 'android') return `Chrome Mobile ${version}.0.0`
  if (browser === 'safari') return `Safari ${iosVersion(day)}`
  if (browser === 'firefox') return `Firefox ${version + 1}.0`
  return `${browser === 'edge' ? 'Edge' : 'Chrome'} ${version}.0.0`
}

function osName(make: Make, day: number): string {
  if (make === 'windows') return 'Windows10'
  if (make === 'mac') return 'MacOs'
  if (make === 'android') return 'Android'
  return `Ios ${iosVersion(day)}`
}

const programAgents: Partial<Record<Program, Partial<Record<Make, string>>>> = {
  outlook: {
    windows: 'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17328; Pro)',
    mac: 'MacOutlook/16.82.24021116 (Intelx64 Mac OS X Version 14.3.1)',
  },
  office: {
    windows: 'Microsoft Office/16.0 (Windows NT 10.0; 16.0.17328; Pro)',
    mac: 'Microsoft Office/16.82 (MacOS 14.3.1)',
  },
  sync: {
    windows: 'Microsoft SkyDriveSync 24.020.0128.0003 ship; Windows NT 10.0 (19045)',
    mac: 'OneDriveMpc-Mac/24.020.0128 (Mac OS X 14.3.1)',
  },
  windows: { windows: 'Windows-AzureAD-Authentication-Provider/1.0' },
  'outlook-mobile': {
    iphone: 'Outlook-iOS/2.0',
    ipad: 'Outlook-iOS/2.0',
    android: 'Outlook-Android/2.0',
  },
  'ios-mail': { iphone: 'iOS/17.3 dataaccessd/1.0', ipad: 'iOS/17.3 dataaccessd/1.0' },
  imap: { windows: 'BAV2ROPC', mac: 'BAV2ROPC', iphone: 'BAV2ROPC', android: 'BAV2ROPC' },
  powershell: {
    windows: 'Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.22621.2506',
  },
}

const mailClients: Record<Program, string> = {
  browser: 'Client=OWA;Action=ViaProxy',
  owa: 'Client=OWA;Action=ViaProxy',
  outlook: 'Client=MSExchangeRPC',
  teams: 'Client=REST;Client=RESTSystem;;',
  sync: '',
  office: 'Client=REST;Client=RESTSystem;;',
  windows: '',
  'outlook-mobile': 'Client=OutlookService;Outlook-iOS/2.0;',
  'ios-mail': 'Client=ActiveSync;Action=/Microsoft-Server-ActiveSync/default.eas?Cmd=Sync',
  imap: 'Client=POP3/IMAP4;Protocol=IMAP4',
  broker: '',
  powershell: 'Client=REST;;',
}

function platformOf(make: Make, program: Program): string {
  if (make === 'iphone' || make === 'ipad') return program === 'browser' ? 'WebIos' : 'IOS'
  if (make === 'android') return 'Android'
  if (make === 'mac') return program === 'browser' || program === 'owa' ? 'WebMac' : 'MacDesktop'
  return 'WinDesktop'
}

const clients = new WeakMap<Device, Map<Program, { day: number; client: Client }>>()

/** How a program on a device looks on a day. */
export function clientOf(device: Device, program: Program, day: number): Client {
  let known = clients.get(device)
  if (!known) {
    known = new Map()
    clients.set(device, known)
  }
  const last = known.get(program)
  if (last?.day === day) return last.client
  const client = makeClient(device, program, day)
  known.set(program, { day, client })
  return client
}

function makeClient(device: Device, program: Program, day: number): Client {
  const lag = random(device.seed, 'lag', Math.floor(day / 28)).whole(1, 12)
  const isBrowser = program === 'browser' || program === 'owa'
  const teamsAgent = `${browserAgent(device.make, 'edge', day, lag)} Teams/24046.2813.2770.1094`
  const agent = isBrowser
    ? browserAgent(device.make, device.browser, day, lag)
    : program === 'teams' && (device.make === 'windows' || device.make === 'mac')
      ? teamsAgent
      : (programAgents[program]?.[device.make] ??
        (device.make === 'android'
          ? `Dalvik/2.1.0 (Linux; U; Android 14; ${device.model})`
          : browserAgent(device.make, device.browser, day, lag)))
  // Chrome without its extension, Firefox and Safari do not show the machine's identity to the sign-in page.
  const showsDevice = program !== 'imap' && (!isBrowser || device.browser === 'edge')
  return {
    userAgent: agent,
    os: osName(device.make, day),
    browser: isBrowser
      ? browserName(device.make, device.browser, day, lag)
      : program === 'windows'
        ? ''
        : 'Rich Client 5.2.8.0',
    deviceId: showsDevice ? device.id : null,
    deviceName: showsDevice && device.id ? device.name : '',
    trust: showsDevice && device.id ? device.trust : '',
    isManaged: showsDevice && device.id !== null && device.isManaged,
    clientApp: isBrowser ? 'Browser' : program === 'imap' ? 'IMAP4' : 'Mobile Apps and Desktop clients',
    mailClient:
      program === 'outlook-mobile' && device.make === 'android'
        ? 'Client=OutlookService;Outlook-Android/2.0;'
        : mailClients[program],
    platform: platformOf(device.make, program),
  }
}

const androidModels = [
  'SM-S911B',
  'SM-A546B',
  'Pixel 8',
  'SM-G991B',
  'Pixel 7a',
  '2201117TG',
  'XQ-CQ54',
  'moto g54',
]

/** A device of a person; `era` tells a later one from its predecessor. */
export function makeDevice(
  owner: Seed,
  key: string,
  era: number,
  make: Make,
  browser: Browser,
  registered: Client['trust'],
  prefix: string,
): Device {
  const chance = random(owner, 'device', key, era)
  const id = chance.guid()
  const tag = chance.hex(1).slice(0, 6).toUpperCase()
  const model = make === 'android' ? chance.pick(androidModels) : make
  return {
    key: `${key}${era}`,
    make,
    browser,
    id: registered ? id : null,
    name:
      make === 'windows' || make === 'mac'
        ? `${prefix}-${tag}`
        : make === 'android'
          ? model
          : make === 'ipad'
            ? 'iPad'
            : 'iPhone',
    trust: registered,
    isManaged: registered === 'Azure AD joined' || registered === 'Hybrid Azure AD joined',
    model,
    seed: seedOf(owner, 'device', key, era),
  }
}
