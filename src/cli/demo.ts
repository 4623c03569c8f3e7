// `demo`: the service on made-up data.
import { type Command } from './command.ts'

export const demo: Command = { summary: 'run the service on made-up data', help: '', async run() {} }
