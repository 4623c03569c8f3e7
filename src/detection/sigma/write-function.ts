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
