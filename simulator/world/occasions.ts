// What happens to a person now and then: mistyping, rules, clearing up, sharing, consenting.
import type { Origin } from './act.ts'
import { apps, otherApps } from './apps.ts'
import { staffOn } from './company.ts'
import {
  changeDirectory,
  mailItem,
  pickLibrary,
  ruleObject,
  runCmdlet,
  searchMail,
  touchFile,
} from './deeds.ts'
import { grantConsent } from './grants.ts'
import { privateMailHosts, projects, subjects } from './names.ts'
import { renewals, sitDown } from './renewals.ts'
import { type Scene, signIn } from './scene.ts'
import type { Stretch } from './workday.ts'

/** Everything rare that may happen on a working day. */
export function occasions(scene: Scene, stretches: Stretch[]): void {
  const { chance, person, day } = scene
  renewals(scene, stretches)
  if (stretches.length === 0) return
  if (chance.chance(0.02)) mistype(scene, stretches)
  if (chance.chance(0.0035)) harmlessRule(scene, stretches)
  if (chance.chance(0.0018)) ordinaryConsent(scene, stretches)
  if (chance.chance(0.004)) wholeFolder(scene, stretches)
  if (chance.chance(0.005)) clearUp(scene, stretches)
  if (chance.chance(0.02)) share(scene, stretches)
  if (chance.chance(0.01)) outOfOffice(scene, stretches)
  if (chance.chance(0.08)) lookFor(scene, stretches)
  if (person.department === 'Marketing' && person.seed.b % 3 === 0 && chance.chance(0.12))
    newsletter(scene, stretches)
  if (person.department === 'Finance' && new Date(day * 86_400_000).getUTCDate() > 27 && chance.chance(0.3))
    payRun(scene, stretches)
}

/** Forgotten, mistyped, expired: a few refusals, then in. */
function mistype(scene: Scene, stretches: Stretch[]): void {
  const from = sitDown(scene, stretches)
  if (!from) return
  const { chance, person } = scene
  const times = chance.weighted([
    [1, 60],
    [2, 25],
    [3, 10],
    [6, 4],
    [11, 1],
  ] as const)
  let at = from.issuedAt
  for (let n = 0; n < times; n++) {
    signIn(scene, { at, from, error: n > 8 ? 50053 : 50126, mfa: 'none' })
    at += chance.whole(6000, 40_000)
  }
  if (times > 5 && chance.chance(0.7)) resetByOneself(scene, at + 60_000, from)
  signIn(scene, { at: at + 150_000, from: { ...from, token: '' }, mfa: 'passed', method: person.method })
}

function resetByOneself(scene: Scene, at: number, from: Origin): void {
  changeDirectory(scene, at, from, 'Reset password (self-service)', {
    service: 'Self-service Password Management',
    reason: 'Successfully completed reset.',
  })
  changeDirectory(scene, at + 1000, from, 'Reset user password', { modified: [] })
}

const newsletters = [
  'newsletter',
  'noreply',
  'digest',
  'updates',
  'linkedin',
  'jira',
  'no-reply',
  'marketing',
]

function harmlessRule(scene: Scene, stretches: Stretch[]): void {
  const from = sitDown(scene, stretches)
  if (!from) return
  const { chance, person, company } = scene
  const name = chance.pick([
    'Newsletter',
    'Jira',
    'Customers',
    'Project',
    'Invoices',
    'Team',
    'LinkedIn',
    'Reports',
    'to read',
    'CC',
  ])
  const head: (readonly [string, string])[] = [
    ['AlwaysDeleteOutlookRulesBlob', 'False'],
    ['Force', 'False'],
    ['Name', name],
  ]
  const kind = chance.next()
  let rest: (readonly [string, string])[]
  if (kind < 0.78) {
    rest = [
      [chance.chance(0.7) ? 'FromAddressContainsWords' : 'SubjectContainsWords', chance.pick(newsletters)],
      ['MoveToFolder', chance.pick(['Newsletter', name, 'Archive', 'Later', 'Projects'])],
    ]
    if (chance.chance(0.2)) rest.push(['MarkAsRead', 'True'])
    if (chance.chance(0.5)) rest.push(['StopProcessingRules', 'True'])
  } else if (kind < 0.88) {
    rest = [
      ['FromAddressContainsWords', chance.pick(newsletters)],
      ['DeleteMessage', 'True'],
    ]
  } else if (kind < 0.975) {
    const colleague = chance.pick(staffOn(company, scene.day))
    rest = [
      ['SubjectContainsWords', chance.pick(['order', 'holiday', 'support', 'offer'])],
      ['ForwardTo', colleague.upn],
    ]
  } else {
    // Some send their mail home, whatever the policy says.
    rest = [['ForwardTo', `${person.given}.${person.family}@${chance.pick(privateMailHosts)}`.toLowerCase()]]
  }
  runCmdlet(
    scene,
    from.issuedAt + 60_000,
    from,
    chance.chance(0.85) ? 'New-InboxRule' : 'Set-InboxRule',
    [...head, ...rest],
    ruleObject(scene, person, name),
  )
}

