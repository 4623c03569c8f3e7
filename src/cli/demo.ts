// `demo`: the service on made-up data.
import { type Command, configFrom, readArguments, settingOptions, Usage } from './command.ts'

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
    // Only now: whoever mistyped an option is told so at once.
    const { runDemo } = await import('./run-demo.ts')
    await runDemo({ config, seed, speed, hasCloud: !values['no-cloud'], readyFile: values['ready-file'] })
  },
}
