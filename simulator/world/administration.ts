// The administrators' own work: people come and go, somebody has to let them in.
import type { Origin } from './act.ts'
import { apps } from './apps.ts'
import type { Company, Person } from './cast.ts'
import { staffOn } from './company.ts'
import { changeDirectory, runCmdlet, userTarget } from './deeds.ts'
import { assignRole } from './grants.ts'
import { skus } from './licences.ts'
import { dayOfLife } from './life.ts'
import { arrive, openScene, type Scene, signIn } from './scene.ts'
import { laptopStretches } from './workday.ts'

function atTheDesk(scene: Scene): Origin | null {
  const { laptop } = scene.devices
  const stretch = laptopStretches(scene)[0]
  if (!laptop || !stretch) return null
  const from = arrive(
    scene,
    laptop,
    stretch.spot,
    'browser',
    scene.chance.between(stretch.from + 10, Math.max(stretch.from + 20, stretch.to - 20)),
    apps.azurePortal,
    apps.azureManagement,
  )
  signIn(scene, {
    at: from.issuedAt - 2000,
    from,
    app: scene.chance.pick([apps.azurePortal, apps.adminPortal]),
    resource: apps.azureManagement,
  })
  return from
}

const lesserRoles = [
  {
    id: '729827e3-9c14-49f7-bb1b-9608f156bbb8',
    name: 'Helpdesk Administrator',
    wellKnown: 'HelpdeskAdministrators',
  },
  { id: 'f2ef992c-3afb-46b9-b7cf-a126ee74c451', name: 'Global Reader', wellKnown: 'GlobalReaders' },
  { id: 'fe930be7-5e62-47db-91af-98c3a49a38b1', name: 'User Administrator', wellKnown: 'UserAccountAdmins' },
  {
    id: '29232cdf-9323-42fd-ade2-1d097af3e4de',
    name: 'Exchange Administrator',
    wellKnown: 'ExchangeServiceAdmins',
  },
]

/** What the administrators on duty do on a day. */
export function administrate(company: Company, staff: Person[], day: number): Scene[] {
  const admins = staff.filter(each => each.isAdmin && dayOfLife(each, day).kind !== 'off')
  const scenes: Scene[] = []
  for (const [index, admin] of admins.entries()) {
    const scene = openScene(company, admin, day, 'administration')
    const from = atTheDesk(scene)
    if (!from) continue
    if (index === 0) comingAndGoing(scene, from, day)
    routine(scene, from, staff)
    scenes.push(scene)
  }
  return scenes
}

function comingAndGoing(scene: Scene, from: Origin, day: number): void {
  const { company } = scene
  let at = from.issuedAt
  const after = (ms: number) => {
    at += ms
    return at
  }
  for (const line of company.seats) {
    for (const occupant of line) {
      // Accounts are made the day before, and closed the day after.
      if (occupant.hiredOn - 1 === day) {
        const person = company.personOf(occupant)
        changeDirectory(scene, after(40_000), from, 'Add user', {
          operationType: 'Add',
          targets: [userTarget(person)],
          modified: [
            ['AccountEnabled', 'true', ''],
            ['DisplayName', person.displayName, ''],
            ['UserPrincipalName', person.upn, ''],
            ['UserType', 'Member', ''],
          ],
        })
        changeDirectory(scene, after(5000), from, 'Change user license', {
          targets: [userTarget(person)],
          modified: [['AssignedLicense', `[SkuName=${skus[person.licences[0]!].partNumber}]`, '']],
        })
        if (scene.chance.chance(0.6))
          changeDirectory(scene, after(9000), from, 'Add member to group', {
            category: 'GroupManagement',
            operationType: 'Assign',
            targets: [
              userTarget(person),
              { id: company.directoryTenantId, type: 'Group', name: `All ${person.department}` },
            ],
          })
      }
      if (occupant.leavesOn + 1 === day) {
        const person = company.personOf(occupant)
        const heir = scene.chance.pick(staffOn(company, day))
        changeDirectory(scene, after(40_000), from, 'Disable account', {
          targets: [userTarget(person)],
          modified: [['AccountEnabled', 'false', 'true']],
        })
        if (scene.chance.chance(0.5))
          runCmdlet(
            scene,
            after(30_000),
            from,
            'Set-Mailbox',
            [
              ['Identity', person.upn],
              ['ForwardingAddress', heir.upn],
              ['DeliverToMailboxAndForward', 'True'],
            ],
            person.id,
            apps.exchangePowerShell,
          )
        if (scene.chance.chance(0.4))
          runCmdlet(
            scene,
            after(30_000),
            from,
            'Add-MailboxPermission',
            [
              ['Identity', person.upn],
              ['User', heir.upn],
              ['AccessRights', 'FullAccess'],
              ['InheritanceType', 'All'],
            ],
            person.id,
            apps.exchangePowerShell,
          )
        changeDirectory(scene, after(40_000), from, 'Delete user', {
          operationType: 'Delete',
          targets: [userTarget(person)],
        })
      }
    }
  }
}

