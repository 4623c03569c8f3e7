// The way of every request through the console: origin, session, permission, input, in that order of judgement.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../http/problem.ts'
import { may } from '../members/permissions.ts'
import { readInput } from './read-input.ts'
import type { ConsoleContext, ConsoleRoute, Download } from './route.ts'
import { memberOf, refuseForeignOrigin } from './session.ts'

export function answerConsole(route: ConsoleRoute, makeContext: () => ConsoleContext) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const context = makeContext()
    reply.header('cache-control', 'no-store')
    if (route.method !== 'GET') refuseForeignOrigin(context, request)
    const member = await memberOf(context, request, { isBeforeFactor: route.isBeforeFactor })
    if (route.permission !== 'signed in' && !may(member.role, route.permission))
      throw new Problem('forbidden', `Your role, ${member.role}, may not ${route.permission}. Ask an Admin.`)
    const answer = await route.handle(context, member, {
      params: readInput(route.params, request.params),
      query: readInput(route.query, request.query),
      body: readInput(route.body, request.body ?? {}),
    } as never)
    if (isDownload(answer)) {
      const { name, type, body } = answer.download
      return reply.header('content-disposition', `attachment; filename="${name}"`).type(type).send(body)
    }
    return reply.type('application/json; charset=utf-8').send(Buffer.from(JSON.stringify(answer ?? {})))
  }
}

const isDownload = (answer: unknown): answer is Download =>
  typeof answer === 'object' && answer !== null && 'download' in answer
