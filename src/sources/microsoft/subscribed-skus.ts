// The products a tenant has bought: what Graph calls by id, people and price lists call by name (SPE_E3).
import type { MicrosoftClient } from './client.ts'

export async function readSkus(client: MicrosoftClient, signal: AbortSignal): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  let path: string | null = '/v1.0/subscribedSkus?$select=skuId,skuPartNumber'
  while (path) {
    const found: Awaited<ReturnType<MicrosoftClient['list']>> = await client.list({
      on: 'graph',
      path,
      permission: 'Organization.Read.All',
      signal,
    })
    for (const { skuId, skuPartNumber } of found.records)
      if (typeof skuId === 'string' && typeof skuPartNumber === 'string' && skuPartNumber)
        names.set(skuId.toLowerCase(), skuPartNumber)
    path = found.next
  }
  return names
}
