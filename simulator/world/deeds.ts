// Ready-made acts on mail, files, chats and the directory, for whoever does them.
import type { Account, Act, DirectoryAct, DirectoryTarget, FileAct, MailItemAct, Origin } from './act.ts'
import { type App, apps } from './apps.ts'
import type { Company } from './cast.ts'
import { documentNames, projects } from './names.ts'
import type { Random } from './random.ts'

/** Where acts are collected, and who acts. */
export interface Stage {
  company: Company
  person: Account
  chance: Random
  acts: Act[]
}

export function readMail(
  stage: Stage,
  at: number,
  from: Origin,
  order: {
    items?: number
    isSync?: boolean
    folder?: string
    app?: App
    mailbox?: Account
    logonType?: number
  } = {},
): void {
  const { chance } = stage
  stage.acts.push({
    what: 'mail-read',
    at,
    who: stage.person,
    from,
    a: chance.word(),
    b: chance.word(),
    isSync: order.isSync ?? false,
    items: order.items ?? 1,
    folder: order.folder ?? '\\Inbox',
    app: order.app ?? apps.exchange,
    mailbox: order.mailbox ?? stage.person,
    logonType: order.logonType ?? 0,
  })
}

export function mailItem(
  stage: Stage,
  at: number,
  from: Origin,
  operation: MailItemAct['operation'],
  order: Partial<Omit<MailItemAct, 'what' | 'at' | 'who' | 'from' | 'operation' | 'a' | 'b'>> = {},
): void {
  const { chance } = stage
  stage.acts.push({
    what: 'mail-item',
    at,
    who: stage.person,
    from,
    a: chance.word(),
    b: chance.word(),
    operation,
    app: order.app ?? apps.exchange,
    mailbox: order.mailbox ?? stage.person,
    logonType: order.logonType ?? 0,
    subject: order.subject ?? '',
    folder: order.folder ?? (operation === 'Send' ? '\\Drafts' : '\\Inbox'),
    toFolder: order.toFolder ?? '',
    items: order.items ?? 1,
    attachment: order.attachment ?? '',
    to: order.to ?? [],
  })
}

export function searchMail(stage: Stage, at: number, from: Origin, query: string): void {
  const { chance } = stage
  if (!stage.company.logsSearches) return
  stage.acts.push({
    what: 'mail-search',
    at,
    who: stage.person,
    from,
    a: chance.word(),
    b: chance.word(),
    query,
  })
}

export function runCmdlet(
  stage: Stage,
  at: number,
  from: Origin,
  cmdlet: string,
  parameters: readonly (readonly [string, string])[],
  objectId: string,
  app: App = apps.outlookWeb,
): void {
  const { chance } = stage
  stage.acts.push({
    what: 'exchange-admin',
    at,
    who: stage.person,
    from,
    a: chance.word(),
    b: chance.word(),
    cmdlet,
    parameters,
    objectId,
    app,
  })
}

/** What Exchange calls a rule of a mailbox. */
export function ruleObject(stage: Stage, account: Account, name: string): string {
  return `${stage.company.forest}.PROD.OUTLOOK.COM/Microsoft Exchange Hosted Organizations/${stage.company.initialDomain}/${account.id}\\${name}`
}

export interface Library {
  site: string
  folder: string
  isOneDrive: boolean
}

export function oneDriveOf(company: Company, account: Account): string {
  const host = company.sharePointHost.replace('.sharepoint.com', '-my.sharepoint.com')
  return `${host}/personal/${account.upn.toLowerCase().replace(/[.@]/g, '_')}/`
}

export function pickLibrary(stage: Stage): Library {
  const { chance, company } = stage
  if (chance.chance(0.45)) {
    return { site: oneDriveOf(company, stage.person), folder: 'Documents', isOneDrive: true }
  }
  const site = `${company.sharePointHost}/sites/${chance.pick(company.teamSites).replaceAll(' ', '')}/`
  return { site, folder: `Shared Documents/${chance.pick(projects)}`, isOneDrive: false }
}

const kinds: readonly (readonly [string, number])[] = [
  ['docx', 30],
  ['xlsx', 30],
  ['pdf', 18],
  ['pptx', 10],
  ['msg', 3],
  ['dwg', 2],
  ['jpg', 5],
  ['zip', 2],
]

export function touchFile(
  stage: Stage,
  at: number,
  from: Origin,
  operation: string,
  order: { library?: Library; name?: string; app?: App | null; target?: string } = {},
): void {
  const { chance } = stage
  const library = order.library ?? pickLibrary(stage)
  const act: FileAct = {
    what: 'file',
    at,
    who: stage.person,
    from,
    a: chance.word(),
    b: chance.word(),
    operation,
    site: library.site,
    folder: library.folder,
    name: order.name ?? `${chance.pick(documentNames)} ${chance.whole(1, 60)}.${chance.weighted(kinds)}`,
    isOneDrive: library.isOneDrive,
    app: order.app ?? null,
    size: Math.round(Math.exp(chance.normal(11.5, 1.6))),
    target: order.target ?? '',
  }
  stage.acts.push(act)
}

export function chat(stage: Stage, at: number, from: Origin, operation: string, kind = '', team = ''): void {
  const { chance } = stage
  stage.acts.push({
    what: 'teams',
    at,
    who: stage.person,
    from,
    a: chance.word(),
    b: chance.word(),
    operation,
    kind,
    team,
  })
}

export function userTarget(account: Account): DirectoryTarget {
  return { id: account.id, type: 'User', name: account.displayName, upn: account.upn }
}

export function changeDirectory(
  stage: Stage,
  at: number,
  from: Origin,
  activity: string,
  order: Partial<Omit<DirectoryAct, 'what' | 'at' | 'who' | 'from' | 'activity' | 'a' | 'b'>> = {},
): void {
  const { chance } = stage
  stage.acts.push({
    what: 'directory',
    at,
    who: stage.person,
    from,
    a: chance.word(),
    b: chance.word(),
    activity,
    category: order.category ?? 'UserManagement',
    service: order.service ?? 'Core Directory',
    operationType: order.operationType ?? 'Update',
    targets: order.targets ?? [userTarget(stage.person)],
    modified: order.modified ?? [],
    details: order.details ?? [],
    result: order.result ?? 'success',
    reason: order.reason ?? '',
    app: order.app ?? null,
  })
}
