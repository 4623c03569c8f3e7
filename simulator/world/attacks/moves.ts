// What attackers do once they are in, each with its quieter and its louder ways.
import type { Origin } from '../act.ts'
import { type App, apps } from '../apps.ts'
import {
  changeDirectory,
  mailItem,
  oneDriveOf,
  readMail,
  ruleObject,
  runCmdlet,
  searchMail,
  touchFile,
  userTarget,
} from '../deeds.ts'
import { projects } from '../names.ts'
import { colleagues, type Plot } from './plot.ts'

const minute = 60_000

function spread(plot: Plot, from: number, lastsMinutes: number): number {
  return from + Math.round(plot.chance.next() * lastsMinutes * minute)
}

/** Looks through the mailbox. */
export function rummage(
  plot: Plot,
  at: number,
  from: Origin,
  lastsMinutes = 60,
  app: App = apps.outlookWeb,
): void {
  const { chance, caution } = plot
  for (let n = chance.whole(3, 14); n > 0; n--) {
    readMail(plot, spread(plot, at, lastsMinutes), from, {
      items: chance.whole(1, caution > 0.6 ? 12 : 60),
      app,
      folder: chance.pick(['\\Inbox', '\\Inbox', '\\Sent Items', '\\Archive']),
    })
  }
  if (chance.chance(0.5)) {
    for (const query of chance
      .shuffled(['invoice', 'payment', 'wire transfer', 'bank details', 'password', 'IBAN', 'remittance'])
      .slice(0, chance.whole(1, 4))) {
      searchMail(plot, spread(plot, at, lastsMinutes), from, query)
    }
  }
}

const hidingFolders = [
  'RSS Feeds',
  'RSS Subscriptions',
  'Conversation History',
  'Archive',
  'Junk Email',
  'Notes',
]
const ruleNames = ['.', '..', ',', 'a', '-', ' ', 'x', '....', 'Invoice', 'Updates', 'Filter']

/** A rule that takes replies and warnings out of sight. */
export function hideReplies(plot: Plot, at: number, from: Origin): void {
  const { chance, person } = plot
  const name = chance.pick(ruleNames)
  const looksFor: (readonly [string, string])[] = chance.weighted([
    [[['SubjectOrBodyContainsWords', 'invoice;payment;wire;bank;hacked;phish;fraud;suspicious']], 45],
    [[['FromAddressContainsWords', `${chance.pick(['accounts', 'billing', 'finance', 'payments'])}@`]], 25],
    [[], 15],
    [[['SubjectContainsWords', 'Invoice;Remittance;Payment']], 15],
  ] as const) as (readonly [string, string])[]
  const does: (readonly [string, string])[] = chance.chance(0.3)
    ? [['DeleteMessage', 'True']]
    : [['MoveToFolder', chance.pick(hidingFolders)]]
  const parameters: (readonly [string, string])[] = [
    ['AlwaysDeleteOutlookRulesBlob', 'False'],
    ['Force', 'False'],
    ['Name', name],
    ...looksFor,
    ...does,
    ['MarkAsRead', 'True'],
    ['StopProcessingRules', 'True'],
  ]
  runCmdlet(
    plot,
    at,
    from,
    chance.chance(0.9) ? 'New-InboxRule' : 'Set-InboxRule',
    parameters,
    ruleObject(plot, person, name),
  )
}

export function forwardOutside(plot: Plot, at: number, from: Origin): void {
  const { chance, person } = plot
  const box = `${chance.pick(['office', 'docs', 'mail', 'backup'])}.${chance.hex(1).slice(0, 5)}@${chance.pick(['gmail.com', 'proton.me', 'outlook.com', 'tutamail.com'])}`
  if (chance.chance(0.5)) {
    runCmdlet(
      plot,
      at,
      from,
      'Set-Mailbox',
      [
        ['Identity', person.upn],
        ['DeliverToMailboxAndForward', 'True'],
        ['ForwardingSmtpAddress', `smtp:${box}`],
      ],
      person.id,
    )
    return
  }
  const name = chance.pick(ruleNames)
  const verb = chance.pick(['ForwardTo', 'RedirectTo', 'ForwardAsAttachmentTo'])
  const words: (readonly [string, string])[] = chance.chance(0.5)
    ? [['SubjectOrBodyContainsWords', 'invoice;payment;contract']]
    : []
  runCmdlet(
    plot,
    at,
    from,
    'New-InboxRule',
    [
      ['AlwaysDeleteOutlookRulesBlob', 'False'],
      ['Force', 'False'],
      ['Name', name],
      ...words,
      [verb, box],
      ['StopProcessingRules', 'False'],
    ],
    ruleObject(plot, person, name),
  )
}

