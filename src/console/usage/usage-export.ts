// The usage report as a file to keep: the API's own fields, names and numbers, a line per tenant.
import writeExcelFile, { type SheetData } from 'write-excel-file/node'
import { csvLine } from '../../http/csv.ts'
import type { UsageReport } from '../../usage/usage.ts'

type Tenant = UsageReport['tenants'][number]

const COLUMNS: { field: keyof Tenant; width: number }[] = [
  { field: 'displayName', width: 32 },
  { field: 'serviceTenantId', width: 16 },
  { field: 'directoryTenantId', width: 38 },
  { field: 'service', width: 12 },
  { field: 'billableStatus', width: 14 },
  { field: 'isPaused', width: 10 },
  { field: 'onboardingDate', width: 15 },
  { field: 'firstBillableDate', width: 17 },
  { field: 'totalLicensedUsers', width: 18 },
  { field: 'billableUsersThisMonth', width: 23 },
  { field: 'proratingPercentageThisMonth', width: 28 },
]
const HEADING = ['asOf', ...COLUMNS.map(({ field }) => field)]

export const usageCsv = ({ asOf, tenants }: UsageReport): string =>
  // The mark tells spreadsheets that this is UTF-8.
  `\uFEFF${[HEADING, ...tenants.map(tenant => [asOf, ...COLUMNS.map(({ field }) => plain(tenant[field]))])].map(csvLine).join('')}`

const plain = (value: Tenant[keyof Tenant]) => (typeof value === 'boolean' ? String(value) : value)

export function usageSheet({ asOf, tenants }: UsageReport): Promise<Buffer> {
  const heading = HEADING.map(value => ({ value, type: String, fontWeight: 'bold' as const }))
  const lines = tenants.map(tenant => [day(asOf), ...COLUMNS.map(({ field }) => cell(field, tenant[field]))])
  return writeExcelFile([heading, ...lines] as SheetData, {
    sheet: `Usage ${asOf}`,
    columns: [{ width: 12 }, ...COLUMNS.map(({ width }) => ({ width }))],
    stickyRowsCount: 1,
  }).toBuffer()
}

/** A cell of a sheet has a type: text is never taken for a formula. */
function cell(field: keyof Tenant, value: Tenant[keyof Tenant]) {
  if (value === null) return null
  if (field === 'onboardingDate' || field === 'firstBillableDate') return day(String(value))
  if (typeof value === 'number') return { value, type: Number }
  if (typeof value === 'boolean') return { value, type: Boolean }
  return { value, type: String }
}

const day = (text: string) => ({
  value: new Date(`${text}T00:00:00.000Z`),
  type: Date,
  format: 'yyyy-mm-dd',
})
