// Spoils answers on their way out, as the faults in force want it.
import type { Answer } from './answer.ts'
import type { Faults, Where } from './faults.ts'

export interface Damaged {
  answer: Answer
  /** The connection ends after so many bytes of the body. */
  cutAfter?: number
}

const BODIES = ['truncated', 'cut', 'wrongJson', 'notJson', 'htmlPage', 'wrongContentType'] as const

/** Only what would have been good is spoilt, so that a fault can be told from a refusal. */
export function damage(faults: Faults, where: Where, url: URL, original: Answer): Damaged {
  if ((original.status !== 200 && original.status !== 201) || original.body === undefined)
    return { answer: original }
  const answer = relink(faults, where, url, original)
  const kind = BODIES.find(one => faults.strike(one, where))
  if (!kind) return { answer }
  const { served: _, ...unserved } = answer
  const body = Buffer.from(answer.body ?? '')
  switch (kind) {
    case 'truncated':
      return { answer: { ...unserved, body: body.subarray(0, Math.ceil(body.length / 2)) } }
    case 'cut':
      return { answer: unserved, cutAfter: Math.floor(body.length / 2) }
    case 'wrongJson':
      return { answer: { ...unserved, body: '{"value":{"unexpected":[42,null]}}' } }
    case 'notJson':
      return { answer: { ...unserved, body: Buffer.from([0x1f, 0x8b, 0x08, 0x00, 0xff, 0xfe, 0x7b, 0x5b]) } }
    case 'htmlPage':
      return {
        answer: {
          ...unserved,
          contentType: 'text/html',
          body: "<!DOCTYPE html><html><head><title>Service unavailable</title></head><body><h2>Our services aren't available right now</h2></body></html>",
        },
      }
    case 'wrongContentType':
      return { answer: { ...answer, contentType: 'text/plain' } }
  }
}

/** Lists twice what they hold, and links that lead in circles or astray. */
function relink(faults: Faults, where: Where, url: URL, original: Answer): Answer {
  let answer = original
  if (where.endpoint === 'content' && faults.strike('listedTwice', where)) {
    const blobs = JSON.parse(String(answer.body)) as unknown[]
    answer = { ...answer, body: JSON.stringify(blobs.flatMap(blob => [blob, blob])) }
  }
  const isPaged =
    answer.next ||
    ['content', 'signIns', 'directoryAudits', 'auditRecords', 'users', 'users/delta'].includes(where.endpoint)
  if (!isPaged) return answer
  const cyclic = faults.strike('cyclicNextLink', where)
  const foreign = cyclic ? null : faults.strike('foreignNextLink', where)
  if (!cyclic && !foreign) return answer
  const there = answer.next?.link ?? url.href
  const link = cyclic ? url.href : there.replace(url.origin, `http://${foreign!.host ?? 'attacker.example'}`)
  if (where.service === 'management') return { ...answer, next: { in: 'header', link } }
  const body = JSON.parse(String(answer.body)) as Record<string, unknown>
  delete body['@odata.deltaLink']
  return { ...answer, body: JSON.stringify({ ...body, '@odata.nextLink': link }), next: { in: 'body', link } }
}
