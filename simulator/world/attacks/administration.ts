// A privileged account in the wrong hands: ways to stay, and to blind those who watch.
import type { DirectoryTarget, Origin } from '../act.ts'
import { apps } from '../apps.ts'
import { changeDirectory, runCmdlet, userTarget } from '../deeds.ts'
import { assignRole } from '../grants.ts'
import { accountOf } from '../person.ts'
import { signIn } from '../scene.ts'
import { colleagues, type Plot } from './plot.ts'

const minute = 60_000

const globalAdministrator = {
  id: '62e90394-69f5-4237-9190-012177145e10',
  name: 'Global Administrator',
  wellKnown: 'TenantAdmins',
}

function newUser(plot: Plot, at: number, from: Origin): DirectoryTarget {
  const { chance, company } = plot
  const local = chance.pick(['svc-backup', 'it-support', 'sync-admin', 'helpdesk2', 'ms-support'])
  const account = accountOf(
    { a: chance.word(), b: chance.word() },
    `${local}@${chance.chance(0.6) ? company.initialDomain : company.domain}`,
    local,
  )
  const target = userTarget(account)
  changeDirectory(plot, at, from, 'Add user', {
    operationType: 'Add',
    targets: [target],
    modified: [
      ['AccountEnabled', 'true', ''],
      ['DisplayName', local, ''],
      ['UserPrincipalName', account.upn, ''],
      ['UserType', 'Member', ''],
    ],
  })
  return target
}

export function takeOverAdministration(plot: Plot, at: number, from: Origin): void {
  const { chance } = plot
  let moment = at + chance.whole(60_000, 600_000)
  const next = () => {
    moment += Math.round(chance.between(0.5, 14) * minute)
    return moment
  }
  signIn(plot, {
    at: moment,
    from,
    app: chance.pick([apps.azurePortal, apps.adminPortal, apps.graphPowerShell]),
    resource: apps.graph,
    isAudited: true,
  })
  const application: DirectoryTarget = {
    id: chance.guid(),
    type: 'Application',
    name: chance.pick(['Backup Connector', 'HR Sync', 'Reporting API', 'Mail Archive']),
  }
  const steps: (() => void)[] = [
    () => {
      const key = `[KeyIdentifier=${chance.guid()},KeyType=Password,KeyUsage=Verify,DisplayName=${chance.pick(['', 'default', 'backup'])}]`
      changeDirectory(plot, next(), from, 'Update application – Certificates and secrets management ', {
        category: 'ApplicationManagement',
        targets: [application],
        modified: [
          ['KeyDescription', key, ''],
          ['Included Updated Properties', 'KeyDescription', ''],
        ],
      })
      changeDirectory(plot, moment + 700, from, 'Add service principal credentials', {
        category: 'ApplicationManagement',
        targets: [{ ...application, type: 'ServicePrincipal' }],
        modified: [['KeyDescription', key, '']],
      })
    },
    () => assignRole(plot, next(), from, newUser(plot, next(), from), globalAdministrator),
    () => {
      const permission = chance.pick([
        'Mail.ReadWrite',
        'full_access_as_app',
        'Directory.ReadWrite.All',
        'RoleManagement.ReadWrite.Directory',
      ])
      changeDirectory(plot, next(), from, 'Add app role assignment to service principal', {
        category: 'ApplicationManagement',
        operationType: 'Assign',
        targets: [
          { id: apps.graph.id, type: 'ServicePrincipal', name: 'Microsoft Graph' },
          { ...application, type: 'ServicePrincipal' },
        ],
        modified: [
          ['AppRole.Value', permission, ''],
          ['ServicePrincipal.DisplayName', application.name, ''],
        ],
      })
    },
    () => {
      changeDirectory(plot, next(), from, 'Update conditional access policy', {
        category: 'Policy',
        service: 'Conditional Access',
        targets: [
          { id: chance.guid(), type: 'Policy', name: 'Require multifactor authentication for all users' },
        ],
        modified: [['ConditionalAccessPolicy', '{"state":"disabled"}', '{"state":"enabled"}']],
      })
      changeDirectory(plot, moment + 500, from, 'Update policy', {
        category: 'Policy',
        targets: [
          { id: chance.guid(), type: 'Policy', name: 'Require multifactor authentication for all users' },
        ],
        modified: [['PolicyDetail', '{"State":"Disabled"}', '{"State":"Enabled"}']],
      })
    },
    () =>
      runCmdlet(
        plot,
        next(),
        from,
        'Set-AdminAuditLogConfig',
        [['UnifiedAuditLogIngestionEnabled', 'False']],
        'Admin Audit Log Settings',
        apps.exchangePowerShell,
      ),
    () => {
      const whose = colleagues(plot, at, 1)[0] ?? plot.person
      runCmdlet(
        plot,
        next(),
        from,
        'Set-MailboxAuditBypassAssociation',
        [
          ['Identity', plot.person.upn],
          ['AuditBypassEnabled', 'True'],
        ],
        plot.person.id,
        apps.exchangePowerShell,
      )
      runCmdlet(
        plot,
        next(),
        from,
        'Add-MailboxPermission',
        [
          ['Identity', whose.upn],
          ['User', plot.person.upn],
          ['AccessRights', 'FullAccess'],
          ['InheritanceType', 'All'],
          ['AutoMapping', 'False'],
        ],
        whose.id,
        apps.exchangePowerShell,
      )
    },
    () => {
      const whose = colleagues(plot, at, 4)[2] ?? plot.person
      changeDirectory(plot, next(), from, 'Reset user password', {
        targets: [userTarget(whose)],
        modified: [],
      })
    },
  ]
  const chosen = chance.shuffled(steps).slice(0, chance.whole(3, steps.length))
  for (const step of chosen) step()
}
