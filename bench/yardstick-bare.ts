// The yardstick for kept answers: node:http writing prepared bytes, and nothing else.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const { bodyFile } = JSON.parse(process.argv[2]!) as { bodyFile: string }
const body = readFileSync(bodyFile)
const etag = '"AAAAAAAAAAAAAAAAAAAAAAAAAAA"'

const server = createServer((request, response) => {
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end()
    return
  }
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': body.length, etag })
    .end(body)
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
