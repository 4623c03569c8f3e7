// Numbers as the reader writes them.
export const formatCount = (count: number) => new Intl.NumberFormat().format(count)

/** At most two decimals, as the report has them. */
export const formatPercentage = (percentage: number) =>
  `${new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 }).format(percentage)} %`

/** 'one tenant', '1,204 users'. */
export const countOf = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** 'YYYY-MM' or a day in it → 'Mar 2026'. */
export const formatMonth = (month: string) =>
  new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month.slice(0, 7)}-01T00:00:00Z`),
  )
