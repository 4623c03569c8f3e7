// The source that reads from the vendor of served.ts.
import type { Page, Source } from '../../src/sources/source.ts'

export const servedSource: Source<string> = {
  name: 'signIns',
  isSilenceOdd: true,
  async *pages({ client, cursor, tenant, signal }) {
    for (let page = (cursor as number | null) ?? 0; ; page++) {
      const response = await fetch(`${client}/${tenant.directoryTenantId}/${page}`, { signal })
      if (response.status === 204) return
      yield { records: (await response.json()) as Page['records'], cursor: page + 1 }
    }
  },
}