function ordinaryConsent(scene: Scene, stretches: Stretch[]): void {
  const from = sitDown(scene, stretches)
  if (!from) return
  const { chance } = scene
  const app = chance.pick(otherApps)
  signIn(scene, { at: from.issuedAt + 2000, from, app, resource: apps.graph, error: 65001 })
  grantConsent(
    scene,
    from.issuedAt + 30_000,
    from,
    app,
    { id: chance.guid(), type: 'ServicePrincipal', name: app.name },
    app.scopes,
  )
  signIn(scene, { at: from.issuedAt + 34_000, from, app, resource: apps.graph })
}

/** A whole project folder, before a journey or for an archive. */
function wholeFolder(scene: Scene, stretches: Stretch[]): void {
  const from = sitDown(scene, stretches)
  if (!from) return
  const { chance } = scene
  const library = { ...pickLibrary(scene), folder: `Shared Documents/${chance.pick(projects)}` }
  const files = Math.round(Math.exp(chance.normal(4, 0.9)))
  const spread = chance.whole(20_000, 900_000)
  for (let n = 0; n < files; n++)
    touchFile(scene, from.issuedAt + chance.whole(5000, spread), from, 'FileDownloaded', { library })
}

function clearUp(scene: Scene, stretches: Stretch[]): void {
  const from = sitDown(scene, stretches)
  if (!from) return
  const { chance } = scene
  for (let n = chance.whole(2, 8); n > 0; n--) {
    mailItem(
      scene,
      from.issuedAt + chance.whole(10_000, 900_000),
      from,
      chance.pick(['SoftDelete', 'HardDelete', 'MoveToDeletedItems']),
      {
        items: chance.whole(5, 60),
        subject: chance.pick(subjects),
        folder: chance.pick(['\\Inbox', '\\Deleted Items', '\\Sent Items']),
      },
    )
  }
}

function share(scene: Scene, stretches: Stretch[]): void {
  const from = sitDown(scene, stretches)
  if (!from) return
  const { chance, company } = scene
  const guest = company.guests.length > 0 && chance.chance(0.3) ? chance.pick(company.guests).mail : ''
  const target = guest || chance.pick(staffOn(company, scene.day)).upn
  touchFile(
    scene,
    from.issuedAt + 20_000,
    from,
    chance.pick([
      'SharingSet',
      'SecureLinkCreated',
      'AddedToSecureLink',
      'CompanyLinkCreated',
      'AnonymousLinkCreated',
    ]),
    { target },
  )
}

function outOfOffice(scene: Scene, stretches: Stretch[]): void {
  const from = sitDown(scene, stretches)
  if (!from) return
  const { person } = scene
  runCmdlet(
    scene,
    from.issuedAt + 15_000,
    from,
    'Set-MailboxAutoReplyConfiguration',
    [
      ['Identity', person.upn],
      ['AutoReplyState', 'Scheduled'],
      ['ExternalAudience', 'All'],
    ],
    person.id,
  )
}

function lookFor(scene: Scene, stretches: Stretch[]): void {
  const from = sitDown(scene, stretches)
  if (from)
    searchMail(
      scene,
      from.issuedAt + 9000,
      from,
      scene.chance.pick([
        'offer',
        'invoice march',
        'password wifi',
        'flight',
        'contract',
        'payment terms',
        'minutes',
      ]),
    )
}

/** The same mail to many, one after the other. */
function newsletter(scene: Scene, stretches: Stretch[]): void {
  const from = sitDown(scene, stretches)
  if (!from) return
  const { chance } = scene
  const subject = chance.pick([
    'Our spring news',
    'Invitation to the webinar',
    'New products',
    'Season greetings',
  ])
  for (let n = chance.whole(25, 180); n > 0; n--)
    mailItem(scene, from.issuedAt + chance.whole(1000, 1_800_000), from, 'Send', { subject })
}

function payRun(scene: Scene, stretches: Stretch[]): void {
  const from = sitDown(scene, stretches)
  if (!from) return
  const { chance } = scene
  for (let n = chance.whole(8, 40); n > 0; n--)
    mailItem(scene, from.issuedAt + chance.whole(1000, 3_600_000), from, 'Send', {
      subject: chance.pick(['Payment advice', 'Remittance advice', 'Statement of account']),
      attachment: 'Advice.pdf',
    })
}
