// `import`: exported logs become a tenant's history.
import { basename } from 'node:path'
import { writeAudit } from '../audit/write.ts'
import { inOrganization } from '../database/in-organization.ts'
import type { Database } from '../database/open.ts'
import { OperatorError } from '../operator-error.ts'
import { importRecords } from '../sources/files/import.ts'
import { listFiles } from '../sources/files/list.ts'
import { endImporting } from '../tenants/importing.ts'
import { isDirectoryTenantId } from '../tenants/service-tenant-id.ts'
import { type Command, configFrom, print, readArguments, settingOptions, Usage } from './command.ts'
import { createProgress } from './scan/progress.ts'
import { visitDatabase } from './visit.ts'

/** Of each file; all are counted. */
const BAD_SHOWN = 20
const TENANTS_SHOWN = 10

export const importFiles: Command = {
  help: `usage: npm run vedette -- import FILE|FOLDER… --tenant ID [options]

Reads exported sign-in and audit logs and stores their records as history of the tenant. Importing the same again adds
nothing. Lines that cannot be read are named and passed over. Works while the service runs.

Reads Purview audit exports (CSV), Management Activity API records, Entra sign-in and audit logs (portal JSON and CSV,
Graph, Azure Monitor, Log Analytics) and NDJSON, also in gzip and zip. Folders are read to the bottom.

  --tenant ID   the tenant: its service tenant id, or its directory's id
  --data DIR    data folder (VEDETTE_DATA, ./data); not needed with DATABASE_URL

Ends with 0 when all could be read, with 1 when something was refused or nothing was found.`,
  async run(args) {
    const { values, positionals } = readArguments(
      args,
      { data: settingOptions.data, tenant: { type: 'string' } },
      { positionals: true },
    )
    if (!positionals.length) throw new Usage('Say which files or folders to import.')
    if (!values.tenant) throw new Usage('Say whose records they are with --tenant ID.')
    const found = await listFiles(positionals)
    for (const { path, reason } of found.skipped) process.stderr.write(`${path}: left out: ${reason}\n`)
    if (!found.files.length) throw new OperatorError('There is nothing to import.')
    const database = await visitDatabase(configFrom(values))
    try {
      await importAll(database, values.tenant, found.files)
    } finally {
      await database.close()
    }
  },
}

async function importAll(database: Database, tenantName: string, files: { path: string; bytes: number }[]) {
  const tenant = await tenantCalled(database, tenantName)
  try {
    await importEach(database, tenant, files)
  } finally {
    const { id, organization_id } = tenant
    await inOrganization(database.db, organization_id, tx => endImporting(tx, organization_id, id))
  }
}

async function importEach(database: Database, tenant: Tenant, files: { path: string; bytes: number }[]) {
  const progress = createProgress(
    process.stderr,
    files.reduce((sum, { bytes }) => sum + bytes, 0),
  )
  const sum = { stored: 0, known: 0, refused: 0 }
  const complaints: string[] = []
  let before = 0
  for (const { path, bytes } of files) {
    let soFar = { stored: 0, known: 0, refused: 0 }
    const done = await importRecords(database.db, tenant.organization_id, {
      tenantId: tenant.id,
      directoryTenantId: tenant.directory_tenant_id,
      source: path,
      now: new Date(),
      badShown: BAD_SHOWN,
      onProgress({ bytesRead, stored, known, refused }) {
        soFar = { stored, known, refused }
        progress.reading(before + bytesRead, `${sum.stored + stored} records stored`)
      },
    }).catch(async error => {
      if (soFar.stored) await audit(database, tenant, { path, ...soFar, brokeOff: true })
      throw error
    })
    const { stored, known, refused } = done
    await audit(database, tenant, { path, stored, known, refused })
    before += bytes
    sum.stored += done.stored
    sum.known += done.known
    sum.refused += done.refused
    for (const { line, reason, member } of done.bad)
      complaints.push(`${path}${member ? ` (${member})` : ''}${line === null ? '' : `:${line}`}: ${reason}`)
    if (done.elsewhere)
      complaints.push(
        `${path}: ${done.elsewhere.records} of its records are of another directory, ${done.elsewhere.directoryTenantId}. Was ${tenant.display_name} the right tenant?`,
      )
    if (done.refused > done.bad.length) complaints.push(`${path}: and ${done.refused - done.bad.length} more`)
  }
  progress.end()
  for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
  print(
    `${sum.stored} records are new to ${tenant.display_name}, ${sum.known} were there already, ${sum.refused} could not be taken.`,
  )
  if (sum.refused) process.exitCode = 1
}

type Tenant = Awaited<ReturnType<typeof tenantCalled>>

/** As an upload in the dashboard is written down, but by nobody whom Vedette knows. */
const audit = (
  { db }: Database,
  tenant: Tenant,
  { path, ...outcome }: { path: string; stored: number; known: number; refused: number; brokeOff?: true },
) =>
  inOrganization(db, tenant.organization_id, tx =>
    writeAudit(
      tx,
      tenant.organization_id,
      { personId: null, name: 'command line', address: null },
      {
        action: 'imported records',
        subject: tenant.display_name,
        detail: {
          serviceTenantId: tenant.service_tenant_id,
          file: basename(path)
            .slice(0, 200)
            .replaceAll(/\p{Cc}/gu, ' '),
          ...outcome,
        },
        at: new Date(),
      },
    ),
  )

async function tenantCalled({ owner }: Database, name: string) {
  const isDirectory = isDirectoryTenantId(name)
  const found = await owner
    .selectFrom('tenants')
    .select(['id', 'organization_id', 'service_tenant_id', 'directory_tenant_id', 'display_name'])
    .where(isDirectory ? 'directory_tenant_id' : 'service_tenant_id', '=', name.toLowerCase())
    .execute()
  if (!found[0]) throw new OperatorError(`There is no tenant ${name}. ${await tenantsHere(owner)}`)
  if (found.length > 1)
    throw new OperatorError(
      `Several organizations watch the directory ${name}. Name the tenant by its service tenant id.`,
    )
  return found[0]
}

/** What was meant is most likely among them. */
async function tenantsHere(owner: Database['owner']): Promise<string> {
  const tenants = await owner
    .selectFrom('tenants')
    .select(['service_tenant_id', 'display_name'])
    .orderBy('display_name')
    .limit(TENANTS_SHOWN + 1)
    .execute()
  if (!tenants.length) return 'Connect one in the dashboard first.'
  const shown = tenants
    .slice(0, TENANTS_SHOWN)
    .map(each => `${each.service_tenant_id} (${each.display_name})`)
  return `There ${shown.length === 1 ? 'is' : 'are'} ${shown.join(', ')}${tenants.length > TENANTS_SHOWN ? ' and more: the dashboard shows each id on the tenant’s page' : ''}.`
}
