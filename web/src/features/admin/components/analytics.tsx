import { useAnalyticsSummaryQuery } from '../analytics-api.ts'
import { polling } from '../api.ts'
import { analyticsRangeSchema, anyDate, toDateQuery, utcToday } from '../date-range.ts'
import { useConsoleFilters } from '../hooks/use-console-filters.ts'
import { DateRangeButton } from './date-range-button.tsx'
import { EngagementPanel } from './engagement-panel.tsx'
import { RevenuePanel } from './revenue-panel.tsx'
import { SummaryTiles } from './summary-tiles.tsx'

const summaryPolling = { ...polling, pollingInterval: 30_000 }

/** The last 30 days in figures and the last 12 months in charts, or the chosen dates in both. */
export function Analytics() {
  const { from, to, change } = useConsoleFilters()
  const range = analyticsRangeSchema(utcToday()).safeParse({ from, to }).data ?? anyDate
  const summary = useAnalyticsSummaryQuery(toDateQuery(range), summaryPolling)
  return (
    <div className="flex flex-col gap-6">
      <SummaryTiles summary={summary.currentData} error={summary.error} onRetry={summary.refetch} />
      <EngagementPanel
        range={range}
        actions={
          <DateRangeButton
            label="Period"
            emptyLabel="Last 30 days"
            value={range}
            onChange={change}
            use="analytics"
          />
        }
      />
      <RevenuePanel range={range} averageUsd={summary.currentData?.average_revenue} />
    </div>
  )
}
