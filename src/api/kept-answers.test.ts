import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type Answer, isWorthCompressing, KeptAnswers } from './kept-answers.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)

const answer = (text: string, { revision = 1, staleAt = null as Date | null } = {}): Answer => ({
  body: Buffer.from(text),
  revision,
  staleAt,
  next: null,
})

/** Counts how often it was made. */
function maker(make: () => Answer) {
  let count = 0
  return {
    make: async () => {
      count++
      return make()
    },
    get count() {
      return count
    },
  }
}

/** Makings that end when they are told to. */
function slowMaker() {
  const begun: { end(made: Answer): void; fail(error: Error): void }[] = []
  const make = () => new Promise<Answer>((end, fail) => begun.push({ end, fail }))
  return { begun, make }
}

const text = async (kept: { body: Buffer } | Promise<{ body: Buffer }>) => (await kept).body.toString()

describe('a kept answer', () => {
  it('is made once and then kept', async () => {
    const kept = new KeptAnswers({ megabytes: 1 })
    const made = maker(() => answer('a'))
    const first = await kept.get('k', 1, NOW, made.make)
    const second = await kept.get('k', 1, later(1_000_000), made.make)
    expect(second).toBe(first)
    expect(made.count).toBe(1)
    expect(kept).toMatchObject({ hits: 1, misses: 1 })
  })

  it.each([2, 9])('of revision 1 is made anew when revision %i is asked for', async revision => {
    const kept = new KeptAnswers({ megabytes: 1 })
    await kept.get('k', 1, NOW, async () => answer('old', { revision: 1 }))
    expect(await text(kept.get('k', revision, NOW, async () => answer('new', { revision })))).toBe('new')
  })

  it('serves whoever needs no newer one', async () => {
    const kept = new KeptAnswers({ megabytes: 1 })
    await kept.get('k', 3, NOW, async () => answer('three', { revision: 3 }))
    expect(await text(kept.get('k', 2, NOW, async () => answer('two', { revision: 2 })))).toBe('three')
  })

  it('counts as new as it turned out, not as was asked', async () => {
    const kept = new KeptAnswers({ megabytes: 1 })
    await kept.get('k', 1, NOW, async () => answer('five', { revision: 5 }))
    expect(await text(kept.get('k', 5, NOW, async () => answer('other')))).toBe('five')
  })

  it.each([
    [59.999, 'kept'],
    [60, 'anew'],
    [60.001, 'anew'],
    [3600, 'anew'],
  ])('that reads differently after 60 seconds is, after %d, %s', async (seconds, expected) => {
    const kept = new KeptAnswers({ megabytes: 1 })
    await kept.get('k', 1, NOW, async () => answer('kept', { staleAt: later(60) }))
    expect(await text(kept.get('k', 1, later(seconds), async () => answer('anew')))).toBe(expected)
  })

  it('is nobody else’s: each question has its own', async () => {
    const kept = new KeptAnswers({ megabytes: 1 })
    await kept.get('one', 1, NOW, async () => answer('one'))
    expect(await text(kept.get('other', 1, NOW, async () => answer('other')))).toBe('other')
  })

  it('is made once for all who ask while it is being made', async () => {
    const kept = new KeptAnswers({ megabytes: 1 })
    const { begun, make } = slowMaker()
    const answers = [1, 2, 3].map(() => kept.get('k', 1, NOW, make))
    expect(begun.length).toBe(1)
    begun[0]!.end(answer('shared'))
    const [first, ...others] = await Promise.all(answers)
    for (const other of others) expect(other).toBe(first)
  })

  it('begun at an older revision is not shared with one who needs a newer', async () => {
    const kept = new KeptAnswers({ megabytes: 1 })
    const { begun, make } = slowMaker()
    const old = kept.get('k', 1, NOW, make)
    const needsNewer = kept.get('k', 2, NOW, make)
    const alsoNewer = kept.get('k', 2, NOW, make)
    expect(begun.length).toBe(2)
    begun[1]!.end(answer('new', { revision: 2 }))
    expect(await text(needsNewer)).toBe('new')
    expect(await text(alsoNewer)).toBe('new')
    begun[0]!.end(answer('old', { revision: 1 }))
    expect(await text(old)).toBe('old')
  })

  it('that took long never takes the place of a newer one', async () => {
    const kept = new KeptAnswers({ megabytes: 1 })
    const { begun, make } = slowMaker()
    const old = kept.get('k', 1, NOW, make)
    const newer = kept.get('k', 2, NOW, make)
    begun[1]!.end(answer('new', { revision: 2 }))
    await newer
    begun[0]!.end(answer('old', { revision: 1 }))
    await old
    expect(await text(kept.get('k', 2, NOW, async () => answer('made again', { revision: 2 })))).toBe('new')
  })

  it('begun before a dwell time ticked is not shared with one who asks after it', async () => {
    const kept = new KeptAnswers({ megabytes: 1 })
    const { begun, make } = slowMaker()
    const before = kept.get('k', 1, NOW, make)
    const afterTick = kept.get('k', 1, later(2), make)
    begun[0]!.end(answer('5 minutes', { staleAt: later(1) }))
    expect(await text(before)).toBe('5 minutes')
    await new Promise(setImmediate)
    begun[1]?.end(answer('6 minutes', { staleAt: later(61) }))
    expect(await text(afterTick)).toBe('6 minutes')
  })

  it('whose making failed is not kept, and all who shared the making are told', async () => {
    const kept = new KeptAnswers({ megabytes: 1 })
    const { begun, make } = slowMaker()
    const outcomes = Promise.allSettled([kept.get('k', 1, NOW, make), kept.get('k', 1, NOW, make)])
    begun[0]!.fail(new Error('no database'))
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await text(kept.get('k', 1, NOW, async () => answer('well again')))).toBe('well again')
  })

  it('that could not even be begun is not kept', async () => {
    const kept = new KeptAnswers({ megabytes: 1 })
    const broken = () => {
      throw new Error('cannot begin')
    }
    await expect(kept.get('k', 1, NOW, broken)).rejects.toThrow('cannot begin')
    expect(await text(kept.get('k', 1, NOW, async () => answer('well again')))).toBe('well again')
  })

  it('outlives the failure of an older making', async () => {
    const kept = new KeptAnswers({ megabytes: 1 })
    const { begun, make } = slowMaker()
    const old = expect(kept.get('k', 1, NOW, make)).rejects.toThrow('gone')
    const newer = kept.get('k', 2, NOW, make)
    begun[0]!.fail(new Error('gone'))
    await old
    // Still under way, so still shared.
    const sharing = kept.get('k', 2, NOW, make)
    expect(begun.length).toBe(2)
    begun[1]!.end(answer('new', { revision: 2 }))
    expect(await text(newer)).toBe('new')
    expect(await text(sharing)).toBe('new')
  })

  it('gives way to others when there is no more room, the least lately asked for first', async () => {
    const kept = new KeptAnswers({ megabytes: 1 })
    const big = async () => answer('x'.repeat(200_000))
    for (const key of ['a', 'b', 'c']) await kept.get(key, 1, NOW, big)
    await kept.get('a', 1, NOW, big)
    await kept.get('d', 1, NOW, big)
    await kept.get('d', 1, NOW, big)
    const { misses } = kept
    await kept.get('a', 1, NOW, big)
    await kept.get('d', 1, NOW, big)
    expect(kept.misses).toBe(misses)
    await kept.get('b', 1, NOW, big)
    expect(kept.misses).toBe(misses + 1)
  })

  it('does not give way to what is asked for once', async () => {
    const kept = new KeptAnswers({ megabytes: 1 })
    const big = async () => answer('x'.repeat(200_000))
    for (const key of ['a', 'b', 'c']) await kept.get(key, 1, NOW, big)
    for (let page = 0; page < 100; page++) await kept.get(`page ${page}`, 1, NOW, big)
    const { misses } = kept
    for (const key of ['a', 'b', 'c']) await kept.get(key, 1, NOW, big)
    expect(kept.misses).toBe(misses)
  })

  it('larger than all the room is given, but not kept', async () => {
    const kept = new KeptAnswers({ megabytes: 1 })
    const huge = async () => answer('x'.repeat(2_000_000))
    expect((await kept.get('k', 1, NOW, huge)).body.length).toBe(2_000_000)
    await kept.get('k', 1, NOW, huge)
    expect(kept).toMatchObject({ hits: 0, misses: 2 })
  })

  it('has a tag of its bytes alone', async () => {
    const kept = new KeptAnswers({ megabytes: 1 })
    const tagOf = async (key: string, made: Answer) => (await kept.get(key, 1, NOW, async () => made)).tag
    const tag = await tagOf('a', answer('same', { revision: 1 }))
    expect(tag).toMatch(/^[\w-]{27}$/)
    expect(await tagOf('b', answer('same', { revision: 2, staleAt: NOW }))).toBe(tag)
    expect(await tagOf('c', answer('other'))).not.toBe(tag)
  })

  it('is compressed once, and says the same in every encoding', async () => {
    const kept = new KeptAnswers({ megabytes: 1 })
    const body = 'incident '.repeat(1000)
    const made = await kept.get('k', 1, NOW, async () => answer(body))
    expect((await made.bytes('identity')).toString()).toBe(body)
    expect(gunzipSync(await made.bytes('gzip')).toString()).toBe(body)
    expect(brotliDecompressSync(await made.bytes('br')).toString()).toBe(body)
    expect(await made.bytes('br')).toBe(await made.bytes('br'))
    expect((await made.bytes('gzip')).length).toBeLessThan(body.length / 10)
  })

  it.each([
    [0, false],
    [1023, false],
    [1024, true],
    [74_000, true],
  ])('of %i bytes is worth compressing: %s', (length, worth) => {
    expect(isWorthCompressing(answer('x'.repeat(length)))).toBe(worth)
  })
})
