import type { AnalyticsBucket } from '@tendwell/contract/console/users'
import { useUrlFilters } from '../../lib/address/use-url-filters.ts'
import { useSession } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import {
  analyticsRangeSchema,
  anyDate,
  resolveSeriesRange,
  resolveSummaryRange,
  toDateQuery,
  utcToday,
} from '../common/lists/date-range.ts'
import { DateRangeButton } from '../common/lists/date-range-button.tsx'
import { useConsoleFilters } from '../common/lists/use-console-filters.ts'
import { polling } from '../common/polling.ts'
import { useAnalyticsSummaryQuery } from './analytics-api.ts'
import { chooseBucket, listBuckets } from './bucket.ts'
import { EngagementPanel } from './engagement-panel.tsx'
import { RevenuePanel } from './revenue-panel.tsx'
import { SummaryTiles } from './summary-tiles.tsx'

export function AnalyticsPage() {
  return (
    <Page title="Analytics" width="wide">
      <Analytics />
    </Page>
  )
}

const summaryPolling = { ...polling, pollingInterval: 30_000 }

const readChosenBucket = (params: URLSearchParams) => ({ by: params.get('by') ?? '' })

/**
 * The chosen dates in figures, charts and tables: at first figures of the last 30 days, and charts of 12
 * months.
 */
function Analytics() {
  const { user } = useSession()
  const { from, to, change } = useConsoleFilters()
  const { filters, change: chooseBy } = useUrlFilters(readChosenBucket)
  const chosen = analyticsRangeSchema(utcToday()).safeParse({ from, to }).data ?? anyDate
  const last30Days = resolveSummaryRange(anyDate, utcToday())
  const range = resolveSeriesRange(chosen, utcToday())
  const bucket = chooseBucket(range, filters.by)
  const summary = useAnalyticsSummaryQuery(
    toDateQuery(resolveSummaryRange(chosen, utcToday())),
    summaryPolling,
  )
  const series = { range, bucket }
  return (
    <div className="grid items-start gap-6 *:min-w-0 min-[96rem]:grid-cols-2">
      <div className="min-[96rem]:col-span-2">
        <SummaryTiles query={summary} />
      </div>
      <EngagementPanel
        {...series}
        actions={
          <>
            <BucketSelect value={bucket} options={listBuckets(range)} onChange={(by) => chooseBy({ by })} />
            <Button variant="secondary" onPress={() => change(last30Days)}>
              Last 30 days
            </Button>
            <DateRangeButton
              label="Period"
              emptyLabel="Last 12 months"
              value={chosen}
              onChange={change}
              use="analytics"
            />
          </>
        }
      />
      {user?.staff_role !== 'support' && (
        <RevenuePanel
          {...series}
          isChosen={chosen.from !== '' || chosen.to !== ''}
          averageUsd={summary.currentData?.average_revenue}
        />
      )}
    </div>
  )
}

const labels: Record<AnalyticsBucket, string> = { day: 'By day', week: 'By week', month: 'By month' }

interface BucketSelectProps {
  value: AnalyticsBucket
  options: readonly AnalyticsBucket[]
  onChange: (bucket: AnalyticsBucket) => void
}

/** Divides both charts and tables into days, weeks or months. */
function BucketSelect({ value, options, onChange }: BucketSelectProps) {
  return (
    <Select
      label="Divided"
      isLabelHidden
      options={options.map((id) => ({ id, label: labels[id] }))}
      value={value}
      onChange={onChange}
      className="w-36"
    />
  )
}
