// Tells a database that cannot be reached just now from a query that is wrong.
const NETWORK = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']
// Connection exceptions, no such database, too many connections, shutting down or starting up.
const SQLSTATE = /^(08...|3D000|53300|57P0[1-5])$/
const MESSAGE =
  /Query read timeout|Connection terminated|timeout exceeded when trying to connect|not queryable|Client has encountered a connection error/

export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return NETWORK.includes(code) || SQLSTATE.test(code) || MESSAGE.test(error.message)
}
