// Accounts and addresses that are not written as one expects: nobody is accused for it, and nobody is safe for it.
import { describe, expect, test } from 'vitest'
import { judgeFiles } from './forms/judge.ts'
import {
  audited,
  DAY,
  FROM,
  HOME,
  HOME_SIX,
  HOUR,
  RENTED,
  type Somebody,
  signIn,
  TENANT,
  theftOf,
  weeksOf,
} from './forms/life.ts'
import { type LogRecord, linesOf } from './forms/record.ts'

const ADA: Somebody = { upn: 'ada.archer@contoso.example', id: '0000ada1-1111-4222-8333-aaaaaaaaaaa1' }
const GUEST: Somebody = {
  upn: 'eve_fabrikam.example#EXT#@contoso.onmicrosoft.com',
  id: '0000eee1-1111-4222-8333-aaaaaaaaaaa1',
}
const colleagues = ['bob', 'cem', 'dee'].flatMap((name, at) =>
  weeksOf({ upn: `${name}@contoso.example`, id: `0000bbb${at}-1111-4222-8333-aaaaaaaaaab${at}` }),
)
const STOLEN_AT = FROM + 18 * DAY + 12 * HOUR

async function found(records: LogRecord[]) {
  const { incidents, bad } = await judgeFiles([
    { name: 'all.ndjson', content: linesOf([...colleagues, ...records]) },
  ])
  expect(bad).toEqual([])
  return incidents.map(({ user, occurredAt, lastSeenAt }) => ({ user, occurredAt, lastSeenAt }))
}

/** Each record with every text of it changed. */
const rewritten = (records: LogRecord[], change: (text: string) => string): LogRecord[] =>
  records.map(record => JSON.parse(change(JSON.stringify(record))))

const momentOf = ({ createdDateTime, CreationTime }: LogRecord) =>
  Date.parse((createdDateTime as string | undefined) ?? `${CreationTime}Z`)

describe('nobody is accused for', () => {
  const BERLIN = {
    location: { city: 'Berlin', countryOrRegion: 'DE', geoCoordinates: { latitude: 52.5, longitude: 13.4 } },
  }
  test.each<[string, LogRecord[]]>([
    ['both protocols by turns at home', weeksOf(ADA, { address: act => (act % 2 ? HOME_SIX : HOME) })],
    [
      'a second protocol that comes late',
      weeksOf(ADA, { address: act => (act > 60 && act % 2 ? HOME_SIX : HOME) }),
    ],
    [
      'both protocols in ranges nobody knows, placed by the record itself',
      weeksOf(ADA, {
        address: act => (act % 2 ? `2001:db8::${act.toString(16)}` : '203.0.113.7'),
        more: BERLIN,
      }),
    ],
    [
      'a phone that changes its address with every act',
      weeksOf(ADA, {
        address: act =>
          [HOME, `80.187.${act % 250}.${(act % 200) + 1}`, `2a01:598:${(act * 7).toString(16)}::1`][act % 3]!,
      }),
    ],
    ['being a guest', weeksOf(GUEST, { more: { userType: 'guest' } })],
    ['having no name', rewritten(weeksOf(ADA), text => text.replaceAll(ADA.upn, ''))],
    [
      'a new name',
      weeksOf(ADA).flatMap(record =>
        momentOf(record) < FROM + 14 * DAY
          ? [record]
          : rewritten([record], text => text.replaceAll(ADA.upn, 'ada.zimmer@contoso.example')),
      ),
    ],
    [
      'the shared mailbox of a team, read by its members for the first time',
      [
        ...weeksOf(ADA),
        ...Array.from({ length: 40 }, (_, at) =>
          audited(
            ADA.upn,
            STOLEN_AT + at * 60_000,
            at % 4 ? 'MailItemsAccessed' : 'SendAs',
            { address: HOME, session: null },
            {
              RecordType: 50,
              OperationCount: 5,
              LogonType: 2,
              MailboxOwnerUPN: 'invoices@contoso.example',
              SendAsUserSmtp: 'invoices@contoso.example',
            },
          ),
        ),
      ],
    ],
    [
      'an administrator’s work on other mailboxes',
      [
        ...weeksOf(ADA),
        ...['bob', 'cem', 'dee'].map((name, at) =>
          audited(
            ADA.upn,
            STOLEN_AT + at * 300_000,
            'Add-MailboxPermission',
            { address: HOME, session: null },
            {
              RecordType: 1,
              UserType: 2,
              ObjectId: name,
              Parameters: [
                { Name: 'Identity', Value: `${name}@contoso.example` },
                { Name: 'User', Value: 'ada.archer' },
                { Name: 'AccessRights', Value: 'FullAccess' },
              ],
            },
          ),
        ),
      ],
    ],
  ])('%s', async (_, records) => {
    expect(await found(records)).toEqual([])
  })

  test('what machines do, by whatever name they go', async () => {
    const names = [
      ...['Not Available', 'S-1-5-18', 'S-1-5-21-1004336348-1177238915-682003330-512', 'ServiceOperator'],
      ...['NT AUTHORITY\\SYSTEM (Microsoft.Exchange.ServiceHost)', 'NT AUTHORITY\\SYSTEM (w3wp)'],
      ...[
        'CONTOSO\\jdoe',
        'SHAREPOINT\\system',
        'app@sharepoint',
        'Sync Client',
        'Certificate',
        '',
        'UNKNOWN',
      ],
      ...['fim_password_service@support.onmicrosoft.com', 'SecurityComplianceAlerts', 'urn:spo:anon#abc'],
      'ServicePrincipal_0f1e2d3c-1111-4222-8333-aaaaaaaaaaa1',
    ]
    const operations = ['New-InboxRule', 'Set-Mailbox', 'FileDownloaded', 'MailItemsAccessed', 'HardDelete']
    const deeds = names.flatMap((name, place) =>
      [...operations, 'UserLoggedIn', 'Add member to role.'].map((operation, at) =>
        audited(
          name,
          STOLEN_AT + place * 600_000 + at * 1000,
          operation,
          { address: RENTED, session: null },
          {
            Parameters: [{ Name: 'ForwardingSmtpAddress', Value: 'smtp:x@elsewhere.example' }],
            OperationCount: 900,
          },
        ),
      ),
    )
    const robots = Array.from({ length: 30 }, (_, at) =>
      signIn(
        { upn: '', id: '' },
        FROM + at * 15 * HOUR,
        { address: at % 2 ? RENTED : '3.140.144.215', session: null },
        {
          userPrincipalName: '',
          userId: '',
          isInteractive: false,
          signInEventTypes: [at % 3 ? 'servicePrincipal' : 'managedIdentity'],
          servicePrincipalId: '45d0cf74-062d-46a3-b00e-7841f50f10eb',
          servicePrincipalName: 'Backup job',
        },
      ),
    )
    expect(await found([...deeds, ...robots])).toEqual([])
  })
})

