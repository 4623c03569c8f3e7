// Tries a connection: can the application sign in, has it each permission, and does each interface answer? In words.
import { SourceFault } from '../source.ts'
import { sayOptional } from './audit-queries.ts'
import type { Ask, MicrosoftClient } from './client.ts'

interface Finding {
  /** What it is for, such as 'Audit log'. */
  name: string
  /** 'unlicensed' and 'optional' are nothing to mend. */
  state: 'ok' | 'missing' | 'failed' | 'unlicensed' | 'optional'
  /** What is wrong and what to do; what is read when all is well. */
  says: string
  permission: string
}

export interface Findings {
  isUsable: boolean
  /** As the directory itself has it; null when it could not be read. */
  displayName: string | null
  items: Finding[]
  /** Permissions that can change something, which Vedette does not ask for. */
  excess: string[]
}

interface Probe {
  name: string
  on: 'graph' | 'manage'
  /** One of these is enough; the first is what to ask for. */
  permissions: [string, ...string[]]
  /** Null: what the token says of it is enough, for trying it would make something there. */
  path: ((directoryTenantId: string) => string) | null
  reads: string
  isReport?: boolean
  /** Without it nothing can be watched. */
  isVital: boolean
  /** What is said where it is not given: everything else goes as well without. */
  sayOptional?(lookBackDays: number): string
}

const PROBES: Probe[] = [
  {
    name: 'Audit log',
    on: 'manage',
    permissions: ['ActivityFeed.Read'],
    path: id => `/api/v1.0/${id}/activity/feed/subscriptions/list?PublisherIdentifier=${id}`,
    reads: 'What people do in Exchange, SharePoint, Teams and the directory, and their sign-ins.',
    isVital: true,
  },
  {
    name: 'Sign-ins',
    on: 'graph',
    permissions: ['AuditLog.Read.All'],
    path: () => '/beta/auditLogs/signIns?$top=1',
    reads: 'Each sign-in with its device, session and risk.',
    isReport: true,
    isVital: false,
  },
  {
    name: 'Directory changes',
    on: 'graph',
    permissions: ['AuditLog.Read.All'],
    path: () => '/v1.0/auditLogs/directoryAudits?$top=1',
    reads: 'Changes of accounts, roles, applications and policies.',
    isReport: true,
    isVital: false,
  },
  {
    name: 'Users',
    on: 'graph',
    permissions: ['User.Read.All', 'Directory.Read.All'],
    path: () => '/v1.0/users?$top=1&$select=id',
    reads: 'Accounts, and which products they hold.',
    isVital: true,
  },
  {
    name: 'Products',
    on: 'graph',
    permissions: ['Organization.Read.All', 'Directory.Read.All'],
    path: () => '/v1.0/subscribedSkus?$select=skuId,skuPartNumber',
    reads: 'The names of the products, which billing goes by.',
    isVital: true,
  },
  {
    name: 'Older history',
    on: 'graph',
    permissions: ['AuditLogsQuery.Read.All'],
    path: null,
    reads: 'The audit log from before the tenant was connected, as far back as VEDETTE_LOOK_BACK_DAYS says.',
    isVital: false,
    sayOptional,
  },
]

/** Read-only by name: Microsoft's permissions say Read or ReadWrite, or name what they do. */
const canOnlyRead = (role: string) => /\.Read(?!Write)/i.test(role) && !/write|manage|fullcontrol/i.test(role)

/** Never throws for what is wrong with the connection: that is the answer. */
export async function checkConnection(
  client: MicrosoftClient,
  { signal, lookBackDays }: { signal: AbortSignal; lookBackDays: number },
): Promise<Findings> {
  const roles = { graph: await rolesOn('graph'), manage: await rolesOn('manage') }
  async function rolesOn(on: 'graph' | 'manage'): Promise<string[] | SourceFault> {
    try {
      return await client.roles(on, signal)
    } catch (cause) {
      if (cause instanceof SourceFault) return cause
      throw cause
    }
  }
  const probes = PROBES.filter(probe => !probe.sayOptional || client.hasAuditQueries)
  const items = await Promise.all(
    probes.map(probe => tryProbe(client, probe, roles[probe.on], { signal, lookBackDays })),
  )
  const given = Object.values(roles).flatMap(each => (Array.isArray(each) ? each : []))
  return {
    isUsable: probes.every((probe, at) => !probe.isVital || items[at]!.state === 'ok'),
    displayName: Array.isArray(roles.graph) ? await readName(client, signal) : null,
    items,
    excess: [...new Set(given.filter(role => !canOnlyRead(role)))].sort(),
  }
}

async function tryProbe(
  client: MicrosoftClient,
  probe: Probe,
  roles: string[] | SourceFault,
  { signal, lookBackDays }: { signal: AbortSignal; lookBackDays: number },
): Promise<Finding> {
  const { name, on, reads, isReport = false } = probe
  const [permission] = probe.permissions
  const finding = (state: Finding['state'], says: string): Finding => ({ name, state, says, permission })
  if (roles instanceof SourceFault) return finding('failed', roles.message)
  if (!probe.permissions.some(each => roles.includes(each))) {
    if (probe.sayOptional) return finding('optional', probe.sayOptional(lookBackDays))
    const lacking = `The permission ${probe.permissions.join(' or ')} is missing. Add it to the application in Entra as an application permission of ${on === 'graph' ? 'Microsoft Graph' : 'Office 365 Management APIs'}, and give admin consent.`
    return finding('missing', lacking)
  }
  if (!probe.path) return finding('ok', reads)
  const ask: Ask = { on, path: probe.path(client.directoryTenantId), permission, isReport, signal }
  try {
    await client.list(ask)
    return finding('ok', reads)
  } catch (cause) {
    if (!(cause instanceof SourceFault)) throw cause
    return finding(
      cause.kind === 'licence' ? 'unlicensed' : cause.kind === 'permission' ? 'missing' : 'failed',
      cause.message,
    )
  }
}

async function readName(client: MicrosoftClient, signal: AbortSignal): Promise<string | null> {
  try {
    const { records } = await client.list({
      on: 'graph',
      path: '/v1.0/organization?$select=id,displayName',
      permission: 'Organization.Read.All',
      signal,
    })
    const name = records[0]?.displayName
    return typeof name === 'string' && name.trim() ? name.trim() : null
  } catch (cause) {
    if (cause instanceof SourceFault) return null
    throw cause
  }
}
