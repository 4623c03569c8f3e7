// Functions written while running, for what only the records tell: the keys they have.

/** Null where the process was started so that it may not (`--disallow-code-generation-from-strings`). */
export function writeFunction<T>(parameters: string[], body: string): T | null {
  try {
    return new Function(...parameters, body) as T
  } catch (error) {
    if (error instanceof EvalError) return null
    throw error
  }
}

export type Getter = (object: object) => unknown

const getters = new Map<string, Getter>()
const mostWritten = 100

/** What objects have under a key. To read one that stands in the code costs less than to read one that is given. */
export function getterFor(key: string): Getter {
  const plain: Getter = object => (object as Record<string, unknown>)[key]
  if (getters.size === mostWritten) return getters.get(key) ?? plain
  const getter =
    getters.get(key) ?? writeFunction<Getter>(['object'], `return object[${JSON.stringify(key)}]`) ?? plain
  getters.set(key, getter)
  return getter
}
