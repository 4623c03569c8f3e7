// Takes exported logs that somebody uploads on the tenant page: the file is the body, read as it arrives.
import type { FastifyInstance } from 'fastify'
import { writeAudit } from '../audit/write.ts'
import { inOrganization } from '../database/in-organization.ts'
import { Problem } from '../http/problem.ts'
import { may } from '../members/permissions.ts'
import { importRecords } from '../sources/files/import.ts'
import type { ConsoleContext } from './route.ts'
import { memberOf, refuseForeignOrigin } from './session.ts'
import { tenantNamed } from './tenants.ts'

const LARGEST_BYTES = 20 * 1024 ** 3
/** How many bad lines are listed; all are counted. */
const BAD_SHOWN = 50

export async function mountUpload(server: FastifyInstance, makeContext: () => ConsoleContext): Promise<void> {
  await server.register(async uploads => {
    uploads.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
    uploads.route<{ Params: { id: string }; Querystring: { name?: string } }>({
      method: 'POST',
      url: '/console/tenants/:id/import',
      schema: { hide: true },
      bodyLimit: LARGEST_BYTES,
      async handler(request, reply) {
        const context = makeContext()
        const { db, now } = context
        reply.header('cache-control', 'no-store')
        refuseForeignOrigin(context, request)
        const member = await memberOf(context, request)
        if (!may(member.role, 'import records'))
          throw new Problem('forbidden', `Your role, ${member.role}, may not import records. Ask an Admin.`)
        const { organizationId } = member
        const tenant = await inOrganization(db, organizationId, tx =>
          tenantNamed(tx, organizationId, request.params.id),
        )
        if (request.headers['content-type'] !== 'application/octet-stream' || !request.body)
          throw new Problem('invalid-request', 'Send the file itself, as application/octet-stream.')
        const name = (request.query.name ?? 'a file').slice(0, 200).replaceAll(/\p{Cc}/gu, ' ')
        const imported = await importRecords(db, organizationId, {
          tenantId: tenant.id,
          directoryTenantId: tenant.directoryTenantId,
          source: request.body as AsyncIterable<Uint8Array>,
          now,
          badShown: BAD_SHOWN,
        })
        await inOrganization(db, organizationId, tx =>
          writeAudit(tx, organizationId, member, {
            action: 'imported records',
            subject: tenant.displayName,
            detail: {
              serviceTenantId: tenant.serviceTenantId,
              file: name,
              stored: imported.stored,
              known: imported.known,
              refused: imported.refused,
            },
            at: now,
          }),
        )
        return reply.type('application/json; charset=utf-8').send(Buffer.from(JSON.stringify(imported)))
      },
    })
  })
}
