import { useState } from 'react'
import { useAnalyticsSummaryQuery } from './analytics-api.ts'
import { polling } from './api.ts'
import { DayRangeButton } from './day-range.tsx'
import { asQuery, type DayRange, everyDay } from './days.ts'
import { EngagementPanel } from './engagement-panel.tsx'
import { RevenuePanel } from './revenue-panel.tsx'
import { SummaryTiles } from './summary-tiles.tsx'

const oftener = { ...polling, pollingInterval: 30_000 }

/** The figures of the last 30 days and the months of the last 12, or those of the days that are chosen. */
export function Analytics() {
  const [days, setDays] = useState<DayRange>(everyDay)
  const { currentData: summary, isError, refetch } = useAnalyticsSummaryQuery(asQuery(days), oftener)
  return (
    <div className="flex flex-col gap-6">
      <SummaryTiles summary={summary} isError={isError} onRetry={refetch} />
      <EngagementPanel
        days={days}
        actions={
          <DayRangeButton
            label="Period"
            emptyLabel="Last 30 days"
            value={days}
            onChange={setDays}
            use="analytics"
          />
        }
      />
      <RevenuePanel days={days} averageUsd={summary?.average_revenue} />
    </div>
  )
}
