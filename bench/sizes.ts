// How large and how long: the full measurement, or a short one for trying the bench itself.
export interface Sizes {
  organizations: number
  tenants: number
  usersPerTenant: number
  /** The two tables that are compared; everything else is measured on the large one. */
  incidents: { large: number; small: number }
  rounds: number
  secondsPerRound: number
  memorySeconds: number
  callsPerCase: number
  detecting: { records: number; rounds: number }
  /** Records that `scan` reads. */
  scanned: number
}

export const FULL: Sizes = {
  organizations: 50,
  tenants: 1_000,
  usersPerTenant: 100,
  incidents: { large: 1_000_000, small: 10_000 },
  rounds: 7,
  secondsPerRound: 2,
  memorySeconds: 120,
  callsPerCase: 300,
  detecting: { records: 60_000, rounds: 15 },
  scanned: 1_000_000,
}

export const SMALL: Sizes = {
  ...FULL,
  tenants: 100,
  incidents: { large: 20_000, small: 2_000 },
  rounds: 3,
  secondsPerRound: 1,
  memorySeconds: 10,
  callsPerCase: 60,
  detecting: { records: 5_000, rounds: 3 },
  scanned: 20_000,
}

export const CONNECTIONS = 64
