// How an address that will go away says so: Deprecation (RFC 9745) and Sunset (RFC 8594) on its every answer.
export interface Retirement {
  announcedAt: Date
  /** At least 30 days later under /beta. */
  endsAt: Date
}

/** Name, value, name, value. */
export const retirementHeaders = (retirement: Retirement | undefined): string[] =>
  retirement
    ? [
        'deprecation',
        `@${Math.floor(retirement.announcedAt.getTime() / 1000)}`,
        'sunset',
        retirement.endsAt.toUTCString(),
      ]
    : []
