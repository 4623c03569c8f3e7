// What Microsoft puts into the address when it sends somebody back: after consent, after signing in, or why not.

export interface ConnectedSearch {
  state?: string | undefined
  /** The directory that is said to have consented. */
  tenant?: string | undefined
  /** What a sign-in is exchanged for. */
  code?: string | undefined
  error?: string | undefined
  error_description?: string | undefined
}

export function readConnectedSearch(search: Record<string, unknown>): ConnectedSearch {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return {
    state: text(search.state),
    tenant: text(search.tenant),
    code: text(search.code),
    error: text(search.error),
    error_description: text(search.error_description),
  }
}
