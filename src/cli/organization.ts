// `organization create`: the first steps of an installation.
import { randomBytes } from 'node:crypto'
import { openDatabase } from '../database/open.ts'
import { createKey } from '../keys/create.ts'
import { addMember } from '../members/add.ts'
import { isEmail } from '../members/email.ts'
import { createOrganization } from '../organizations/create.ts'
import { type Command, configFrom, print, readArguments, settingOptions, Usage } from './command.ts'
import { makeLog } from './log.ts'

export const organization: Command = {
  help: `usage: npm run vedette -- organization create NAME --admin EMAIL [options]

Makes an organization and its first Admin, and prints the Admin's password once. Works while the service runs.

  --admin EMAIL      the first Admin's email address
  --admin-name NAME  their name (default: the part of the address before the @)
  --with-key         also make an API key, printed once
  --data DIR         data folder (VEDETTE_DATA, ./data); not needed with DATABASE_URL`,
  async run(args) {
    const { values, positionals } = readArguments(
      args,
      {
        data: settingOptions.data,
        admin: { type: 'string' },
        'admin-name': { type: 'string' },
        'with-key': { type: 'boolean' },
      },
      { positionals: true },
    )
    const [verb, name, ...rest] = positionals
    if (verb !== 'create') throw new Usage('Say what to do: organization create.')
    if (!name?.trim() || rest.length)
      throw new Usage('Give the organization one name; put it in quotes if it has spaces.')
    const email = values.admin?.trim().toLowerCase()
    if (!email || !isEmail(email)) throw new Usage('Give the first Admin with --admin EMAIL.')
    await create(configFrom(values), {
      name: name.trim(),
      email,
      adminName: values['admin-name'] ?? email.split('@', 1)[0]!,
      withKey: values['with-key'] ?? false,
    })
  },
}

interface Create {
  name: string
  email: string
  adminName: string
  withKey: boolean
}

async function create(config: ReturnType<typeof configFrom>, { name, email, adminName, withKey }: Create) {
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataFolder: config.dataFolder,
    mode: 'visit',
    connections: 2,
    log: makeLog('warn'),
  })
  try {
    const at = new Date()
    const password = randomBytes(15).toString('base64url')
    const made = await database.owner.transaction().execute(async tx => {
      const organizationId = await createOrganization(tx, { name, at })
      const admin = await addMember(tx, organizationId, {
        email,
        name: adminName,
        role: 'Admin',
        password,
        at,
      })
      const key = withKey
        ? await createKey(tx, organizationId, { description: 'First key', createdBy: null, at })
        : undefined
      return { organizationId, admin, key }
    })
    print(
      `Organization "${name}" is made.`,
      `  Admin     ${email}`,
      made.admin.isNew
        ? `  Password  ${password}   (shown once; change it after signing in)`
        : '  Password  unchanged: this person already has an account',
      ...(made.key ? [`  API key   ${made.key.key}   (shown once)`] : []),
    )
  } finally {
    await database.close()
  }
}
