// `demo`: the service on made-up data.
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/connect.ts'
import { type DemoCloud, startDemoCloud } from '../demo/cloud.ts'
import { connectCompany, demoTime, waitForCount } from '../demo/connect.ts'
import { makeCredentials, type OrganizationCredentials } from '../demo/credentials.ts'
import { fill } from '../demo/fill.ts'
import { type Story, tellStory } from '../demo/story.ts'
import { OperatorError } from '../operator-error.ts'
import { type Command, configFrom, print, readArguments, settingOptions, Usage } from './command.ts'
import { runService } from './run-service.ts'

const DEFAULT_SEED = '1'
const FASTEST = 600
const POLL_SECONDS = 15

export const demo: Command = {
  help: `usage: npm run vedette -- demo [options]        (npm run demo is the same)

Fills a fresh data folder with made-up organizations, tenants, users, incidents and 13 months of usage, and runs the
service on them until it is stopped. Prints accounts, an API key for each organization and a line to try.
Started again, it keeps the data and makes new passwords and keys; delete the folder to begin anew.

One more tenant lives in a fictional Microsoft cloud that the demo runs along: its logs and its directory are collected
as real ones would be, some days of history first, then what happens. One of its people is phished a minute after the
start; some minutes later the logs show it, and with the next poll it is an incident.

  --port N           port to listen on; 0 for any free one     (VEDETTE_PORT, 8080)
  --data DIR         data folder                               (VEDETTE_DATA, ./demo-data)
  --seed N           tell another story; 0 to 999999999        (${DEFAULT_SEED})
  --speed N          let time go by faster than life, 1 to 600 (1)
  --no-cloud         without the fictional cloud
  --ready-file FILE  once the service answers, write its addresses, accounts and keys here as JSON

Every setting is described in docs/operating.md.`,
  async run(args) {
    const { values } = readArguments(args, {
      ...settingOptions,
      seed: { type: 'string', default: DEFAULT_SEED },
      speed: { type: 'string', default: '1' },
      'no-cloud': { type: 'boolean', default: false },
      'ready-file': { type: 'string' },
    })
    if (!/^\d{1,9}$/.test(values.seed)) throw new Usage('--seed must be a whole number from 0 to 999999999.')
    const seed = Number(values.seed)
    const speed = Number(values.speed)
    if (!/^\d{1,3}$/.test(values.speed) || speed < 1 || speed > FASTEST)
      throw new Usage(`--speed must be a whole number from 1 to ${FASTEST}.`)
    const config = configFrom(values, {
      VEDETTE_DATA: 'demo-data',
      // What is printed is the point of a demo: a line for every request would bury it.
      VEDETTE_LOG_LEVEL: 'warn',
      // Of the demo's time.
      VEDETTE_POLL_SECONDS: String(Math.min(POLL_SECONDS * speed, 3600)),
      VEDETTE_LOOK_BACK_DAYS: '5',
    })
    const story = tellStory({ seed, today: new Date() })
    let organizations: OrganizationCredentials[] = []
    let cloud: DemoCloud | undefined
    print(`Preparing the demo in ${placeOf(config)} …`)
    try {
      await runService({
        config,
        readyFile: values['ready-file'],
        async prepare({ db, owner }) {
          await refuseOthers(owner, story, config)
          await fill(owner, story, line => print(`  ${line}`))
          if (config.isCollecting && !values['no-cloud']) {
            cloud = await startDemoCloud({ seed, start: await demoTime(owner), speed })
            await connectCompany(db, story.organizations[0]!.id, cloud)
            print(`  ${cloud.name}: ${cloud.people} people in a fictional Microsoft cloud`)
          }
          organizations = await makeCredentials(db, story, { at: cloud?.clock() ?? new Date() })
          return {
            config: { ...config, microsoft: cloud?.microsoft ?? config.microsoft },
            clock: cloud?.clock,
          }
        },
        async announce(app, { owner }) {
          if (cloud) await waitForCount(owner, cloud)
          return {
            lines: tell(app, organizations, cloud && tellOfCloud(cloud, speed)),
            ready: { apiUrl: app.apiUrl, appUrl: app.appUrl, organizations },
          }
        },
      })
    } finally {
      await cloud?.close()
    }
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

function tell(app: App, organizations: OrganizationCredentials[], ofCloud: string[] = []): string[] {
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
    ...organizations.flatMap(({ name, apiKey, admin, fullMember, tenants }) => [
      `${name} (${tenants.length} ${tenants.length === 1 ? 'tenant' : 'tenants'})`,
      `  API key        ${apiKey}`,
      `  Admin          ${admin.email}   password ${admin.password}`,
      `  Full Member    ${fullMember.email}   password ${fullMember.password}`,
      '',
    ]),
    ...ofCloud,
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

function tellOfCloud({ name, attackedAt, shownAt, clock }: DemoCloud, speed: number): string[] {
  const minute = (at: Date) => at.toISOString().slice(11, 16)
  return [
    `${name} is alive in a fictional Microsoft cloud: five days of its logs are collected now, then what happens.`,
    `From about ${minute(attackedAt)} UTC on, one of its people is phished and another worn down by sign-in prompts. Logs show that some`,
    `minutes later, as Microsoft's do: the first incident appears after ${minute(shownAt)} UTC, with the next poll.`,
    speed > 1
      ? `Time runs ${speed} times as fast as life; it is ${minute(clock())} UTC in the demo.`
      : '(--speed 10 for the impatient)',
    '',
  ]
}
