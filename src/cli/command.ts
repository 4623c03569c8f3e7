// What a command is, and how all of them read their options.
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Config, readConfig } from '../config.ts'

export interface Command {
  /** What --help prints. */
  help: string
  run(args: string[]): Promise<void>
}

/** The command line is not right: its sentence is printed above the help. */
export class Usage extends Error {}

export function readArguments<T extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: T,
  { positionals: allowPositionals }: { positionals: boolean } = { positionals: false },
) {
  try {
    return parseArgs({ args, options, allowPositionals, strict: true })
  } catch (error) {
    throw new Usage(`${(error as Error).message}`)
  }
}

/** Options that stand for settings: `--port 80` is VEDETTE_PORT=80, and is judged as that. */
export const settingOptions = { port: { type: 'string' }, data: { type: 'string' } } as const

interface GivenSettings {
  port?: string | undefined
  data?: string | undefined
}

/** Options win over the environment, and that over what the command itself would choose. */
export const configFrom = ({ port, data }: GivenSettings, fallback: Record<string, string> = {}): Config =>
  readConfig(process.env, { given: { VEDETTE_PORT: port, VEDETTE_DATA: data }, fallback })

export const print = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`)
