// The service's types and the dashboard's, side by side: each takes half a minute, most of it on one processor.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const projects = ['.', 'dashboard']

const codes = await Promise.all(
  projects.map(async project => {
    const checking = spawn('tsc', ['--noEmit', '-p', project], {
      stdio: 'inherit',
      // npm's own commands are scripts there.
      shell: process.platform === 'win32',
    })
    const [code] = await once(checking, 'exit')
    return code
  }),
)
process.exitCode = codes.every(code => code === 0) ? 0 : 1
