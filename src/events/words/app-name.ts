// Names of Microsoft's own applications, where a log gives the id alone.
import { remembering } from '../remember.ts'

// A map, not an object: an id in a log may be any word, 'constructor' too.
const NAMES = new Map(
  Object.entries({
    '00000002-0000-0000-c000-000000000000': 'Windows Azure Active Directory',
    '00000002-0000-0ff1-ce00-000000000000': 'Office 365 Exchange Online',
    '00000003-0000-0000-c000-000000000000': 'Microsoft Graph',
    '00000003-0000-0ff1-ce00-000000000000': 'Office 365 SharePoint Online',
    '00000006-0000-0ff1-ce00-000000000000': 'Microsoft 365 portal',
    '00000007-0000-0ff1-ce00-000000000000': 'Dynamics CRM Online',
    '0000000a-0000-0000-c000-000000000000': 'Microsoft Intune',
    '0000000c-0000-0000-c000-000000000000': 'Microsoft App Access Panel',
    '01fc33a7-78ba-4d2f-a4b7-768e336e890e': 'MS-PIM',
    '04b07795-8ddb-461a-bbee-02f9e1bf7b46': 'Microsoft Azure CLI',
    '08e18876-6177-487e-b8b5-cf950c1e598c': 'SharePoint Online Web Client Extensibility',
    '09abbdfd-ed23-44ee-a2d9-a627aa1c90f3': 'ProjectWorkManagement',
    '1950a258-227b-4e31-a9cf-717495945fc2': 'Microsoft Azure PowerShell',
    '14d82eec-204b-4c2f-b7e8-296a70dab67e': 'Microsoft Graph Command Line Tools',
    '18fbca16-2224-45f6-85b0-f7bf2b39b3f3': 'Microsoft Docs',
    '19db86c3-b2b9-44cc-b339-36da233a3be2': 'My Signins',
    '1b730954-1685-4b74-9bfd-dac224a7b894': 'Azure Active Directory PowerShell',
    '1fec8e78-bce4-4aaf-ab1b-5451cc387264': 'Microsoft Teams',
    '26a7ee05-5602-4d76-a7ba-eae8b7b67941': 'Windows Search',
    '27922004-5251-4030-b22d-91ecd9a37ea4': 'Outlook Mobile',
    '29d9ed98-a469-4536-ade2-f981bc1d605e': 'Microsoft Authentication Broker',
    '2793995e-0a7d-40d7-bd35-6968ba142197': 'My Apps',
    '4345a7b9-9a63-4910-a426-35363201d503': 'Office 365 Portal',
    '4765445b-32c6-49b0-83e6-1d93765276ca': 'OfficeHome',
    '497effe9-df71-4043-a8bb-14cf78c4b63b': 'Exchange Admin Center',
    '4813382a-8fa7-425e-ab75-3b753aab3abb': 'Microsoft Authenticator App',
    '5d661950-3475-41cd-a2c3-d671a3162bc1': 'Microsoft Outlook',
    '5e3ce6c0-2b1f-4285-8d4b-75ee78787346': 'Microsoft Teams Web Client',
    '72782ba9-4490-4f03-8d82-562370ea3566': 'Office 365',
    '74658136-14ec-4630-ad9b-26e160ff0fc6': 'Azure portal directory extension',
    '797f4846-ba00-4fd7-ba43-dac1f8f63013': 'Windows Azure Service Management API',
    '80ccca67-54bd-44ab-8625-4b79c4dc7775': 'Microsoft Defender portal',
    '872cd9fa-d31f-45e0-9eab-6e460a02d1f1': 'Visual Studio',
    '89bee1f7-5e6e-4d8a-9f3d-ecd601259da7': 'Office365 Shell WCSS-Client',
    '9199bf20-a13f-4107-85dc-02114787ef48': 'One Outlook Web',
    '93625bc8-bfe2-437a-97e0-3d0060024faa': 'SelfService password reset',
    '9ba1a5c7-f17a-4de9-a1f1-6178c8d51223': 'Microsoft Intune Company Portal',
    '9bc3ab49-b65d-410a-85ad-de819febfddc': 'Microsoft SharePoint Online Management Shell',
    'a0c73c16-a7e3-4564-9a95-2bdf47383716': 'Microsoft Exchange Online Remote PowerShell',
    'aebc6443-996d-45c2-90f0-388ff96faa56': 'Visual Studio Code',
    'ab9b8c07-8f02-4f72-87fa-80105867a763': 'OneDrive SyncEngine',
    'af124e86-4e96-495a-b70a-90f90ab96707': 'OneDrive iOS App',
    'c0d2a505-13b8-4ae0-aa9e-cddd5eab0b12': 'Microsoft Power BI',
    'c44b4083-3bb0-49c1-b47d-974e53cbdf3c': 'Azure Portal',
    'cb1056e2-e479-49de-ae31-7812af012ed8': 'Microsoft Entra Connect',
    'cc15fd57-2c6c-4117-a88c-83b1d56b4bbe': 'Microsoft Teams Services',
    'cf36b471-5b44-428c-9ce7-313bf84528de': 'Microsoft Bing Search',
    'd3590ed6-52b3-4102-aeff-aad2292ab01c': 'Microsoft Office',
    'de8bc8b5-d9f9-48b1-a8ad-b748da725064': 'Graph Explorer',
    'dd762716-544d-4aeb-a526-687b73838a22': 'Microsoft Device Registration Client',
    'fb78d390-0c51-40cd-8e17-fdbfab77341b': 'Microsoft Exchange REST API Based PowerShell',
    'fdd7719f-d61e-4592-b501-793734eb8a0e': 'SharePoint Migration Tool',
  }),
)

const named = remembering((id): string | null => NAMES.get(id) ?? null, {
  atMost: 10_000,
  longest: 100,
})

/** Null when it is none of Microsoft's well-known ones. */
export const appNamed = (id: string | null): string | null => (id === null ? null : named(id))
