// How much script the first load of the dashboard costs, compressed: what every page needs, and the page itself. Charts,
// the map and what shows notices are fetched once a page is there, dialogs of a tenant when they are opened; they are not
// counted. That nothing else is fetched late is seen by test/browser/waterfall.test.ts.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const BUILT = new URL('../dashboard/dist/', import.meta.url)
export const MOST_KILOBYTES = 230
/** What the router loads, and is no page. */
const NO_PAGES = ['parts/notices.tsx']

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
}

export interface FirstLoad {
  page: string
  files: string[]
  kilobytes: number
}

/** For each page the router can begin with, smallest first. */
export function firstLoads(): FirstLoad[] {
  const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', BUILT), 'utf8')) as Record<
    string,
    Chunk
  >
  const [entry] = Object.keys(manifest).filter(name => manifest[name]!.isEntry)
  if (!entry) throw new Error('The manifest of dashboard/dist names no entry.')
  const loadOf = (page: string): FirstLoad => {
    const needed = new Set([entry, page])
    // A set goes on through what is added meanwhile.
    for (const name of needed) for (const each of manifest[name]!.imports ?? []) needed.add(each)
    const files = [...needed].map(name => manifest[name]!.file).filter(file => file.endsWith('.js'))
    const bytes = files.map(file => gzipSync(readFileSync(new URL(file, BUILT)), { level: 9 }).length)
    return { page, files, kilobytes: bytes.reduce((sum, each) => sum + each, 0) / 1000 }
  }
  return [entry, ...(manifest[entry]!.dynamicImports ?? [])]
    .filter(page => !NO_PAGES.includes(page))
    .map(loadOf)
    .sort((a, b) => a.kilobytes - b.kilobytes)
}

export const tellSizes = (loads: FirstLoad[]): string =>
  [
    `Script of the first load, gzip (at most ${MOST_KILOBYTES} kB):`,
    ...loads.map(({ page, kilobytes }) => `  ${kilobytes.toFixed(1).padStart(6)} kB  ${page}`),
  ].join('\n')

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const loads = firstLoads()
  process.stdout.write(`${tellSizes(loads)}\n`)
  process.exitCode = loads.some(({ kilobytes }) => kilobytes > MOST_KILOBYTES) ? 1 : 0
}
