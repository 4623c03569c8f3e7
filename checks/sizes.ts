// How much script the first load of the dashboard costs: the entry and what it imports outright, compressed.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const BUILT = new URL('../dashboard/dist/', import.meta.url)
export const MOST_KILOBYTES = 230

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
}

/** Each file of the first load with its compressed size in bytes, biggest first. */
export function firstLoad(): { file: string; bytes: number }[] {
  const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', BUILT), 'utf8')) as Record<
    string,
    Chunk
  >
  const needed = new Set(Object.keys(manifest).filter(name => manifest[name]!.isEntry))
  // A set goes on through what is added meanwhile.
  for (const name of needed) for (const each of manifest[name]!.imports ?? []) needed.add(each)
  if (!needed.size) throw new Error('The manifest of dashboard/dist names no entry.')
  return [...needed]
    .map(name => manifest[name]!.file)
    .filter(file => file.endsWith('.js'))
    .map(file => ({ file, bytes: gzipSync(readFileSync(new URL(file, BUILT)), { level: 9 }).length }))
    .sort((a, b) => b.bytes - a.bytes)
}

export function tellSizes(files = firstLoad()): { kilobytes: number; lines: string[] } {
  const kilobytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  return {
    kilobytes,
    lines: [
      ...files.map(({ file, bytes }) => `  ${(bytes / 1000).toFixed(1).padStart(7)} kB  ${file}`),
      `  ${kilobytes.toFixed(1).padStart(7)} kB  script of the first load, gzip (at most ${MOST_KILOBYTES})`,
    ],
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { kilobytes, lines } = tellSizes()
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = kilobytes > MOST_KILOBYTES ? 1 : 0
}
