// Microsoft's application permissions that matter here: their published ids, and what each endpoint takes.

export const GRAPH_APP_ID = '00000003-0000-0000-c000-000000000000'
export const MANAGEMENT_APP_ID = 'c5393580-f805-4401-95e8-94b7a6ef2fc2'

interface Permission {
  id: string
  resource: typeof GRAPH_APP_ID | typeof MANAGEMENT_APP_ID
}

const onGraph = (id: string): Permission => ({ id, resource: GRAPH_APP_ID })

export const permissions: Record<string, Permission> = {
  'ActivityFeed.Read': { id: '594c1fb6-4f81-4475-ae41-0c394909246c', resource: MANAGEMENT_APP_ID },
  'AuditLog.Read.All': onGraph('b0afded3-3588-46d8-8b3d-9842eff778da'),
  'AuditLogsQuery.Read.All': onGraph('5e1e9171-754d-478c-812c-f1755a9a4c2d'),
  'Directory.Read.All': onGraph('7ab1d382-f21e-4acd-a863-ba3e13f7da61'),
  'Directory.ReadWrite.All': onGraph('19dbc75e-c2e2-444c-a770-ec69d8559fc7'),
  'User.Read.All': onGraph('df021288-bdef-4463-88db-98f22de89214'),
  'User.ReadWrite.All': onGraph('741f803b-c850-494e-b5df-cde7c675a1ca'),
  'Organization.Read.All': onGraph('498476ce-e0fe-48b0-b801-37ba7e2685c6'),
  'Application.Read.All': onGraph('9a5d68dd-52b0-4cc2-bd40-abcf44ac3a30'),
  'User.RevokeSessions.All': onGraph('77f3a031-c388-4f99-b373-dc68676a979e'),
  'User.EnableDisableAccount.All': onGraph('3011c876-62b7-4ada-afa2-506cbbecc68c'),
  'User-PasswordProfile.ReadWrite.All': onGraph('cc117bb9-00cf-4eb8-b580-ea2a878fe8f7'),
  'MailboxSettings.Read': onGraph('40f97065-369a-49f4-947c-6a255697ae91'),
  'MailboxSettings.ReadWrite': onGraph('6931bccd-447a-43d1-b442-00a195474933'),
  'UserAuthenticationMethod.Read.All': onGraph('38d9df27-64da-44fd-b7c5-a6fbac20248f'),
  'UserAuthenticationMethod.ReadWrite.All': onGraph('50483e42-d915-4231-9639-7fdb7fd190e5'),
  'DelegatedPermissionGrant.ReadWrite.All': onGraph('8e8e4742-1d95-4f68-9d56-6ee75648c72a'),
}

/** What collecting takes, and no more. */
export const readingPermissions = [
  'ActivityFeed.Read',
  'AuditLog.Read.All',
  'Directory.Read.All',
  'User.Read.All',
  'Organization.Read.All',
]

/** What reading months of history takes on top: it may be left out. */
export const historyPermissions = ['AuditLogsQuery.Read.All']

/** What response takes on top. */
export const respondingPermissions = [
  'User.RevokeSessions.All',
  'User.ReadWrite.All',
  'MailboxSettings.ReadWrite',
  'UserAuthenticationMethod.ReadWrite.All',
  'DelegatedPermissionGrant.ReadWrite.All',
]

const anyUser = ['User.Read.All', 'User.ReadWrite.All', 'Directory.Read.All', 'Directory.ReadWrite.All']
const writeUser = ['User.ReadWrite.All', 'Directory.ReadWrite.All']

/** One of these is enough. */
export const takes = {
  reports: ['AuditLog.Read.All'],
  auditQueries: ['AuditLogsQuery.Read.All'],
  users: anyUser,
  skus: ['Organization.Read.All', 'Directory.Read.All', 'Directory.ReadWrite.All'],
  organization: ['Organization.Read.All', ...anyUser],
  applications: ['Application.Read.All', 'Directory.Read.All', 'Directory.ReadWrite.All'],
  revoke: ['User.RevokeSessions.All', ...writeUser],
  enable: ['User.EnableDisableAccount.All', ...writeUser],
  password: ['User-PasswordProfile.ReadWrite.All', ...writeUser],
  readRules: ['MailboxSettings.Read', 'MailboxSettings.ReadWrite'],
  writeRules: ['MailboxSettings.ReadWrite'],
  readMethods: ['UserAuthenticationMethod.Read.All', 'UserAuthenticationMethod.ReadWrite.All'],
  writeMethods: ['UserAuthenticationMethod.ReadWrite.All'],
  readGrants: ['DelegatedPermissionGrant.ReadWrite.All', 'Directory.Read.All', 'Directory.ReadWrite.All'],
  writeGrants: ['DelegatedPermissionGrant.ReadWrite.All', 'Directory.ReadWrite.All'],
} as const satisfies Record<string, string[]>
