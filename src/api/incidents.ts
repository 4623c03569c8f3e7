// GET /beta/incidents (spec §4.1)
import Type from 'typebox'
import { type Cursor, writeCursor } from '../incidents/cursor.ts'
import { Incident } from '../incidents/incident.ts'
import { listIncidents } from '../incidents/list.ts'
import { cursor, moment, tenantId, wholeNumber } from './parameters.ts'
import { route } from './route.ts'

const DEFAULT_LIMIT = 100
/** The same question is settled to the same object, by which its answer is found. */
const withLimit = new WeakMap<object, { limit: number }>()

export const incidentsRoute = route({
  method: 'GET',
  url: '/beta/incidents',
  name: 'incidents',
  summary: 'List incidents',
  description:
    'Newest first. When there are more than `limit`, the `Link` header gives the address of the next page (`rel="next"`); walking pages skips none and repeats none while incidents are being created. The `/beta` prefix marks a beta-stage interface: changes are announced 30 days ahead.',
  parameters: {
    tenantId: tenantId('Restricts the result to one tenant: its serviceTenantId or its directoryTenantId.'),
    startDate: moment('Only incidents created on or after this moment. A date means 00:00 UTC.'),
    updatedSince: moment('Only incidents whose record was created or changed at or after this moment.'),
    cursor: cursor('Where the page before ended, from its Link header.'),
    limit: wholeNumber('The most incidents to return.', {
      minimum: 1,
      maximum: 500,
      fallback: DEFAULT_LIMIT,
    }),
  },
  response: Type.Object({ incidents: Type.Array(Incident) }, { additionalProperties: false }),
  example: {
    incidents: [
      {
        id: '0b0f9a3e-8d3c-4c55-9f0e-6a1f0f3a2b11',
        url: 'https://vedette.example.com/tenant/k7m2xq9d/incidents/0b0f9a3e-8d3c-4c55-9f0e-6a1f0f3a2b11',
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
          userPrincipalName: 'mara.lindqvist@northwind-dairy.example',
          mail: 'mara.lindqvist@northwind-dairy.example',
          displayName: 'Mara Lindqvist',
          accountEnabled: true,
          lastPasswordChangeDateTime: '2026-03-02T10:02:19.000Z',
        },
      },
    ],
  },
  requestsPerMinute: config => config.incidentsRequestsPerMinute,
  settle(values) {
    if (values.limit !== undefined) return values
    const settled = withLimit.get(values) ?? { ...values, limit: DEFAULT_LIMIT }
    withLimit.set(values, settled)
    return settled
  },
  revision: admission => admission.incidentsRevision,
  async answer({ pool, addresses, now }, { organizationId, tenantId }, values) {
    const limit = values.limit ?? DEFAULT_LIMIT
    const page = await listIncidents(pool, organizationId, {
      tenantId,
      createdSince: values.startDate ?? null,
      updatedSince: values.updatedSince ?? null,
      cursor: values.cursor ?? null,
      limit,
      appUrl: addresses.appUrl,
      now,
    })
    return { ...page, next: page.next && nextPage(addresses.baseUrl, { ...values, limit }, page.next) }
  },
})

/** By hand, because URLSearchParams takes longer than the rest of the page; nothing in it needs more than this. */
function nextPage(
  baseUrl: string,
  asked: { tenantId?: string; startDate?: Date; updatedSince?: Date; limit: number },
  next: Cursor,
): string {
  const query = [
    asked.tenantId !== undefined && `tenantId=${encodeURIComponent(asked.tenantId)}`,
    asked.startDate && `startDate=${encodeURIComponent(asked.startDate.toISOString())}`,
    asked.updatedSince && `updatedSince=${encodeURIComponent(asked.updatedSince.toISOString())}`,
    `limit=${asked.limit}`,
    `cursor=${writeCursor(next)}`,
  ]
  return `${baseUrl}/beta/incidents?${query.filter(Boolean).join('&')}`
}
