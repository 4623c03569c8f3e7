// `demo`: the service on made-up data.
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/connect.ts'
import { makeCredentials, type OrganizationCredentials } from '../demo/credentials.ts'
import { fill } from '../demo/fill.ts'
import { type Story, type StoryOrganization, tellStory } from '../demo/story.ts'
import { OperatorError } from '../operator-error.ts'
import { type Command, configFrom, print, readArguments, settingOptions, Usage } from './command.ts'
import { runService } from './run-service.ts'

const DEFAULT_SEED = '1'

export const demo: Command = {
  help: `usage: npm run vedette -- demo [options]        (npm run demo is the same)

Fills a fresh data folder with made-up organizations, tenants, users, incidents and 13 months of usage, and runs the
service on them until it is stopped. Prints accounts, an API key for each organization and a line to try.
Started again, it keeps the data and makes new passwords and keys; delete the folder to begin anew.

  --port N           port to listen on; 0 for any free one     (VEDETTE_PORT, 8080)
  --data DIR         data folder                               (VEDETTE_DATA, ./demo-data)
  --seed N           tell another story; 0 to 999999999        (${DEFAULT_SEED})
  --ready-file FILE  once the service answers, write its addresses, accounts and keys here as JSON

Every setting is described in docs/operating.md.`,
  async run(args) {
    const { values } = readArguments(args, {
      ...settingOptions,
      seed: { type: 'string', default: DEFAULT_SEED },
      'ready-file': { type: 'string' },
    })
    if (!/^\d{1,9}$/.test(values.seed)) throw new Usage('--seed must be a whole number from 0 to 999999999.')
    // What is printed is the point of a demo: a line for every request would bury it.
    const config = configFrom(values, { data: 'demo-data', logLevel: 'warn' })
    const story = tellStory({ seed: Number(values.seed), today: new Date() })
    let organizations: OrganizationCredentials[] = []
    print(`Preparing the demo in ${placeOf(config)} …`)
    await runService({
      config,
      readyFile: values['ready-file'],
      async prepare({ db, owner }) {
        await refuseOthers(owner, story, config)
        await fill(owner, story, line => print(`  ${line}`))
        organizations = await makeCredentials(db, story, { at: new Date() })
      },
      announce: app => ({
        lines: tell(app, story, organizations),
        ready: { apiUrl: app.apiUrl, appUrl: app.appUrl, organizations },
      }),
    })
  },
}

const placeOf = ({ databaseUrl, dataFolder }: Config) =>
  databaseUrl ? 'the database of DATABASE_URL' : dataFolder

/** Made-up data must never get in among real. */
async function refuseOthers(owner: Db, { seed, organizations }: Story, config: Config): Promise<void> {
  const other = await owner
    .selectFrom('organizations')
    .select('name')
    .where(
      'id',
      'not in',
      organizations.map(({ id }) => id),
    )
    .limit(1)
    .executeTakeFirst()
  if (!other) return
  throw new OperatorError(
    `There is already something else in ${placeOf(config)}: the organization "${other.name}" is not of the demo with seed ${seed}. ` +
      `Nothing was changed. ${config.databaseUrl ? 'Unset DATABASE_URL or name an empty database.' : 'Choose another folder with --data.'}`,
  )
}

function tell(app: App, story: Story, organizations: OrganizationCredentials[]): string[] {
  const authorization = `-H "Authorization: Bearer ${organizations[0]!.apiKey}"`
  return [
    '',
    'Vedette answers, on made-up data.',
    '',
    `  Dashboard      ${app.appUrl}`,
    `  API            ${app.apiUrl}`,
    `  API reference  ${app.apiUrl}/docs`,
    `  Metrics        ${app.metricsUrl}`,
    '',
    ...organizations.flatMap(({ name, apiKey, admin, fullMember }, index) => [
      `${name} (${countTenants(story.organizations[index]!)})`,
      `  API key        ${apiKey}`,
      `  Admin          ${admin.email}   password ${admin.password}`,
      `  Full Member    ${fullMember.email}   password ${fullMember.password}`,
      '',
    ]),
    'Keys and passwords are shown this once; the next run makes new ones.',
    '',
    'Try it:',
    '',
    `  curl ${authorization} "${app.apiUrl}/beta/incidents?limit=3"`,
    `  curl ${authorization} "${app.apiUrl}/v1/usage"`,
    '',
    'Stop with Ctrl-C.',
  ]
}

function countTenants({ tenants }: StoryOrganization): string {
  const left = tenants.filter(({ offboardedOn }) => offboardedOn !== null).length
  const all = `${tenants.length} ${tenants.length === 1 ? 'tenant' : 'tenants'}`
  return left ? `${all}, ${left} of them offboarded` : all
}
