// Reads from the vendor of collecting-vendor.ts.
import { type Page, type Source, SourceFault } from '../src/sources/source.ts'

/** Where to ask, and under which name. */
export interface VendorClient {
  url: string
  name: string
}

async function readPage(
  { url, name }: VendorClient,
  page: number,
): Promise<Record<string, unknown>[] | null> {
  const response = await fetch(`${url}/${name}/${page}`)
  if (response.status === 429)
    throw new SourceFault('throttled', 'Asked to wait.', {
      retryAfterSeconds: Number(response.headers.get('retry-after')),
    })
  if (response.status >= 500) throw new SourceFault('unreachable', 'Does not answer.')
  return response.status === 204 ? null : ((await response.json()) as Record<string, unknown>[])
}

export const vendorSource: Source<VendorClient> = {
  name: 'Audit.SharePoint',
  isSilenceOdd: true,
  async *pages({ client, cursor }): AsyncGenerator<Page> {
    for (let page = (cursor as number | null) ?? 0; ; page++) {
      const records = await readPage(client, page)
      if (!records) return
      yield { records, cursor: page + 1 }
    }
  },
}