function routine(scene: Scene, from: Origin, staff: Person[]): void {
  const { chance, company } = scene
  const later = () => from.issuedAt + chance.whole(30_000, 9_000_000)
  const somebody = () => chance.pick(staff)
  for (let n = chance.count(Math.min(3, 0.3 + company.people / 400)); n > 0; n--) {
    const person = somebody()
    const at = later()
    changeDirectory(scene, at, from, 'Reset user password', { targets: [userTarget(person)] })
    changeDirectory(scene, at + 700, from, 'Set force change user password', {
      targets: [userTarget(person)],
    })
  }
  for (let n = chance.count(0.5); n > 0; n--)
    changeDirectory(scene, later(), from, 'Add member to group', {
      category: 'GroupManagement',
      operationType: 'Assign',
      targets: [userTarget(somebody()), { id: company.directoryTenantId, type: 'Group', name: 'VPN Users' }],
    })
  for (let n = chance.count(0.4); n > 0; n--)
    changeDirectory(scene, later(), from, 'Update user', {
      targets: [userTarget(somebody())],
      modified: [
        ['Department', 'Sales', 'Operations'],
        ['Included Updated Properties', 'Department', ''],
      ],
    })
  if (chance.chance(0.1)) {
    const shared = chance.pick(company.shared).account
    runCmdlet(
      scene,
      later(),
      from,
      'Add-MailboxPermission',
      [
        ['Identity', shared.upn],
        ['User', somebody().upn],
        ['AccessRights', 'FullAccess'],
        ['InheritanceType', 'All'],
      ],
      shared.id,
      apps.exchangePowerShell,
    )
  }
  if (chance.chance(0.02))
    assignRole(
      scene,
      later(),
      from,
      userTarget(chance.pick(staff.filter(each => each.department === 'IT'))),
      chance.pick(lesserRoles),
    )
  if (chance.chance(0.015)) {
    const policy = {
      id: company.directoryTenantId,
      type: 'Policy' as const,
      name: chance.pick([
        'Block legacy authentication',
        'Require compliant device',
        'Require multifactor authentication for admins',
      ]),
    }
    changeDirectory(scene, later(), from, 'Update conditional access policy', {
      category: 'Policy',
      service: 'Conditional Access',
      targets: [policy],
      modified: [
        ['ConditionalAccessPolicy', '{"state":"enabled"}', '{"state":"enabledForReportingButNotEnforced"}'],
      ],
    })
  }
  if (chance.chance(0.012))
    changeDirectory(scene, later(), from, 'Update application – Certificates and secrets management ', {
      category: 'ApplicationManagement',
      targets: [{ id: chance.guid(), type: 'Application', name: 'Backup Connector' }],
      modified: [
        [
          'KeyDescription',
          `[KeyIdentifier=${chance.guid()},KeyType=Password,KeyUsage=Verify,DisplayName=2026]`,
          '',
        ],
        ['Included Updated Properties', 'KeyDescription', ''],
      ],
    })
  if (chance.chance(0.01))
    runCmdlet(
      scene,
      later(),
      from,
      'New-TransportRule',
      [
        ['Name', 'External sender notice'],
        ['FromScope', 'NotInOrganization'],
        ['PrependSubject', '[EXT] '],
      ],
      'External sender notice',
      apps.exchangePowerShell,
    )
  if (chance.chance(0.02))
    changeDirectory(scene, later(), from, 'Invite external user', {
      service: 'Invited Users',
      operationType: 'Add',
      targets: company.guests.length > 0 ? [userTarget(chance.pick(company.guests).account)] : [],
    })
}
