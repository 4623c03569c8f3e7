// Takes exported logs that somebody uploads on the tenant page: the file is the body, read as it arrives, and the answer
// says line by line how far that is.
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit/write.ts'
import { inOrganization } from '../../database/in-organization.ts'
import { Problem } from '../../http/problem.ts'
import { problemOf } from '../../http/refusals.ts'
import { may } from '../../members/permissions.ts'
import { importRecords } from '../../sources/files/import.ts'
import { endImporting } from '../../tenants/importing.ts'
import type { ConsoleContext, Member } from '../route.ts'
import { memberOf, refuseForeignOrigin } from '../session.ts'
import { tenantNamed } from './tenants.ts'
import type { UploadLine, UploadProgress } from './upload-line.ts'

const LARGEST_BYTES = 20 * 1024 ** 3
/** How many bad lines are listed; all are counted. */
const BAD_SHOWN = 50
/** Something is said this often even when nothing has been stored: proxies end answers that fall silent. */
const SAY_MILLISECONDS = 5000

type Upload = FastifyRequest<{ Params: { id: string }; Querystring: { name?: string; upload?: string } }>

export async function mountUpload(server: FastifyInstance, makeContext: () => ConsoleContext): Promise<void> {
  /** By organization and the name that the page gave each; in this process alone. */
  const underWay = new Map<string, UploadProgress>()
  const stopping = new AbortController()
  const tasks = new Set<Promise<void>>()

  await server.register(async uploads => {
    uploads.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
    uploads.post(
      '/console/tenants/:id/import',
      { schema: { hide: true } },
      async (request: Upload, reply) => {
        const context = makeContext()
        reply.header('cache-control', 'no-store')
        refuseForeignOrigin(context, request)
        const { member, tenant } = await allowed(context, request)
        const bytes = sizeOf(request)
        const { upload } = request.query
        const progress: UploadProgress = { bytes, bytesRead: 0, stored: 0, known: 0, refused: 0 }
        const name = upload && `${member.organizationId} ${upload}`
        if (name) underWay.set(name, progress)
        const lines = new PassThrough()
        const task = take(context, request, {
          member,
          tenant,
          progress,
          lines,
          stopping: stopping.signal,
        }).finally(() => {
          if (name) underWay.delete(name)
          tasks.delete(task)
        })
        tasks.add(task)
        return reply.header('x-accel-buffering', 'no').type('application/x-ndjson; charset=utf-8').send(lines)
      },
    )
    // Chromium shows a page nothing of an answer while it is still sending: meanwhile the page asks here.
    uploads.get('/console/tenants/:id/import/:upload', { schema: { hide: true } }, async (request, reply) => {
      const { upload } = request.params as { upload: string }
      const { member } = await allowed(makeContext(), request as Upload)
      const progress = underWay.get(`${member.organizationId} ${upload}`) ?? null
      return reply.header('cache-control', 'no-store').send({ progress })
    })
    uploads.addHook('preClose', async () => stopping.abort())
    uploads.addHook('onClose', async () => void (await Promise.all(tasks)))
  })
}

async function allowed(context: ConsoleContext, request: Upload) {
  const member = await memberOf(context, request)
  if (!may(member.role, 'import records'))
    throw new Problem('forbidden', `Your role, ${member.role}, may not import records. Ask an Admin.`)
  const { organizationId } = member
  const tenant = await inOrganization(context.db, organizationId, tx =>
    tenantNamed(tx, organizationId, request.params.id),
  )
  return { member, tenant }
}

function sizeOf({ headers, body }: Upload): number | null {
  if (headers['content-type'] !== 'application/octet-stream' || !body)
    throw new Problem('invalid-request', 'Send the file itself, as application/octet-stream.')
  const length = headers['content-length']
  if (length === undefined) return null
  if (Number(length) > LARGEST_BYTES) throw tooLarge()
  return Number(length)
}

const tooLarge = () =>
  new Problem(
    'invalid-request',
    'The file is larger than 20 GB. Pack it with gzip, export it in parts, or use the import command.',
  )

interface Taking {
  member: Member
  tenant: Awaited<ReturnType<typeof tenantNamed>>
  progress: UploadProgress
  lines: PassThrough
  stopping: AbortSignal
}

/** Stores the file and says how that went; never rejects. */
async function take(
  { db, log, now }: ConsoleContext,
  request: Upload,
  { member, tenant, progress, lines, stopping }: Taking,
): Promise<void> {
  const { organizationId } = member
  const gone = new AbortController()
  lines.once('close', () => gone.abort())
  const say = (line: UploadLine) => void (lines.destroyed || lines.write(`${JSON.stringify(line)}\n`))
  // Whoever does not read is told less, and how it ended.
  const sayProgress = () => void (lines.writableNeedDrain || say({ progress }))
  const saying = setInterval(sayProgress, SAY_MILLISECONDS)
  const audit = (outcome: object) =>
    inOrganization(db, organizationId, tx =>
      writeAudit(tx, organizationId, member, {
        action: 'imported records',
        subject: tenant.displayName,
        detail: {
          serviceTenantId: tenant.serviceTenantId,
          file: (request.query.name ?? 'a file').slice(0, 200).replaceAll(/\p{Cc}/gu, ' '),
          ...outcome,
        },
        at: now,
      }),
    )
  try {
    sayProgress()
    const imported = await importRecords(db, organizationId, {
      tenantId: tenant.id,
      directoryTenantId: tenant.directoryTenantId,
      source: bodyOf(request.raw),
      now,
      badShown: BAD_SHOWN,
      signal: AbortSignal.any([gone.signal, stopping]),
      onProgress(so) {
        Object.assign(progress, so)
        sayProgress()
      },
    })
    const { stored, known, refused } = imported
    await audit({ stored, known, refused })
    say({ imported })
  } catch (error) {
    const { stored, known, refused } = progress
    const isGone = gone.signal.aborted || request.raw.destroyed
    if (!isGone)
      say({ problem: problemOf(stopping.aborted ? stopped() : error, request.id, log).body(request.id) })
    if (stored)
      await audit({ stored, known, refused, brokeOff: true }).catch(fault =>
        log.error(
          { requestId: request.id, err: fault, stored },
          'an import that broke off is not in the audit log',
        ),
      )
  } finally {
    clearInterval(saying)
    await inOrganization(db, organizationId, tx => endImporting(tx, organizationId, tenant.id)).catch(fault =>
      log.error({ requestId: request.id, err: fault }, 'judging waits for an import that has ended'),
    )
    lines.end()
    // What is still being sent is taken and let go of: a browser reads no answer before it has sent everything.
    request.raw.resume()
  }
}

const stopped = () =>
  new Problem(
    'unavailable',
    'Vedette is being stopped. Send the file again when it is back: nothing is stored twice.',
  )

/** Left open when reading ends early, for the answer goes out on the same connection. */
async function* bodyOf(raw: IncomingMessage): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > LARGEST_BYTES) throw tooLarge()
    yield chunk
  }
}
