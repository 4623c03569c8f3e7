// PostgreSQL's version numbers.
export const oldestMajor = 15

/** From "18", "18.4", "18.4.0-beta.17" or "postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)". */
export function majorOf(text: string): number | undefined {
  const [, major] = /(?:^|\s)(\d+)(?:[.\s]|$|beta|rc|devel)/.exec(text) ?? []
  return major === undefined ? undefined : Number(major)
}

export function newestFirst(a: { version: string }, b: { version: string }): number {
  return compareVersions(b.version, a.version)
}

export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0)
    if (difference) return difference
  }
  return 0
}

function numbersOf(version: string): number[] {
  return (version.match(/\d+/g) ?? []).map(Number)
}