/** Central European Time, which changes to summer within the weeks of the log. */
const offset = (at: number) => {
  const hours = at >= Date.parse('2026-03-29T01:00:00Z') ? 2 : 1
  return `${new Date(at + hours * HOUR).toISOString().slice(0, 23)}+0${hours}:00`
}
const zoneless = (at: number) => new Date(at).toISOString().slice(0, 19)

describe('a stolen session is found, once, from its beginning, of', () => {
  const upper = (text: string) => text.replaceAll(ADA.upn, 'ADA.Archer@Contoso.EXAMPLE')
  const nameless = (text: string) => text.replaceAll(ADA.upn, ADA.id)
  test.each<[string, LogRecord[], string]>([
    ['a guest', [...weeksOf(GUEST), ...theftOf(GUEST, STOLEN_AT)], GUEST.upn.toLowerCase()],
    ['somebody in capitals', [...weeksOf(ADA), ...rewritten(theftOf(ADA, STOLEN_AT), upper)], ADA.upn],
    [
      'somebody whom no log names',
      rewritten([...weeksOf(ADA), ...theftOf(ADA, STOLEN_AT)], nameless),
      ADA.id,
    ],
    [
      'somebody who was renamed the day before',
      [...weeksOf(ADA, { days: 17 }), ...theftOf({ ...ADA, upn: 'ada.zimmer@contoso.example' }, STOLEN_AT)],
      'ada.zimmer@contoso.example',
    ],
    [
      'somebody whose log tells the time with an offset, or without a zone',
      [...weeksOf(ADA), ...theftOf(ADA, STOLEN_AT)].map((record, at) =>
        record.createdDateTime === undefined
          ? record
          : {
              ...record,
              createdDateTime: at % 2 ? offset(momentOf(record)) : zoneless(momentOf(record)),
            },
      ),
      ADA.upn,
    ],
  ])('%s', async (_, records, user) => {
    expect(await found(records)).toEqual([
      { user, occurredAt: STOLEN_AT, lastSeenAt: STOLEN_AT + 20 * 60_000 },
    ])
  })
})

test('two people to whom a log gives one id stay two', async () => {
  const id = { UserKey: '0f1e2d3c-1111-4222-8333-aaaaaaaaaaa1' }
  const bea: Somebody = { upn: 'bea@contoso.example', id: '0000bea1-1111-4222-8333-aaaaaaaaaaa1' }
  const onlyAudited = (who: Somebody) =>
    [...weeksOf(who), ...theftOf(who, STOLEN_AT)]
      .filter(({ CreationTime }) => CreationTime !== undefined)
      .map(record => ({ ...record, ...id, OrganizationId: TENANT }))
  const users = (await found([...onlyAudited(ADA), ...onlyAudited(bea)])).map(({ user }) => user)
  expect(new Set(users)).toEqual(new Set([ADA.upn, bea.upn]))
})
