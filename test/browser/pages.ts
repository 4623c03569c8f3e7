// Every page of the dashboard, for the tests that walk through all of them.
import type { Role } from '../../src/database/types.ts'
import { demo, lanternfield } from './visit.ts'

export interface PageUnderTest {
  name: string
  path: string
  heading: string | RegExp
  /** Something that is there once the page's data is. */
  shows: string | RegExp
  /** For both when absent. */
  role?: Role
}

const [tenant] = lanternfield.tenants

export interface ListedIncident {
  id: string
  url: string
  remediationStatus: string
  isLive: boolean
  tenant: { serviceTenantId: string; name: string }
  user: { displayName: string; userPrincipalName: string }
}

/** Newest first, through the API. */
export async function incidentsOf({ apiKey } = lanternfield): Promise<ListedIncident[]> {
  const response = await fetch(`${demo.apiUrl}/beta/incidents?limit=500`, {
    headers: { authorization: `Bearer ${apiKey}` },
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return ((await response.json()) as { incidents: ListedIncident[] }).incidents
}

const [incident] = await incidentsOf()
export const incidentPath = new URL(incident!.url).pathname

export const PAGES: PageUnderTest[] = [
  { name: 'Overview', path: '/', heading: 'Overview', shows: /open incidents/i },
  { name: 'Incidents', path: '/incidents', heading: 'Incidents', shows: incident!.user.displayName },
  { name: 'an incident', path: incidentPath, heading: /./, shows: incident!.user.displayName },
  { name: 'Tenants', path: '/tenants', heading: 'Tenants', shows: tenant!.name },
  {
    name: 'a tenant',
    path: `/tenant/${tenant!.serviceTenantId}`,
    heading: tenant!.name,
    shows: tenant!.directoryTenantId,
  },
  {
    name: 'Connect a tenant',
    path: '/tenants/connect',
    heading: 'Connect a tenant',
    shows: /^(Register an application|Ask an Admin)/,
  },
  { name: 'Usage', path: '/usage', heading: 'Usage', shows: tenant!.name },
  { name: 'API Keys', path: '/settings/api-keys', heading: 'API Keys', shows: /^Demo, / },
  { name: 'Members', path: '/settings/members', heading: 'Members', shows: lanternfield.admin.email },
  { name: 'Security', path: '/settings/security', heading: 'Security', shows: 'Not required' },
  {
    name: 'Detection rules',
    path: '/settings/rules',
    heading: 'Detection rules',
    shows: 'Administrator role given',
  },
  {
    name: 'Travel and networks',
    path: '/settings/travel',
    heading: 'Travel and networks',
    shows: 'No travel is declared for this tenant.',
  },
  {
    name: 'Audit log',
    path: '/settings/audit-log',
    heading: 'Audit log',
    shows: 'signed in',
    role: 'Admin',
  },
  { name: 'Your account', path: '/account', heading: /account/i, shows: /password/i },
  {
    name: 'an address where nothing is',
    path: '/settings/nothing',
    heading: 'Nothing here',
    shows: /nothing/,
  },
]
