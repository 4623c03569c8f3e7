// The Office 365 Management Activity API: its subscriptions, its lists of content, and the content itself.
import { type Rejection, type SourceContext, SourceFault } from '../source.ts'
import { type MicrosoftClient, Refused } from './client.ts'
import type { Refusal } from './faults.ts'

export type ContentType =
  | 'Audit.AzureActiveDirectory'
  | 'Audit.Exchange'
  | 'Audit.SharePoint'
  | 'Audit.General'

/** What is to be listed: by when it became available, and the page to go on with. */
export interface Stretch {
  from: string
  until: string
  page: string | null
}

export interface Content {
  id: string
  uri: string
  created: string
}

export type Fetched =
  | { records: Record<string, unknown>[]; rejected: Rejection[] }
  | { broken: true }
  | { gone: true }

export type Feed = ReturnType<typeof feedOf>

const PERMISSION = 'ActivityFeed.Read'

export function feedOf(contentType: ContentType, { client, signal }: SourceContext<MicrosoftClient>) {
  const root = `/api/v1.0/${client.directoryTenantId}/activity/feed`
  // Microsoft counts requests by who asks: the tenant itself, so that tenants do not use up each other's share.
  const publisher = `PublisherIdentifier=${client.directoryTenantId}`
  const common = { on: 'manage', permission: PERMISSION, signal } as const
  return {
    async start() {
      try {
        await client.object({
          ...common,
          method: 'POST',
          path: `${root}/subscriptions/start?contentType=${contentType}&${publisher}`,
          expects: ({ code, status }) =>
            code === 'AF20024' || (status < 500 && /^AF200(11|12|13)$/.test(code)),
        })
      } catch (cause) {
        if (!(cause instanceof Refused)) throw cause
        // Already enabled is what was wanted. A directory that the token is good for, yet "does not exist", is how
        // Microsoft says that nothing is audited in it.
        if (cause.refusal.code !== 'AF20024') throw auditingOff()
      }
    },
    async list({ from, until, page }: Stretch) {
      const path =
        page ??
        `${root}/subscriptions/content?contentType=${contentType}&${publisher}&startTime=${from}&endTime=${until}`
      const found = await client.list({
        ...common,
        path,
        expects: refusal => isOff(refusal) || (page !== null && refusal.status === 400),
      })
      const content: Content[] = []
      const rejected = [...found.rejected]
      for (const { contentId, contentUri, contentCreated } of found.records) {
        if (typeof contentUri === 'string' && typeof contentId === 'string')
          content.push({ id: contentId, uri: contentUri, created: String(contentCreated) })
        else rejected.push({ reason: 'content that is listed without an address' })
      }
      const listedOnce = [...new Map(content.map(each => [each.id, each])).values()]
      return { content: listedOnce, next: found.next, rejected }
    },
    async fetch({ uri }: Content): Promise<Fetched> {
      try {
        const { records, rejected } = await client.list({
          ...common,
          path: uri,
          expects: ({ code, status }) => code === 'AF20050' || code === 'AF20051' || status === 404,
        })
        return { records, rejected }
      } catch (cause) {
        if (cause instanceof Refused) return { gone: true }
        if (cause instanceof SourceFault && cause.kind === 'broken-answer') return { broken: true }
        throw cause
      }
    },
  }
}

/** No subscription, or one that was switched off. */
export const isOff = ({ code }: Refusal) => code === 'AF20022' || code === 'AF20023'

export const auditingOff = () =>
  new SourceFault(
    'auditing-off',
    'Auditing is switched off in the tenant, so nothing is logged. Have an administrator turn it on: Microsoft Purview, Audit, Start recording user and admin activity.',
  )

export const refusedList = ({ status, code }: Refusal) =>
  new SourceFault(
    'broken-answer',
    `The list of this log's content was refused with ${status} (${code}). It is tried again.`,
  )
