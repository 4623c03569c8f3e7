// The only reader of the environment. Reports every mistake at once, so that an operator mends them in one go.
import { isIP, isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import { OperatorError } from './operator-error.ts'

export interface Config {
  /** A PostgreSQL server of the operator's; undefined means Vedette's own, in the data folder. */
  databaseUrl: string | undefined
  dataFolder: string
  host: string
  port: number
  /** `{base_url}` of the specification; undefined means the address listened on. */
  baseUrl: string | undefined
  /** `{app_url}` of the specification; undefined means the base address. */
  appUrl: string | undefined
  /** Reverse proxies whose word about the caller's address is believed: addresses or ranges. */
  trustedProxies: string[]
  /** Undefined: the usual port, or any free one when that is taken. */
  metricsPort: number | undefined
  logLevel: string
  trialDays: number
  usageRequestsPerMinute: number
  incidentsRequestsPerMinute: number
  databaseConnections: number
  answerCacheMegabytes: number
  /** Whether this process collects; several may, and share the work. */
  isCollecting: boolean
  pollSeconds: number
  /** How far back a tenant's history is read when it is connected. */
  lookBackDays: number
  overlapSeconds: number
  leaseSeconds: number
  /** Feeds worked on at a time. */
  collectingTurns: number
  /** How long records are kept. */
  retentionDays: number
  /** Signs cookies and seals what must not lie open in the database; undefined: a file in the data folder. */
  secret: string | undefined
  /** The secret before this one: what it sealed can still be read. */
  previousSecret: string | undefined
  /** Which of Microsoft's clouds tenants are in, and addresses set by hand. */
  microsoft: {
    cloud: 'global' | 'usgov' | 'usgovhigh' | 'usdod' | 'china'
    loginUrl: string | undefined
    graphUrl: string | undefined
    manageUrl: string | undefined
    /** An application of this installation's, to which tenants can consent. */
    app: { clientId: string; secret: string } | { clientId: string; certificateFile: string } | undefined
  }
  /** Single sign-on by OpenID Connect; undefined: by password and passkey alone. */
  singleSignOn: { name: string; issuer: string; clientId: string; clientSecret: string } | undefined
  /** Undefined: invitations are handed over as links only. */
  mail: { server: string; from: string } | undefined
}

type Environment = Record<string, string | undefined>

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

interface Setting<T> {
  read(text: string): T | undefined
  /** Completes "VEDETTE_X must …". */
  must: string
}

const whole = (minimum: number, maximum: number): Setting<number> => ({
  read: text =>
    /^\d{1,9}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum ? Number(text) : undefined,
  must: `be a whole number from ${minimum} to ${maximum}`,
})
/** In the form in which it can stand in a link and in a header; a query or a fragment would end it too early. */
const publicAddress: Setting<string> = {
  read(text) {
    if (!/^https?:\/\/[^?#]*$/i.test(text) || !URL.canParse(text)) return undefined
    const { username, password, href } = new URL(text)
    return username || password ? undefined : href.replace(/\/+$/, '')
  },
  must: 'be an address that starts with http:// or https://, without a query',
}
const address = (...protocols: string[]): Setting<string> => ({
  read: text =>
    URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text.replace(/\/+$/, '') : undefined,
  must: `be an address that starts with ${protocols.map(protocol => `${protocol}//`).join(' or ')}`,
})
const text: Setting<string> = { read: value => value, must: 'be text' }
const atLeast = (length: number): Setting<string> => ({
  read: value => (value.length >= length ? value : undefined),
  must: `have at least ${length} characters`,
})
const guid: Setting<string> = {
  read: value =>
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value) ? value.toLowerCase() : undefined,
  must: 'be an id such as 00000000-0000-0000-0000-000000000000',
}
const networks: Setting<string[]> = {
  read(value) {
    const named = value.split(',').map(each => each.trim())
    const isNetwork = (each: string) => {
      const [address = '', bits, ...rest] = each.split('/')
      const most = isIPv4(address) ? 32 : 128
      return isIP(address) && !rest.length && (bits === undefined || whole(0, most).read(bits) !== undefined)
    }
    return named.every(isNetwork) ? named : undefined
  },
  must: 'be addresses or ranges such as 10.0.0.0/8, separated by commas',
}
const oneOf = (values: string[]): Setting<string> => ({
  read: value => (values.includes(value) ? value : undefined),
  must: `be one of ${values.join(', ')}`,
})

/** Every setting there is; docs/operating.md describes each. */
export const SETTINGS = {
  DATABASE_URL: address('postgres:', 'postgresql:'),
  VEDETTE_DATA: text,
  VEDETTE_HOST: text,
  VEDETTE_PORT: whole(0, 65_535),
  VEDETTE_BASE_URL: publicAddress,
  VEDETTE_APP_URL: publicAddress,
  VEDETTE_TRUSTED_PROXIES: networks,
  VEDETTE_METRICS_PORT: whole(0, 65_535),
  VEDETTE_LOG_LEVEL: oneOf(LOG_LEVELS),
  VEDETTE_TRIAL_DAYS: whole(0, 3_650),
  VEDETTE_USAGE_REQUESTS_PER_MINUTE: whole(1, 1_000_000),
  VEDETTE_INCIDENTS_REQUESTS_PER_MINUTE: whole(1, 100_000_000),
  VEDETTE_DATABASE_CONNECTIONS: whole(2, 500),
  VEDETTE_ANSWER_CACHE_MEGABYTES: whole(1, 100_000),
  VEDETTE_COLLECT: oneOf(['yes', 'no']),
  VEDETTE_POLL_SECONDS: whole(1, 86_400),
  VEDETTE_LOOK_BACK_DAYS: whole(0, 180),
  VEDETTE_OVERLAP_SECONDS: whole(0, 86_400),
  VEDETTE_LEASE_SECONDS: whole(5, 600),
  VEDETTE_COLLECTING_TURNS: whole(1, 1_000),
  VEDETTE_RETENTION_DAYS: whole(1, 36_500),
  VEDETTE_SECRET: atLeast(32),
  VEDETTE_PREVIOUS_SECRET: atLeast(32),
  VEDETTE_MICROSOFT_CLOUD: oneOf(['global', 'usgov', 'usgovhigh', 'usdod', 'china']),
  VEDETTE_MICROSOFT_LOGIN_URL: publicAddress,
  VEDETTE_MICROSOFT_GRAPH_URL: publicAddress,
  VEDETTE_MICROSOFT_MANAGE_URL: publicAddress,
  VEDETTE_MICROSOFT_CLIENT_ID: guid,
  VEDETTE_MICROSOFT_CLIENT_SECRET: text,
  VEDETTE_MICROSOFT_CERTIFICATE: text,
  VEDETTE_SSO_NAME: text,
  VEDETTE_SSO_ISSUER: address('http:', 'https:'),
  VEDETTE_SSO_CLIENT_ID: text,
  VEDETTE_SSO_CLIENT_SECRET: text,
  VEDETTE_SMTP_URL: address('smtp:', 'smtps:'),
  VEDETTE_SMTP_FROM: text,
} satisfies Record<string, Setting<unknown>>

type Name = keyof typeof SETTINGS

/** `given` wins over the environment; `fallback` stands where both are silent. */
export function readConfig(
  surroundings: Environment,
  { given = {}, fallback = {} }: { given?: Environment; fallback?: Environment } = {},
): Config {
  const environment = { ...present(fallback), ...present(surroundings), ...present(given) }
  const mistakes: string[] = []
  const value = <N extends Name>(name: N): ReturnType<(typeof SETTINGS)[N]['read']> => {
    const raw = environment[name]
    if (raw === undefined) return undefined as ReturnType<(typeof SETTINGS)[N]['read']>
    const read = SETTINGS[name].read(raw)
    // The value is not repeated: DATABASE_URL holds a password.
    if (read === undefined) mistakes.push(`${name} must ${SETTINGS[name].must}.`)
    return read as ReturnType<(typeof SETTINGS)[N]['read']>
  }
  for (const name of Object.keys(environment))
    if (name.startsWith('VEDETTE_') && !(name in SETTINGS))
      mistakes.push(`${name} is not a setting of Vedette.`)

  const config: Config = {
    databaseUrl: value('DATABASE_URL'),
    dataFolder: resolve(value('VEDETTE_DATA') ?? 'data'),
    host: value('VEDETTE_HOST') ?? '127.0.0.1',
    port: value('VEDETTE_PORT') ?? 8080,
    baseUrl: value('VEDETTE_BASE_URL'),
    appUrl: value('VEDETTE_APP_URL'),
    trustedProxies: value('VEDETTE_TRUSTED_PROXIES') ?? [],
    metricsPort: value('VEDETTE_METRICS_PORT'),
    logLevel: value('VEDETTE_LOG_LEVEL') ?? 'info',
    trialDays: value('VEDETTE_TRIAL_DAYS') ?? 14,
    usageRequestsPerMinute: value('VEDETTE_USAGE_REQUESTS_PER_MINUTE') ?? 10,
    incidentsRequestsPerMinute: value('VEDETTE_INCIDENTS_REQUESTS_PER_MINUTE') ?? 600,
    databaseConnections: value('VEDETTE_DATABASE_CONNECTIONS') ?? 10,
    answerCacheMegabytes: value('VEDETTE_ANSWER_CACHE_MEGABYTES') ?? 64,
    isCollecting: (value('VEDETTE_COLLECT') ?? 'yes') === 'yes',
    pollSeconds: value('VEDETTE_POLL_SECONDS') ?? 60,
    lookBackDays: value('VEDETTE_LOOK_BACK_DAYS') ?? 180,
    overlapSeconds: value('VEDETTE_OVERLAP_SECONDS') ?? 900,
    leaseSeconds: value('VEDETTE_LEASE_SECONDS') ?? 30,
    collectingTurns: value('VEDETTE_COLLECTING_TURNS') ?? 32,
    retentionDays: value('VEDETTE_RETENTION_DAYS') ?? 180,
    secret: value('VEDETTE_SECRET'),
    previousSecret: value('VEDETTE_PREVIOUS_SECRET'),
    microsoft: {
      cloud: (value('VEDETTE_MICROSOFT_CLOUD') ?? 'global') as Config['microsoft']['cloud'],
      loginUrl: value('VEDETTE_MICROSOFT_LOGIN_URL'),
      graphUrl: value('VEDETTE_MICROSOFT_GRAPH_URL'),
      manageUrl: value('VEDETTE_MICROSOFT_MANAGE_URL'),
      app: readMicrosoftApp(),
    },
    singleSignOn: readSingleSignOn(),
    mail: readMail(),
  }

  function readSingleSignOn(): Config['singleSignOn'] {
    const issuer = value('VEDETTE_SSO_ISSUER')
    const clientId = value('VEDETTE_SSO_CLIENT_ID')
    const clientSecret = value('VEDETTE_SSO_CLIENT_SECRET')
    const name = value('VEDETTE_SSO_NAME') ?? 'single sign-on'
    if (issuer && clientId && clientSecret) return { name, issuer, clientId, clientSecret }
    if (issuer || clientId || clientSecret)
      mistakes.push('VEDETTE_SSO_ISSUER, VEDETTE_SSO_CLIENT_ID and VEDETTE_SSO_CLIENT_SECRET go together.')
    return undefined
  }

  function readMicrosoftApp(): Config['microsoft']['app'] {
    const clientId = value('VEDETTE_MICROSOFT_CLIENT_ID')
    const secret = value('VEDETTE_MICROSOFT_CLIENT_SECRET')
    const certificateFile = value('VEDETTE_MICROSOFT_CERTIFICATE')
    if (clientId && secret && !certificateFile) return { clientId, secret }
    if (clientId && certificateFile && !secret) return { clientId, certificateFile }
    if (clientId || secret || certificateFile)
      mistakes.push(
        'VEDETTE_MICROSOFT_CLIENT_ID goes together with one of VEDETTE_MICROSOFT_CLIENT_SECRET and VEDETTE_MICROSOFT_CERTIFICATE.',
      )
    return undefined
  }

  function readMail(): Config['mail'] {
    const server = value('VEDETTE_SMTP_URL')
    const from = value('VEDETTE_SMTP_FROM')
    if (server && from) return { server, from }
    if (server || from) mistakes.push('VEDETTE_SMTP_URL and VEDETTE_SMTP_FROM go together.')
    return undefined
  }
  if (mistakes.length)
    throw new OperatorError(['The settings are not right:', ...mistakes.map(line => `  ${line}`)].join('\n'))
  return config
}

/** An empty variable is one that is not set. */
const present = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
