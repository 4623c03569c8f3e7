// The process: which command, and its exit code.
import { type Command, Usage } from './cli/command.ts'
import { demo } from './cli/demo.ts'
import { importFiles } from './cli/import.ts'
import { organization } from './cli/organization.ts'
import { rules } from './cli/rules.ts'
import { scan } from './cli/scan.ts'
import { serve } from './cli/serve.ts'
import { OperatorError } from './operator-error.ts'

const commands: Record<string, Command> = { serve, scan, demo, organization, import: importFiles, rules }

const overview = () =>
  [
    'Vedette: identity security monitoring for Microsoft 365 tenants.',
    '',
    'usage: npm run vedette -- <command> [options]',
    '',
    ...Object.entries(commands).map(([name, command]) => `  ${name.padEnd(14)} ${command.summary}`),
    '',
    'Each command explains itself with --help. Settings are described in docs/operating.md.',
  ].join('\n')

/** 0: done. 1: it could not be done. 2: the command line is not right. */
async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(`${overview()}\n`)
    return name === undefined ? 2 : 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    process.stderr.write(`There is no command ${name}.\n\n${overview()}\n`)
    return 2
  }
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

process.exitCode = await main(process.argv.slice(2))
