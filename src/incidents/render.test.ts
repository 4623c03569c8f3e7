import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Incident } from './incident.ts'
import {
  type IncidentFacts,
  incidentPath,
  renderAroundDwell,
  type TenantFacts,
  type UserFacts,
} from './render.ts'

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
const isIncident = ajv.compile(Incident)
const APP = 'https://app.vedette.example'

const incident: IncidentFacts = {
  id: '0b0f9a3e-8d3c-4c55-9f0e-6a1f0f3a2b11',
  created_at: new Date('2026-03-02T09:41:07.512Z'),
  occurred_at: new Date('2026-03-02T09:12:44.000Z'),
  remediation_status: 'REMEDIATED',
  is_live: true,
}
const tenant: TenantFacts = {
  service_tenant_id: 'k7m2xq9d',
  directory_tenant_id: '6f1d2a80-3f5e-4b7b-9a0e-2f4f8d9c1e77',
  display_name: 'Northwind Dairy',
}
const user: UserFacts = {
  id: '9d5b7c1a-2e64-4d8f-8b43-0c2f1a7e6d55',
  user_principal_name: 'mara@northwind.example',
  mail: 'mara.lindqvist@northwind.example',
  display_name: 'Mara Lindqvist',
  account_enabled: true,
  last_password_change_at: new Date('2026-03-02T10:02:19.000Z'),
}

/** Puts the pieces together as the list does. */
function whole(facts: Parameters<typeof renderAroundDwell>, dwellTimeMinutes = 47) {
  const { json_before_dwell, json_after_dwell } = renderAroundDwell(...facts)
  const text = `{"id":"${facts[0].id}","url":"${APP}${json_before_dwell}${dwellTimeMinutes}${json_after_dwell}`
  const parsed: unknown = JSON.parse(text)
  expect(isIncident(parsed), JSON.stringify(isIncident.errors)).toBe(true)
  return parsed as Incident
}

describe('the pieces of an incident, with its id, link and dwell time', () => {
  it('make the incident, field for field and in the order of the specification', () => {
    const expected = {
      id: incident.id,
      url: `${APP}/tenant/k7m2xq9d/incidents/${incident.id}`,
      createdAt: '2026-03-02T09:41:07.512Z',
      occurredAt: '2026-03-02T09:12:44.000Z',
      remediationStatus: 'REMEDIATED',
      isLive: true,
      dwellTimeMinutes: 47,
      tenant: {
        serviceTenantId: 'k7m2xq9d',
        name: 'Northwind Dairy',
        directoryTenantId: '6f1d2a80-3f5e-4b7b-9a0e-2f4f8d9c1e77',
      },
      user: {
        id: '9d5b7c1a-2e64-4d8f-8b43-0c2f1a7e6d55',
        userPrincipalName: 'mara@northwind.example',
        mail: 'mara.lindqvist@northwind.example',
        displayName: 'Mara Lindqvist',
        accountEnabled: true,
        lastPasswordChangeDateTime: '2026-03-02T10:02:19.000Z',
      },
    }
    const made = whole([incident, tenant, user])
    expect(made).toEqual(expected)
    expect(JSON.stringify(made)).toBe(JSON.stringify(expected))
  })

  it('keep every key when the directory has not said', () => {
    const silent = {
      ...user,
      mail: null,
      display_name: null,
      account_enabled: null,
      last_password_change_at: null,
    }
    expect(whole([incident, tenant, silent]).user).toEqual({
      id: user.id,
      userPrincipalName: user.user_principal_name,
      mail: null,
      displayName: null,
      accountEnabled: null,
      lastPasswordChangeDateTime: null,
    })
  })

  it.each([
    ['quotes', 'Mara "the cow" Lindqvist'],
    ['backslashes', 'NORTHWIND\\mara'],
    ['a backslash at the end', 'mara\\'],
    ['a quote at the end', 'mara"'],
    ['an escape that is none', '\\u0041\\n\\"'],
    ['what would end the object', '"},"user":{"id":"x'],
    ['line feeds and tabs', 'Mara\r\n\tLindqvist'],
    ['control characters', '\u0001\u001f\u007f\u0085'],
    ['emoji', 'Mara 👩🏽‍🚀 Lindqvist 🐄'],
    ['line and paragraph separators', 'Mara\u2028Lindqvist\u2029'],
    ['a high surrogate alone', 'Mara \ud83d Lindqvist'],
    ['a low surrogate alone', '\udc69'],
    ['a byte order mark', '\ufeffMara'],
    ['right-to-left text', 'שלום\u202eMara'],
    ['combining marks', 'Ma\u0301ra'],
    ['markup', '<script>alert(1)</script>&amp;'],
    ['percent signs and format marks', '100% %s %I $1 $&'],
    ['nothing', ''],
    ['spaces', '   '],
    ['a very long name', 'x'.repeat(10_000)],
  ])('carry names with %s unchanged', (_what, name) => {
    const made = whole([
      incident,
      { ...tenant, display_name: name },
      { ...user, id: name, user_principal_name: name, mail: name, display_name: name },
    ])
    expect(made.tenant.name).toBe(name)
    expect(made.user).toMatchObject({ id: name, userPrincipalName: name, mail: name, displayName: name })
  })

  it('are an incident for any facts', () => {
    const moments = fc.date({
      min: new Date('1970-01-01T00:00:00.000Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    })
    const text = fc.string({ unit: 'binary' })
    const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null })
    fc.assert(
      fc.property(
        fc.record({
          id: fc.uuid(),
          created_at: moments,
          occurred_at: moments,
          remediation_status: fc.constantFrom('UNREMEDIATED', 'CONTAINED', 'REMEDIATED', 'FALSE_POSITIVE'),
          is_live: fc.boolean(),
        }),
        fc.record({
          service_tenant_id: fc.stringMatching(/^[2-9a-hjkmnp-tv-z]{8}$/),
          directory_tenant_id: fc.uuid(),
          display_name: text,
        }),
        fc.record({
          id: text,
          user_principal_name: text,
          mail: orNull(text),
          display_name: orNull(text),
          account_enabled: orNull(fc.boolean()),
          last_password_change_at: orNull(moments),
        }),
        fc.nat(),
        (anIncident, aTenant, aUser, dwell) => {
          const made = whole([anIncident, aTenant, aUser], dwell)
          expect(made).toMatchObject({
            id: anIncident.id,
            url: APP + incidentPath(aTenant.service_tenant_id, anIncident.id),
            createdAt: anIncident.created_at.toISOString(),
            dwellTimeMinutes: dwell,
            tenant: { name: aTenant.display_name },
            user: { id: aUser.id, mail: aUser.mail, displayName: aUser.display_name },
          })
        },
      ),
    )
  })
})
