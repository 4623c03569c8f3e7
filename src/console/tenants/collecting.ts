// Collection health as the tenant page shows it: moments as text.
import type { FeedHealth } from '../../sources/health.ts'

const text = (at: Date | null) => at?.toISOString() ?? null

export const collectingView = (feeds: FeedHealth[]) =>
  feeds.map(feed => ({
    ...feed,
    since: text(feed.since),
    lastRecordAt: text(feed.lastRecordAt),
    caughtUpAt: text(feed.caughtUpAt),
    gaps: feed.gaps.map(({ from, until, reason }) => ({
      from: from.toISOString(),
      until: until.toISOString(),
      reason,
    })),
    rejected: feed.rejected.map(({ lastAt, ...rejection }) => ({
      ...rejection,
      lastAt: lastAt.toISOString(),
    })),
  }))
