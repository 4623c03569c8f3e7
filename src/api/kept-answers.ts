// Answers kept as bytes, for as long as the database says that what they show has not changed.
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** What a route makes when it has to; the rest is added here. */
export interface Answer {
  body: Buffer
  /** Another whenever it reads otherwise; the body's hash when there is none. */
  tag?: string
  revision: number
  /** When it will read differently although nothing was written; null: not until something is. */
  staleAt: Date | null
  /** The next page's address. */
  next: string | null
}

export type Encoding = 'br' | 'gzip' | 'identity'

export interface KeptAnswer extends Answer {
  /** Without quotes, the same for every encoding. */
  tag: string
  bytes(encoding: Encoding): Promise<Buffer> | Buffer
}

// Below this the headers weigh more than what compression saves.
const WORTH_COMPRESSING = 1024
const compress = {
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 6 }),
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
}

export const isWorthCompressing = (answer: Answer) => answer.body.length >= WORTH_COMPRESSING

function keep(answer: Answer): KeptAnswer {
  const compressed: Partial<Record<Encoding, Promise<Buffer>>> = {}
  return {
    ...answer,
    tag: answer.tag ?? hash('sha256', answer.body, 'base64url').slice(0, 27),
    bytes(encoding) {
      if (encoding === 'identity') return answer.body
      compressed[encoding] ??= compress[encoding](answer.body)
      return compressed[encoding]
    },
  }
}

interface Making {
  revision: number
  /** Null once it is made. */
  answer: Promise<KeptAnswer> | null
}

export class KeptAnswers {
  readonly #kept: LRUCache<string, KeptAnswer>
  /** Asked once while there was no room. */
  readonly #asked = new LRUCache<string, true>({ max: 10_000 })
  readonly #making = new Map<string, Making>()
  hits = 0
  misses = 0

  constructor({ megabytes }: { megabytes: number }) {
    this.#kept = new LRUCache({
      maxSize: megabytes * 1024 * 1024,
      sizeCalculation: sizeOf,
    })
  }

  /** The kept answer at once if it is at least as new as `revision`; else a promise of a new one. */
  get(
    key: string,
    revision: number,
    now: Date,
    make: () => Promise<Answer>,
  ): KeptAnswer | Promise<KeptAnswer> {
    const kept = this.#kept.get(key)
    if (!kept || kept.revision < revision || !isFresh(kept, now)) return this.#make(key, revision, now, make)
    this.hits++
    return kept
  }

  /** Once for all who ask meanwhile. */
  async #make(key: string, revision: number, now: Date, make: () => Promise<Answer>): Promise<KeptAnswer> {
    const making = this.#making.get(key)
    // It began when the organization was at that revision already, so it shows all that this caller must see.
    if (making?.answer && making.revision >= revision) {
      const made = await making.answer
      return isFresh(made, now) ? made : this.get(key, revision, now, make)
    }
    this.misses++
    const answer = make().then(keep)
    const mine: Making = { revision, answer }
    this.#making.set(key, mine)
    try {
      const made = await answer
      // One begun later may have ended earlier.
      if (made.revision >= (this.#kept.peek(key)?.revision ?? 0)) this.#keep(key, made)
      return made
    } finally {
      if (this.#making.get(key) === mine) this.#making.delete(key)
      // A map's cast-off tables go on holding their entries, each the next one, until all of memory is swept; the bytes
      // of every list would wait for that.
      mine.answer = null
    }
  }

  /** Where something else would have to go, only what is asked for again: one long walk through pages displaces none. */
  #keep(key: string, made: KeptAnswer): void {
    const isRoom = this.#kept.calculatedSize + sizeOf(made) <= this.#kept.maxSize
    if (isRoom || this.#kept.has(key) || this.#asked.has(key)) this.#kept.set(key, made)
    else this.#asked.set(key, true)
  }
}

/** Both compressed forms and the entry itself are, by experience, under half of the plain bytes. */
const sizeOf = ({ body }: KeptAnswer) => Math.ceil(body.length * 1.5) + 1024

const isFresh = ({ staleAt }: Answer, now: Date) => staleAt === null || staleAt > now
