import type { AnalyticsSummary } from '@tendwell/contract/console/users'
import type { ReactNode } from 'react'
import { formatMoney } from '../../lib/format/format.ts'
import { formatCount } from '../../lib/format/format-count.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import type { QueryBodyProps } from '../../ui/query-panel.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { countDays } from './bucket.ts'
import { formatChange } from './format-change.ts'

const WEEK_DAYS = 7

/** The headline figures, each with its change since the same number of days before. */
export function SummaryTiles({ query }: { query: QueryBodyProps<AnalyticsSummary>['query'] }) {
  const { currentData: summary, error, isFetching, refetch } = query
  if (!summary && error) {
    return (
      <Card>
        <ErrorState
          title="Failed to load summary"
          error={error}
          onRetry={refetch}
          isRetrying={isFetching}
          isCompact
        />
      </Card>
    )
  }
  if (!summary) return <SkeletonTiles />
  const days = countDays({ from: summary.date_from, to: summary.date_to })
  return (
    <ul className={grid}>
      <Tile
        label="Active Users"
        figure={formatCount(summary.active_users)}
        change={summary.active_users_change_pct}
        days={days}
      />
      <Tile
        label="Weekly Bookings"
        figure={formatCount(summary.weekly_bookings)}
        change={summary.weekly_bookings_change_pct}
        days={WEEK_DAYS}
      />
      <Revenue summary={summary} days={days} />
    </ul>
  )
}

const grid = 'grid gap-4 sm:auto-cols-fr sm:grid-flow-col sm:gap-6'

interface TileProps {
  label: string
  figure: string
  change: number | null
  /** How many days are compared with as many before. */
  days: number
  children?: ReactNode
}

function Tile({ label, figure, change, days, children }: TileProps) {
  return (
    <Card as="li">
      <h2 className="font-sans text-15 font-medium text-ink-soft">{label}</h2>
      <p className="tabular mt-2 font-display text-28 lg:text-40">{figure}</p>
      <p className="mt-3 mb-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-ink-soft">
        <ChangeBadge change={change} /> compared with {days === 1 ? 'the day' : `the ${days} days`} before
      </p>
      {children}
    </Card>
  )
}

/** Nothing for support, who see no money. */
function Revenue({ summary, days }: { summary: AnalyticsSummary; days: number }) {
  const { revenue_total: total, yearly_revenue_total: yearly } = summary
  if (total === null || yearly === null) return null
  return (
    <Tile label="Revenue" figure={formatMoney(total)} change={summary.revenue_change_pct} days={days}>
      <p className="tabular text-13 text-ink-soft">{formatMoney(yearly)} year to date</p>
      <Fees summary={summary} />
    </Tile>
  )
}

/** What Tendwell earned of the revenue. */
function Fees({ summary }: { summary: AnalyticsSummary }) {
  const { fees_total: fees, yearly_fees_total: yearly } = summary
  if (fees === null || yearly === null) return null
  return (
    <div className="mt-4 border-t border-line pt-4">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="text-15 text-ink-soft">Tendwell’s fees</span>
        <span className="tabular font-display text-21">{formatMoney(fees)}</span>
      </p>
      <p className="tabular mt-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-13 text-ink-soft">
        <ChangeBadge change={summary.fees_change_pct} />
        {formatMoney(yearly)} year to date
      </p>
    </div>
  )
}

function ChangeBadge({ change }: { change: number | null }) {
  const tone = change === null || change > 0 ? 'bg-sage text-on-sage' : change < 0 ? falling : resting
  return (
    <span className={`tabular rounded-full px-2.5 py-0.5 text-13 font-semibold ${tone}`}>
      {formatChange(change)}
    </span>
  )
}

const falling = 'bg-clay-soft text-clay'
const resting = 'bg-sand text-ink-soft'

function SkeletonTiles() {
  return (
    <Loading>
      <span className={grid}>
        <Skeleton className="h-40 rounded-card sm:h-60" />
        <Skeleton className="h-40 rounded-card sm:h-60" />
        <Skeleton className="h-60 rounded-card" />
      </span>
    </Loading>
  )
}
