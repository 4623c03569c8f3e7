// Cuts a stretch of the audit feed into content blobs, and names them.
import type { ContentType } from './source.ts'

export interface Blob {
  contentId: string
  contentType: ContentType
  createdAt: number
  ids: string[]
  weight: number
  bytes(): Buffer
}

interface Piece {
  id: string
  publishedAt: number
  json: string
}

interface Cutting {
  blobSpanMs: number
  recordsPerBlob: number
}

export interface CutBlob extends Blob {
  part: number
}

/** A blob is whole from the moment it is listed: it is dated at the end of its span. */
export function cut(items: Piece[], contentType: ContentType, settings: Cutting, variant: number): CutBlob[] {
  const { blobSpanMs, recordsPerBlob } = settings
  const blobs: CutBlob[] = []
  let begin = 0
  while (begin < items.length) {
    const span = Math.floor(items[begin]!.publishedAt / blobSpanMs)
    let end = begin
    while (end < items.length && Math.floor(items[end]!.publishedAt / blobSpanMs) === span) end++
    const createdAt = (span + 1) * blobSpanMs - 1
    for (let part = 0; begin < end; part++, begin += recordsPerBlob) {
      const records = items.slice(begin, Math.min(end, begin + recordsPerBlob))
      const jsons = records.map(({ json }) => json)
      let bytes: Buffer | undefined
      blobs.push({
        contentId: contentIdOf(createdAt, contentType, part, variant),
        contentType,
        createdAt,
        part,
        ids: records.map(({ id }) => id),
        weight: jsons.reduce((sum, { length }) => sum + length, 0),
        bytes() {
          bytes ??= Buffer.from(`[${jsons.splice(0).join(',')}]`)
          return bytes
        },
      })
    }
    begin = end
  }
  return blobs
}

/** In the form that Microsoft's have: moment and number twice, then the content type in two spellings. */
export function contentIdOf(
  createdAt: number,
  contentType: ContentType,
  part: number,
  variant: number,
): string {
  const moment = new Date(createdAt).toISOString().replace(/\D/g, '')
  const number = `${moment}${String(part).padStart(4, '0')}${String(variant && (variant % 99) + 1).padStart(2, '0')}`
  const name = contentType.replace('.', '_')
  return `${number}$${number}$${name.toLowerCase()}$${name}`
}
