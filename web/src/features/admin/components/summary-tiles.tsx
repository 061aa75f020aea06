import type { AnalyticsSummary } from '@tendwell/contract/admin'
import { formatMoney } from '../../../lib/format.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { formatChange } from '../format-change.ts'

interface SummaryTilesProps {
  summary: AnalyticsSummary | undefined
  error: unknown
  onRetry: () => void
}

/** The three headline figures, each with its change since the previous period. */
export function SummaryTiles({ summary, error, onRetry }: SummaryTilesProps) {
  if (!summary && error) {
    return (
      <Card>
        <ErrorState title="Failed to load summary" error={error} onRetry={onRetry} isCompact />
      </Card>
    )
  }
  if (!summary) return <SkeletonTiles />
  return (
    <ul className={grid}>
      <Tile
        label="Active Users"
        figure={formatCount(summary.active_users)}
        change={summary.active_users_change_pct}
      />
      <Tile
        label="Weekly Bookings"
        figure={formatCount(summary.weekly_bookings)}
        change={summary.weekly_bookings_change_pct}
      />
      <Tile
        label="Revenue"
        figure={formatMoney(summary.revenue_total)}
        change={summary.revenue_change_pct}
        note={`${formatMoney(summary.yearly_revenue_total)} year to date`}
      />
    </ul>
  )
}

const grid = 'grid gap-4 sm:grid-cols-3 sm:gap-6'

interface TileProps {
  label: string
  figure: string
  change: number | null
  note?: string
}

function Tile({ label, figure, change, note }: TileProps) {
  return (
    <Card as="li">
      <h2 className="font-sans text-15 font-medium text-ink-soft">{label}</h2>
      <p className="tabular mt-2 font-display text-28 lg:text-40">{figure}</p>
      <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <ChangeBadge change={change} />
        {note && <span className="tabular text-13 text-ink-soft">{note}</span>}
      </p>
    </Card>
  )
}

function ChangeBadge({ change }: { change: number | null }) {
  const tone = change === null || change > 0 ? 'bg-sage text-on-sage' : change < 0 ? falling : resting
  return (
    <span className={`tabular rounded-full px-2.5 py-0.5 text-13 font-semibold ${tone}`}>
      {formatChange(change)}
      <span className="sr-only"> since the previous period</span>
    </span>
  )
}

const falling = 'bg-clay-soft text-clay'
const resting = 'bg-sand text-ink-soft'

function SkeletonTiles() {
  return (
    <Loading>
      <span className={grid}>
        <Skeleton className="h-40 rounded-card" />
        <Skeleton className="h-40 rounded-card" />
        <Skeleton className="h-40 rounded-card" />
      </span>
    </Loading>
  )
}
