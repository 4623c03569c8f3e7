// Microsoft's own applications and the resources they ask for, by the ids that every tenant logs.

export interface App {
  id: string
  name: string
}

export const apps = {
  officeHome: { id: '4765445b-32c6-49b0-83e6-1d93765276ca', name: 'OfficeHome' },
  office: { id: 'd3590ed6-52b3-4102-aeff-aad2292ab01c', name: 'Microsoft Office' },
  outlookWeb: { id: '9199bf20-a13f-4107-85dc-02114787ef48', name: 'One Outlook Web' },
  outlookMobile: { id: '27922004-5251-4030-b22d-91ecd9a37ea4', name: 'Outlook Mobile' },
  teams: { id: '1fec8e78-bce4-4aaf-ab1b-5451cc387264', name: 'Microsoft Teams' },
  teamsWeb: { id: '5e3ce6c0-2b1f-4285-8d4b-75ee78787346', name: 'Microsoft Teams Web Client' },
  sharePoint: { id: '00000003-0000-0ff1-ce00-000000000000', name: 'Office 365 SharePoint Online' },
  exchange: { id: '00000002-0000-0ff1-ce00-000000000000', name: 'Office 365 Exchange Online' },
  graph: { id: '00000003-0000-0000-c000-000000000000', name: 'Microsoft Graph' },
  oneDriveSync: { id: 'ab9b8c07-8f02-4f72-87fa-80105867a763', name: 'OneDrive SyncEngine' },
  azurePortal: { id: 'c44b4083-3bb0-49c1-b47d-974e53cbdf3c', name: 'Azure Portal' },
  azureManagement: {
    id: '797f4846-ba00-4fd7-ba43-dac1f8f63013',
    name: 'Windows Azure Service Management API',
  },
  adminPortal: { id: '00000006-0000-0ff1-ce00-000000000000', name: 'Microsoft Office 365 Portal' },
  broker: { id: '29d9ed98-a469-4536-ade2-f981bc1d605e', name: 'Microsoft Authentication Broker' },
  windows: { id: '38aa3b87-a06d-4817-b275-7a316988d93b', name: 'Windows Sign In' },
  directory: { id: '00000002-0000-0000-c000-000000000000', name: 'Windows Azure Active Directory' },
  mySignIns: { id: '19db86c3-b2b9-44cc-b339-36da233a3be2', name: 'My Signins' },
  edge: { id: 'ecd6b820-32c2-49b6-98a6-444530e5a77a', name: 'Microsoft Edge' },
  iosAccounts: { id: 'f8d98a96-0999-43f5-8af3-69971c7bb423', name: 'Apple Internet Accounts' },
  thunderbird: { id: '9e5f94bc-e8a4-4e73-b8be-63364c29d753', name: 'Mozilla Thunderbird' },
  companyPortal: { id: '9ba1a5c7-f17a-4de9-a1f1-6178c8d51223', name: 'Microsoft Intune Company Portal' },
  exchangePowerShell: {
    id: 'fb78d390-0c51-40cd-8e17-fdbfab77341b',
    name: 'Microsoft Exchange REST API Based Powershell',
  },
  graphPowerShell: {
    id: '14d82eec-204b-4c2f-b7e8-296a70dab67e',
    name: 'Microsoft Graph Command Line Tools',
  },
  azureCli: { id: '04b07795-8ddb-461a-bbee-02f9e1bf7b46', name: 'Microsoft Azure CLI' },
  registration: { id: '01cb2876-7ebd-4aa4-9cc9-d28bd4d359a9', name: 'Device Registration Service' },
  substrate: { id: '13937bba-652e-4c46-b222-3003f4d1ff97', name: 'Substrate Instant Revocation Pipeline' },
} as const satisfies Record<string, App>

/** Ordinary applications of other makers, which people consent to. */
export const otherApps: readonly (App & { scopes: string })[] = [
  {
    id: 'e4a3a1cc-5c3b-4b1c-9d6f-0f7d9f6f1b52',
    name: 'Zoom Outlook Add-in',
    scopes: 'openid profile User.Read Calendars.ReadWrite',
  },
  {
    id: '5ee5bd25-1a6f-4a51-9d68-4e3d4f7d8c01',
    name: 'Calendly',
    scopes: 'openid email offline_access Calendars.ReadWrite',
  },
  {
    id: 'b8134c0e-77d1-4c39-9a0b-5d2f3e8a6c40',
    name: 'Adobe Acrobat Sign',
    scopes: 'openid profile email User.Read',
  },
  { id: '2b0a7f7c-8d38-4c0b-8f1d-5a2f6f9f0c11', name: 'Miro', scopes: 'openid profile email User.Read' },
  { id: '7c9b8d1e-65a4-4a10-9f0c-1a2e77f1d0a3', name: 'Trello', scopes: 'openid profile User.Read' },
  {
    id: '0d1f9a4e-3e62-4a0d-b8a2-7f0b93ac2f64',
    name: 'Grammarly',
    scopes: 'openid profile email offline_access User.Read',
  },
  {
    id: 'c1b7a0de-90f4-4fd2-a9e1-6de5c1f70b95',
    name: 'HubSpot Sales',
    scopes: 'openid offline_access Mail.Send Contacts.Read Calendars.ReadWrite',
  },
  { id: '91f2c6d8-2d3b-48e6-8a5e-4c1e6d0f7a86', name: 'DocuSign', scopes: 'openid profile email User.Read' },
  {
    id: 'f3d0b6b7-4a0e-4a39-8e71-bb1f5c2e9d07',
    name: 'Notion',
    scopes: 'openid profile email offline_access User.Read',
  },
  {
    id: '6a4de0f1-0c5d-4a7a-9b43-2f8a1b6c3e18',
    name: 'Otter.ai',
    scopes: 'openid offline_access Calendars.Read OnlineMeetings.Read',
  },
]
