// The process: which command, and its exit code.
import { readFileSync } from 'node:fs'
import { type Command, Usage } from './cli/command.ts'
import { OperatorError } from './operator-error.ts'

interface Entry {
  /** One line for the overview. */
  summary: string
  /** Only the one asked for is loaded: a look at a rule need not wait for the server's parts. */
  load(): Promise<Command>
}

const commands: Record<string, Entry> = {
  serve: { summary: 'run the service', load: async () => (await import('./cli/serve.ts')).serve },
  demo: {
    summary: 'run the service on made-up data',
    load: async () => (await import('./cli/demo.ts')).demo,
  },
  organization: {
    summary: 'make an organization and its first Admin',
    load: async () => (await import('./cli/organization.ts')).organization,
  },
  member: {
    summary: 'let a member choose a new password',
    load: async () => (await import('./cli/member.ts')).member,
  },
  import: {
    summary: 'take exported logs into the history of a tenant',
    load: async () => (await import('./cli/import.ts')).importFiles,
  },
  scan: {
    summary: 'look for account takeovers in exported logs',
    load: async () => (await import('./cli/scan.ts')).scan,
  },
  rules: {
    summary: 'check Sigma rules, and try them on records',
    load: async () => (await import('./cli/rules.ts')).rules,
  },
}

const overview = () =>
  [
    'Vedette: identity security monitoring for Microsoft 365 tenants.',
    '',
    'usage: npm run vedette -- <command> [options]',
    '',
    ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(14)} ${summary}`),
    `  ${'version'.padEnd(14)} tell which version this is; --version is the same`,
    '',
    'Each command explains itself with --help. Settings are described in docs/operating.md.',
    'With npm run -s vedette, npm adds no lines of its own to what goes to a file or a pipe.',
  ].join('\n')

function version(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
}

/** 0: done. 1: it could not be done. 2: the command line is not right. */
async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(`${overview()}\n`)
    return name === undefined ? 2 : 0
  }
  if (name === '--version' || name === 'version') {
    process.stdout.write(`${version()}\n`)
    return 0
  }
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!entry) {
    process.stderr.write(`There is no command ${name}.\n\n${overview()}\n`)
    return 2
  }
  const command = await entry.load()
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${command.help}\n`)
    return 0
  }
  try {
    await command.run(args)
    return 0
  } catch (error) {
    if (error instanceof Usage) {
      process.stderr.write(`${error.message}\n\n${command.help}\n`)
      return 2
    }
    if (error instanceof OperatorError) process.stderr.write(`${error.message}\n`)
    else process.stderr.write(`Vedette stopped on a fault of its own: ${(error as Error).stack}\n`)
    return 1
  }
}

const code = await main(process.argv.slice(2))
// A command that did its work may have said already that not all was well.
process.exitCode ||= code
