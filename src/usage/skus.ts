// Which licences make an account billable, and what people call them. Pure; the list itself is skus.json.
import list from './skus.json' with { type: 'json' }

/** Why a licence does or does not make an account billable. */
type LicenceKind = 'paid' | 'free' | 'not a person'

export interface Licence {
  /** The vendor's own name of the product, such as SPE_E3. */
  sku: string
  /** As on the price list; the vendor's name where we have no other. */
  name: string
  kind: LicenceKind
}

const KNOWN = new Map<string, Omit<Licence, 'sku'>>()
const FAMILIES: { start: string; entry: Omit<Licence, 'sku'> }[] = []
const note = (products: Record<string, string>, kind: LicenceKind) => {
  for (const [sku, name] of Object.entries(products))
    if (sku.endsWith('*')) FAMILIES.push({ start: sku.slice(0, -1).toUpperCase(), entry: { name, kind } })
    else KNOWN.set(sku.toUpperCase(), { name, kind })
}
note(list.paid, 'paid')
note(list.free, 'free')
note(list.notPeople, 'not a person')

/** A product that is not on the list counts as paid: better a question about a bill than an account nobody pays for. */
export function licenceOf(sku: string): Licence {
  const word = sku.toUpperCase()
  const entry = KNOWN.get(word) ?? FAMILIES.find(({ start }) => word.startsWith(start))?.entry
  return { sku, ...(entry ?? { name: sku, kind: 'paid' }) }
}

export const isBillable = (skus: readonly string[]): boolean =>
  skus.some(sku => licenceOf(sku).kind === 'paid')
