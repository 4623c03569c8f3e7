import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig, SETTINGS } from './config.ts'
import { OperatorError } from './operator-error.ts'

function mistakes(environment: Record<string, string>): string {
  try {
    readConfig(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorError)
    return (error as OperatorError).message
  }
  return ''
}

describe('the settings', () => {
  const defaults = {
    databaseUrl: undefined,
    dataFolder: resolve('data'),
    host: '127.0.0.1',
    port: 8080,
    baseUrl: undefined,
    appUrl: undefined,
    metricsPort: undefined,
    logLevel: 'info',
    trialDays: 14,
    usageRequestsPerMinute: 10,
    incidentsRequestsPerMinute: 600,
    databaseConnections: 10,
    answerCacheMegabytes: 64,
    isCollecting: true,
    pollSeconds: 60,
    lookBackDays: 180,
    overlapSeconds: 900,
    leaseSeconds: 30,
    collectingTurns: 32,
    retentionDays: 180,
    trustedProxies: [],
    microsoft: { cloud: 'global' },
  }

  it('need not be made', () => {
    expect(readConfig({})).toEqual(defaults)
  })

  it('are not made by being empty', () => {
    expect(readConfig(Object.fromEntries(Object.keys(SETTINGS).map(name => [name, ''])))).toEqual(defaults)
  })

  it('leave the rest of the environment alone', () => {
    expect(readConfig({ PATH: '/bin', PORT: '80', vedette_port: '1', MY_VEDETTE_PORT: 'x' })).toEqual(
      defaults,
    )
  })

  it('can all be made', () => {
    expect(
      readConfig({
        DATABASE_URL: 'postgresql://vedette:secret@db.example:5432/vedette',
        VEDETTE_DATA: '/srv/vedette',
        VEDETTE_HOST: '0.0.0.0',
        VEDETTE_PORT: '0',
        VEDETTE_BASE_URL: 'https://api.example.com/',
        VEDETTE_APP_URL: 'https://example.com/vedette',
        VEDETTE_METRICS_PORT: '9000',
        VEDETTE_LOG_LEVEL: 'debug',
        VEDETTE_TRIAL_DAYS: '0',
        VEDETTE_USAGE_REQUESTS_PER_MINUTE: '20',
        VEDETTE_INCIDENTS_REQUESTS_PER_MINUTE: '1200',
        VEDETTE_DATABASE_CONNECTIONS: '50',
        VEDETTE_ANSWER_CACHE_MEGABYTES: '256',
        VEDETTE_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8',
        VEDETTE_COLLECT: 'no',
        VEDETTE_POLL_SECONDS: '120',
        VEDETTE_LOOK_BACK_DAYS: '7',
        VEDETTE_OVERLAP_SECONDS: '60',
        VEDETTE_LEASE_SECONDS: '15',
        VEDETTE_COLLECTING_TURNS: '64',
        VEDETTE_RETENTION_DAYS: '365',
        VEDETTE_SECRET: 'x'.repeat(32),
        VEDETTE_PREVIOUS_SECRET: 'y'.repeat(32),
        VEDETTE_MICROSOFT_CLOUD: 'usgovhigh',
        VEDETTE_MICROSOFT_LOGIN_URL: 'https://login.example/',
        VEDETTE_MICROSOFT_GRAPH_URL: 'https://graph.example',
        VEDETTE_MICROSOFT_MANAGE_URL: 'https://manage.example',
        VEDETTE_MICROSOFT_CLIENT_ID: '5E17D0A4-7c1e-4f0b-9a63-2f6d8e1b4c90',
        VEDETTE_MICROSOFT_CLIENT_SECRET: 'secret',
        VEDETTE_SSO_NAME: 'Harbour',
        VEDETTE_SSO_ISSUER: 'https://login.example/harbour/',
        VEDETTE_SSO_CLIENT_ID: 'vedette',
        VEDETTE_SSO_CLIENT_SECRET: 'secret',
        VEDETTE_SMTP_URL: 'smtp://mail.example:587',
        VEDETTE_SMTP_FROM: 'Vedette <vedette@example.com>',
      }),
    ).toEqual({
      databaseUrl: 'postgresql://vedette:secret@db.example:5432/vedette',
      dataFolder: resolve('/srv/vedette'),
      host: '0.0.0.0',
      port: 0,
      baseUrl: 'https://api.example.com',
      appUrl: 'https://example.com/vedette',
      metricsPort: 9000,
      logLevel: 'debug',
      trialDays: 0,
      usageRequestsPerMinute: 20,
      incidentsRequestsPerMinute: 1200,
      databaseConnections: 50,
      answerCacheMegabytes: 256,
      isCollecting: false,
      pollSeconds: 120,
      lookBackDays: 7,
      overlapSeconds: 60,
      leaseSeconds: 15,
      collectingTurns: 64,
      retentionDays: 365,
      trustedProxies: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
      secret: 'x'.repeat(32),
      previousSecret: 'y'.repeat(32),
      microsoft: {
        cloud: 'usgovhigh',
        loginUrl: 'https://login.example',
        graphUrl: 'https://graph.example',
        manageUrl: 'https://manage.example',
        app: { clientId: '5e17d0a4-7c1e-4f0b-9a63-2f6d8e1b4c90', secret: 'secret' },
      },
      singleSignOn: {
        name: 'Harbour',
        issuer: 'https://login.example/harbour',
        clientId: 'vedette',
        clientSecret: 'secret',
      },
      mail: { server: 'smtp://mail.example:587', from: 'Vedette <vedette@example.com>' },
    })
  })

  it.each([
    ['VEDETTE_PORT', '65535', undefined],
    ['VEDETTE_PORT', '65536', 'be a whole number from 0 to 65535'],
    ['VEDETTE_PORT', '-1', 'be a whole number'],
    ['VEDETTE_PORT', '80.5', 'be a whole number'],
    ['VEDETTE_PORT', ' 80', 'be a whole number'],
    ['VEDETTE_PORT', '0x50', 'be a whole number'],
    ['VEDETTE_PORT', '1e3', 'be a whole number'],
    ['VEDETTE_PORT', 'http', 'be a whole number'],
    ['VEDETTE_PORT', '99999999999999999999', 'be a whole number'],
    ['VEDETTE_METRICS_PORT', '0', undefined],
    ['VEDETTE_METRICS_PORT', 'none', 'be a whole number from 0 to 65535'],
    ['VEDETTE_LOG_LEVEL', 'silent', undefined],
    ['VEDETTE_LOG_LEVEL', 'INFO', 'be one of trace, debug, info, warn, error, fatal, silent'],
    ['VEDETTE_LOG_LEVEL', 'toString', 'be one of'],
    ['VEDETTE_TRIAL_DAYS', '3650', undefined],
    ['VEDETTE_TRIAL_DAYS', '3651', 'be a whole number from 0 to 3650'],
    ['VEDETTE_USAGE_REQUESTS_PER_MINUTE', '0', 'be a whole number from 1 to'],
    ['VEDETTE_INCIDENTS_REQUESTS_PER_MINUTE', '0', 'be a whole number from 1 to'],
    ['VEDETTE_DATABASE_CONNECTIONS', '1', 'be a whole number from 2 to 500'],
    ['VEDETTE_ANSWER_CACHE_MEGABYTES', '0', 'be a whole number from 1 to'],
    ['VEDETTE_BASE_URL', 'http://localhost:8080', undefined],
    ['VEDETTE_BASE_URL', 'api.example.com', 'be an address that starts with http:// or https://'],
    ['VEDETTE_BASE_URL', 'ftp://api.example.com', 'be an address'],
    ['VEDETTE_APP_URL', 'javascript:alert(1)', 'be an address'],
    ['VEDETTE_APP_URL', '//example.com', 'be an address'],
    ['DATABASE_URL', 'postgres://db.example/vedette', undefined],
    [
      'DATABASE_URL',
      'mysql://db.example/vedette',
      'be an address that starts with postgres:// or postgresql://',
    ],
    ['DATABASE_URL', 'db.example', 'be an address'],
  ])('%s=%s: %s', (name, value, must) => {
    const message = mistakes({ [name]: value })
    if (must === undefined) expect(message).toBe('')
    else expect(message).toContain(`${name} must ${must}`)
  })

  it('that are wrong are all named at once', () => {
    const lines = mistakes({
      DATABASE_URL: 'mysql://x',
      VEDETTE_PORT: 'http',
      VEDETTE_LOG_LEVEL: 'loud',
      VEDETTE_TRIAL_DAYS: '-1',
      VEDETTE_PROT: '8080',
      VEDETTE_TRIAL: '14',
    }).split('\n')
    expect(lines[0]).toBe('The settings are not right:')
    const named = lines.slice(1).map(line => /^ {2}(\w+) /.exec(line)?.[1])
    expect(named.sort()).toEqual([
      'DATABASE_URL',
      'VEDETTE_LOG_LEVEL',
      'VEDETTE_PORT',
      'VEDETTE_PROT',
      'VEDETTE_TRIAL',
      'VEDETTE_TRIAL_DAYS',
    ])
  })

  it.each(['VEDETTE_PROT', 'VEDETTE_', 'VEDETTE_port', 'VEDETTE___proto__'])('has none called %s', name => {
    expect(mistakes({ [name]: '1' })).toContain(`${name} is not a setting of Vedette.`)
  })

  it('never repeat what DATABASE_URL says, for it holds a password', () => {
    for (const value of [
      'mysql://vedette:hunter2@db.example/vedette',
      'hunter2',
      'postgres//vedette:hunter2@db.example',
      'postgres://vedette:hunter2@[db/vedette',
    ])
      expect(mistakes({ DATABASE_URL: value, VEDETTE_PORT: 'x' })).not.toMatch(/hunter2|db\.example/)
  })

  // They are put into JSON, into links and into a header as they are.
  it.each([
    'https://app.example/a"b',
    'https://app.example/a\\b',
    'https://app.example/?a=1',
    'https://app.example/?a\\b',
    'https://app.example/#here',
    'https://app.example/a b',
    'https://app.example/a\nb',
    ' https://app.example',
    'https://app.example ',
    'https://app.example\t',
    'https://bücher.example',
    'https://app.example/ü',
    'https://app.example/<x>',
    'HTTPS://APP.EXAMPLE',
    'https:app.example',
  ])('take an address such as %j only in a form that can stand in a link', value => {
    for (const name of ['VEDETTE_APP_URL', 'VEDETTE_BASE_URL']) {
      if (mistakes({ [name]: value })) continue
      const config = readConfig({ [name]: value })
      expect(name === 'VEDETTE_APP_URL' ? config.appUrl : config.baseUrl).toMatch(
        /^https?:\/\/[\w.:[\]-]+(\/[\w.~!$&'()*+,;=:@%-]+)*$/,
      )
    }
  })
})
