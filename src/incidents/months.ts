// Thirteen months of incidents: how many were found, and how long attackers stayed.
import { sql } from 'kysely'
import type { Tx } from '../database/in-organization.ts'

const MONTHS = 13

export interface IncidentMonth {
  /** 'YYYY-MM', UTC. */
  month: string
  /** Found while watching, and found in history. */
  live: number
  fromHistory: number
  /** Of those found while watching and then contained; null when there was none. */
  medianDwellMinutes: number | null
}

interface Row {
  month: string
  live: number
  from_history: number
  median: number | null
}

/** By the month they were created in, oldest first, months without any included. */
export async function incidentMonths(tx: Tx, organizationId: string, now: Date): Promise<IncidentMonth[]> {
  const { rows } = await sql<Row>`
    with months as (
      select date_trunc('month', ${now}::timestamptz at time zone 'UTC') - make_interval(months => back) as month
      from generate_series(0, ${MONTHS - 1}) as back
    ),
    found as (
      select date_trunc('month', created_at at time zone 'UTC') as month,
        count(*) filter (where is_live) as live,
        count(*) filter (where not is_live) as from_history,
        percentile_cont(0.5) within group (
          order by greatest(0, extract(epoch from dwell_ended_at - occurred_at) / 60)::double precision
        ) filter (where is_live and dwell_ended_at is not null and remediation_status in ('CONTAINED', 'REMEDIATED')) as median
      from incidents
      where organization_id = ${organizationId}
        and created_at >= (select min(month) from months) at time zone 'UTC'
      group by 1
    )
    select to_char(months.month, 'YYYY-MM') as month, coalesce(found.live, 0)::int as live,
      coalesce(found.from_history, 0)::int as from_history, found.median
    from months left join found on found.month = months.month
    order by months.month`.execute(tx)
  return rows.map(({ month, live, from_history, median }) => ({
    month,
    live,
    fromHistory: from_history,
    medianDwellMinutes: median === null ? null : Math.floor(median),
  }))
}
