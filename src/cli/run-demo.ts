// Runs the service on made-up data, and tells how to look at it.
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/connect.ts'
import { type DemoCloud, startDemoCloud } from '../demo/cloud.ts'
import { connectCompany, demoTime, waitForCount } from '../demo/connect.ts'
import { makeCredentials, type OrganizationCredentials } from '../demo/credentials.ts'
import { fill } from '../demo/fill.ts'
import { type Story, tellStory } from '../demo/story.ts'
import { OperatorError } from '../operator-error.ts'
import { print } from './command.ts'
import { runService } from './run-service.ts'

interface RunDemo {
  config: Config
  seed: number
  speed: number
  hasCloud: boolean
  readyFile: string | undefined
}

export async function runDemo({ config, seed, speed, hasCloud, readyFile }: RunDemo): Promise<void> {
  const story = tellStory({ seed, today: new Date() })
  let organizations: OrganizationCredentials[] = []
  let cloud: DemoCloud | undefined
  print(`Preparing the demo in ${placeOf(config)} …`)
  try {
    await runService({
      config,
      readyFile,
      async prepare({ db, owner }) {
        await refuseOthers(owner, story, config)
        await fill(owner, story, line => print(`  ${line}`))
        if (config.isCollecting && hasCloud) {
          cloud = await startDemoCloud({ seed, start: await demoTime(owner), speed })
          const { lookBackDays } = config
          await connectCompany(db, story.organizations[0]!.id, { ...cloud, lookBackDays })
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