/** Writes into running conversations about money, and clears up behind. */
export function sendFraud(plot: Plot, at: number, from: Origin): void {
  const { chance } = plot
  for (let n = chance.whole(1, 6); n > 0; n--) {
    const moment = spread(plot, at, 240)
    mailItem(plot, moment, from, 'Send', {
      subject: chance.pick([
        'Re: Invoice 20418',
        'Updated bank details',
        'Re: Payment overdue',
        'Re: Remittance advice',
        'FW: Change of account',
      ]),
      attachment: chance.chance(0.6) ? 'Invoice_revised.pdf' : '',
      app: apps.outlookWeb,
    })
    if (chance.chance(0.5))
      mailItem(
        plot,
        moment + chance.whole(20_000, 300_000),
        from,
        chance.pick(['HardDelete', 'SoftDelete', 'MoveToDeletedItems']),
        { folder: '\\Sent Items', subject: 'Re: Invoice 20418', app: apps.outlookWeb },
      )
  }
}

/** The same lure to everybody in the address book. */
export function sendLures(plot: Plot, at: number, from: Origin, count: number): void {
  const { chance } = plot
  const subject = chance.pick([
    'Shared document for you',
    'Q3 bonus statement',
    'Please review and sign',
    'Missed voice message',
  ])
  const gap = chance.between(800, 9000)
  for (let n = 0; n < count; n++)
    mailItem(plot, at + Math.round(n * gap), from, 'Send', { subject, app: apps.outlookWeb })
  const after = at + Math.round(count * gap)
  mailItem(plot, after + chance.whole(60_000, 400_000), from, 'HardDelete', {
    folder: '\\Sent Items',
    subject,
    items: Math.min(count, 60),
    app: apps.outlookWeb,
  })
}

export function takeFiles(
  plot: Plot,
  at: number,
  from: Origin,
  files: number,
  lastsMinutes: number,
  operation = 'FileDownloaded',
): void {
  const { chance, company, person } = plot
  const libraries = [
    { site: oneDriveOf(company, person), folder: 'Documents', isOneDrive: true },
    ...company.teamSites.slice(0, 4).map(name => ({
      site: `${company.sharePointHost}/sites/${name.replaceAll(' ', '')}/`,
      folder: `Shared Documents/${chance.pick(projects)}`,
      isOneDrive: false,
    })),
  ]
  for (let n = 0; n < files; n++)
    touchFile(plot, spread(plot, at, lastsMinutes), from, operation, {
      library: libraries[Math.floor((n / files) * libraries.length)]!,
    })
}

/** Registers an authenticator of the attacker's own, so as to come back. */
export function addMethod(plot: Plot, at: number, from: Origin): void {
  const { chance, person } = plot
  const device = chance.guid()
  const phone = chance.pick(['SM-G960F', 'Pixel 6', 'iPhone 11', 'NE2213'])
  changeDirectory(plot, at, from, 'User registered security info', {
    service: 'Authentication Methods',
    category: 'UserManagement',
    operationType: 'Add',
    reason: 'User registered Authenticator App with Notification and Code',
  })
  changeDirectory(plot, at + 2000, from, 'Update user', {
    modified: [
      [
        'StrongAuthenticationPhoneAppDetail',
        `[{"DeviceName":"${phone}","DeviceToken":"NO_DEVICE_TOKEN","DeviceTag":"SoftwareTokenActivated","PhoneAppVersion":"6.2403.1","OathTokenTimeDrift":0,"Id":"${device}","AuthenticationType":3,"NotificationType":4}]`,
        '[]',
      ],
      [
        'StrongAuthenticationMethod',
        '[{"MethodType":6,"Default":true},{"MethodType":7,"Default":false}]',
        '[{"MethodType":6,"Default":true}]',
      ],
      ['Included Updated Properties', 'StrongAuthenticationPhoneAppDetail, StrongAuthenticationMethod', ''],
    ],
    details: [['UserType', 'Member']],
    targets: [userTarget(person)],
  })
}

export function addDevice(plot: Plot, at: number, from: Origin): void {
  const { chance, person } = plot
  const device = {
    id: chance.guid(),
    type: 'Device' as const,
    name: chance.pick(['DESKTOP-', 'WIN-']) + chance.hex(1).slice(0, 7).toUpperCase(),
  }
  const details = [
    ['Device Id', device.id],
    ['Device OS', 'Windows'],
    ['Device Trust Type', chance.chance(0.6) ? 'AzureAd' : 'Workplace'],
  ] as const
  changeDirectory(plot, at, from, 'Register device', {
    service: 'Device Registration Service',
    category: 'Device',
    operationType: 'Add',
    targets: [device, userTarget(person)],
    details,
  })
  changeDirectory(plot, at + 1000, from, 'Add device', {
    category: 'Device',
    operationType: 'Add',
    targets: [device],
    modified: [
      ['DeviceOSType', 'Windows', ''],
      ['DisplayName', device.name, ''],
    ],
    app: apps.registration,
  })
  changeDirectory(plot, at + 1500, from, 'Add registered owner to device', {
    category: 'Device',
    operationType: 'Assign',
    targets: [userTarget(person), device],
    modified: [['Device.DisplayName', device.name, '']],
  })
}

/** Whom lures reach. */
export function lureTargets(plot: Plot, at: number): ReturnType<typeof colleagues> {
  return colleagues(plot, at, plot.chance.whole(12, 90))
}
