// A vendor of audit records for the measurements of collecting: pages of a thousand, made beforehand but for their ids.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface VendorOptions {
  recordsPerPage: number
  pagesPerTenant: number
}

const { recordsPerPage, pagesPerTenant } = JSON.parse(process.argv[2]!) as VendorOptions
const OPERATIONS = ['FileAccessed', 'FileDownloaded', 'MailItemsAccessed', 'Send', 'UserLoggedIn']
const PAGE = '"00000000-page'

const body = JSON.stringify(
  Array.from({ length: recordsPerPage }, (_, n) => ({
    CreationTime: new Date(Date.now() - 3_600_000 + n * 1000).toISOString().slice(0, 19),
    Id: `00000000-page-${n}`,
    Operation: OPERATIONS[n % OPERATIONS.length],
    OrganizationId: 'c3f1a2b4-5d6e-4f70-8a91-b2c3d4e5f607',
    RecordType: 6,
    ResultStatus: 'Succeeded',
    UserKey: `i:0h.f|membership|1003${n % 500}@live.com`,
    UserType: 0,
    Version: 1,
    Workload: 'SharePoint',
    ClientIP: `198.51.100.${n % 250}`,
    UserId: `person${n % 500}@northwind.example`,
    AuthenticationType: 'OAuth',
    BrowserName: 'Chrome',
    BrowserVersion: '126.0.0.0',
    IsManagedDevice: false,
    ItemType: 'File',
    ListId: 'd1d0f7a0-3a1b-4a52-a8a1-9a6f6f1f0a00',
    Site: '7a5e9d4c-08a4-4d8b-9c0c-2b9bb1a5c111',
    UserAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    AppAccessContext: { AADSessionId: `5e55-${n % 700}`, CorrelationId: `c0-${n}`, UniqueTokenId: `u-${n}` },
    ObjectId: `https://northwind.sharepoint.example/sites/finance/Shared Documents/Report ${n}.xlsx`,
    SourceFileExtension: 'xlsx',
    SourceFileName: `Report ${n}.xlsx`,
    SourceRelativeUrl: 'Shared Documents',
  })),
)

createServer((request, response) => {
  const [, tenant = '', page = ''] = request.url!.split('/')
  // Tenants are told by the end of their name: some fail, after a while; one is asked to wait.
  if (tenant.endsWith('bad')) return void setTimeout(() => response.writeHead(500).end(), 2000)
  if (tenant.endsWith('slow')) return void response.writeHead(429, { 'retry-after': '30' }).end()
  if (Number(page) >= pagesPerTenant) return void response.writeHead(204).end()
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(body.replaceAll(PAGE, `"${tenant.slice(0, 8)}-${page}`))
}).listen(0, '127.0.0.1', function (this: { address(): unknown }) {
  process.send!((this.address() as AddressInfo).port)
})
