// Runs one question for all who ask at about the same time. Whoever arrives while it is under way gets into the next
// one, which begins after they arrived: everyone's answer is as fresh as if they had asked alone.
interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

export function together<Item, Result>(
  ask: (items: Item[]) => Promise<Result[]>,
  { most, atOnce }: { most: number; atOnce: number },
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let underWay = 0

  async function run() {
    const batch = waiting.slice(0, most)
    waiting = waiting.slice(most)
    if (!batch.length) return void underWay--
    let handOn: (waiter: Waiting<Item, Result>, index: number) => void
    try {
      const results = await ask(batch.map(({ item }) => item))
      handOn = ({ resolve }, index) => resolve(results[index]!)
    } catch (error) {
      handOn = ({ reject }) => reject(error)
    }
    // The next question is on its way before these answers are worked on: one side thinks while the other writes.
    if (waiting.length) setImmediate(run)
    else underWay--
    setImmediate(() => batch.forEach(handOn))
  }

  return item =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (underWay >= atOnce) return
      underWay++
      // Not at once: whatever else has already arrived on other connections joins.
      setImmediate(run)
    })
}
