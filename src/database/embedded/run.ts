// Runs a program to its end as a given account, without a shell, and tells what it said.
import { spawn } from 'node:child_process'
import { parse } from 'node:path'

export interface Account {
  uid: number
  gid: number
}

export interface Ran {
  /** undefined when the program could not be started at all or was ended by a signal. */
  code: number | undefined
  stdout: string
  stderr: string
}

export function run(account: Account | undefined, file: string, args: string[]): Promise<Ran> {
  return new Promise(resolve => {
    const child = spawn(file, args, { ...spawnOptions(account), stdio: ['ignore', 'pipe', 'pipe'] })
    const ran: Ran = { code: undefined, stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', text => {
      ran.stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', text => {
      ran.stderr += text
    })
    child.on('error', error => resolve({ ...ran, stderr: error.message }))
    child.on('close', code => resolve({ ...ran, code: code ?? undefined }))
  })
}

/** The account may be barred from our working folder, and PG… variables of the operator's shell are meant for another server. */
export function spawnOptions(account: Account | undefined) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith('PG'))
  return { cwd: parse(process.cwd()).root, env: Object.fromEntries(inherited), windowsHide: true, ...account }
}
