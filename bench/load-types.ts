// What the load generator is asked, and what it answers.
export interface Request {
  path: string
  headers: Record<string, string>
}

export interface Load {
  port: number
  connections: number
  seconds: number
  requests: Request[]
  /** No request is sent twice: ends early when there is none left. */
  isEachOnce?: boolean
  /** Sends the tag of the answer before as If-None-Match. */
  isRevalidating?: boolean
}

export interface LoadResult {
  perSecond: number
  answered: number
  bytes: number
  statuses: Record<number, number>
  /** Milliseconds. */
  p50: number
  p99: number
}
