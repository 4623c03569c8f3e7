import { describe, expect, it } from 'vitest'
import { together } from './together.ts'

/** A question whose every asking waits to be answered by hand. */
function slowQuestion<Item>() {
  const asked: { items: Item[]; answer(results?: string[]): void; fail(error: Error): void }[] = []
  const ask = (items: Item[]) =>
    new Promise<string[]>((resolve, reject) => {
      asked.push({
        items,
        answer: (results = items.map(item => `answer to ${item}`)) => resolve(results),
        fail: reject,
      })
    })
  return { asked, ask }
}

const turns = async (count = 3) => {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate)
}

describe('asking together', () => {
  it('answers one who asks alone', async () => {
    const { asked, ask } = slowQuestion<number>()
    const answer = together(ask, { most: 10, atOnce: 1 })(7)
    await turns()
    expect(asked.map(({ items }) => items)).toEqual([[7]])
    asked[0]!.answer()
    expect(await answer).toBe('answer to 7')
  })

  it('asks once for all who arrive at the same time', async () => {
    const { asked, ask } = slowQuestion<number>()
    const one = together(ask, { most: 10, atOnce: 1 })
    const answers = [1, 2, 3].map(one)
    await turns()
    expect(asked.map(({ items }) => items)).toEqual([[1, 2, 3]])
    asked[0]!.answer()
    expect(await Promise.all(answers)).toEqual(['answer to 1', 'answer to 2', 'answer to 3'])
  })

  it('answers those who arrive while a question is under way by one begun after they arrived', async () => {
    const { asked, ask } = slowQuestion<string>()
    const one = together(ask, { most: 10, atOnce: 1 })
    const early = one('early')
    await turns()
    const late = [one('late'), one('later')]
    await turns()
    expect(asked.length).toBe(1)
    asked[0]!.answer(['old'])
    expect(await early).toBe('old')
    await turns()
    expect(asked.map(({ items }) => items)).toEqual([['early'], ['late', 'later']])
    asked[1]!.answer(['new', 'newer'])
    expect(await Promise.all(late)).toEqual(['new', 'newer'])
  })

  it('takes into the next question whoever arrives before it begins', async () => {
    const { asked, ask } = slowQuestion<number>()
    const one = together(ask, { most: 10, atOnce: 1 })
    void one(1)
    await turns()
    void one(2)
    asked[0]!.answer()
    await Promise.resolve()
    void one(3)
    await turns()
    expect(asked[1]!.items).toEqual([2, 3])
  })

  it('never asks two questions at the same time', async () => {
    let underWay = 0
    let most = 0
    const one = together(
      async (items: number[]) => {
        most = Math.max(most, ++underWay)
        await turns(2)
        underWay--
        return items
      },
      { most: 3, atOnce: 1 },
    )
    await Promise.all(Array.from({ length: 30 }, (_, index) => one(index)))
    expect(most).toBe(1)
  })

  it.each([
    [1, 5, [1, 1, 1, 1, 1]],
    [2, 5, [2, 2, 1]],
    [5, 5, [5]],
    [500, 501, [500, 1]],
    [500, 1250, [500, 500, 250]],
  ])('asks for %i at most: %i askers', async (most, askers, sizes) => {
    const seen: number[][] = []
    const one = together(
      async (items: number[]) => {
        seen.push(items)
        return items.map(item => item * 2)
      },
      { most, atOnce: 1 },
    )
    const everyone = Array.from({ length: askers }, (_, index) => index)
    expect(await Promise.all(everyone.map(one))).toEqual(everyone.map(item => item * 2))
    expect(seen.map(({ length }) => length)).toEqual(sizes)
    expect(seen.flat()).toEqual(everyone)
  })

  it('fails only those whose question failed', async () => {
    const { asked, ask } = slowQuestion<number>()
    const one = together(ask, { most: 2, atOnce: 1 })
    const outcomes = Promise.allSettled([1, 2, 3, 4, 5].map(one))
    await turns()
    asked[0]!.answer()
    await turns()
    asked[1]!.fail(new Error('no database'))
    await turns()
    asked[2]!.answer()
    expect((await outcomes).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ])
  })

  it('goes on after a failure', async () => {
    const { asked, ask } = slowQuestion<number>()
    const one = together(ask, { most: 2, atOnce: 1 })
    const failing = expect(one(1)).rejects.toThrow('no database')
    await turns()
    asked[0]!.fail(new Error('no database'))
    await failing
    const next = one(2)
    await turns()
    asked[1]!.answer()
    expect(await next).toBe('answer to 2')
  })

  it('fails those whose question could not even be put', async () => {
    const one = together<number, number>(
      () => {
        throw new Error('cannot ask')
      },
      { most: 2, atOnce: 1 },
    )
    const outcomes = await Promise.allSettled([1, 2, 3].map(one))
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })
})
