// What the person who scans knows: declared travel and trusted networks.
import { readFile } from 'node:fs/promises'
import {
  countryFault,
  type DeclaredTravel,
  readNetwork,
  type TrustedNetwork,
} from '../../detection/behaviour/settings.ts'
import { OperatorError } from '../../operator-error.ts'
import { Usage } from '../command.ts'

const DAY = 86_400_000

export function readTrusted(networks: string[]): TrustedNetwork[] {
  return networks.map(written => {
    const read = readNetwork(written.trim())
    if ('fault' in read) throw new Usage(`--trusted: ${read.fault}.`)
    return { network: read.network, until: null }
  })
}

/** Lines of user,countries,from,until; the last day counts whole. */
export async function readTravel(file: string): Promise<DeclaredTravel[]> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw new OperatorError(`${file} cannot be read: ${(error as Error).message}`)
  }
  return text
    .split(/\r?\n/)
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(
      ({ line, number }) => line !== '' && !line.startsWith('#') && !(number === 1 && /^user,/i.test(line)),
    )
    .map(({ line, number }) => travelOf(line, `${file}, line ${number}`))
}

function travelOf(line: string, where: string): DeclaredTravel {
  const [user = '', places = '', from = '', until = '', ...rest] = line.split(',').map(cell => cell.trim())
  const countries = places.toUpperCase().split('+')
  const [start, end] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${until}T00:00:00Z`) + DAY]
  const faults = [
    !user.includes('@') && 'the first value must be a user principal name',
    ...countries.map(countryFault),
    !(start < end) && 'from and until are dates such as 2026-03-01, from not after until',
    rest.length > 0 && 'there are more than four values',
  ]
  const fault = faults.find(Boolean)
  if (fault) throw new OperatorError(`${where}: ${fault}.`)
  return { user: user.toLowerCase(), countries, from: start, until: end }
}
