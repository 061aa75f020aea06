import type { AnalyticsBucket, RevenueItem } from '@tendwell/contract/console/users'
import { Bar } from 'react-chartjs-2'
import { formatMoney } from '../../lib/format/format.ts'
import type { Column } from '../../ui/data-table.tsx'
import { QueryPanel } from '../../ui/query-panel.tsx'
import { formatRange, toDateQuery } from '../common/lists/date-range.ts'
import { polling } from '../common/polling.ts'
import { useMonthlyRevenueQuery } from './analytics-api.ts'
import { toAxisLabel } from './bucket.ts'
import { ChartFrame } from './chart-frame.tsx'
import { chartOptions, useChartTheme } from './chart-theme.ts'
import { labelColumn, type SeriesProps, SkeletonChart } from './engagement-panel.tsx'

/** `$12.5` of `$12.5k`; negative when refunds exceed payments. */
const thousands = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
})

const columns: Column<RevenueItem>[] = [
  {
    id: 'volume',
    header: 'Booking volume',
    isNumeric: true,
    cell: ({ volume_usd: usd }) => formatMoney(usd),
  },
  { id: 'fees', header: 'Tendwell’s fees', isNumeric: true, cell: ({ fees_usd: usd }) => formatMoney(usd) },
]

/** The thickness of a bar, and its width with a gap beside it. On a narrow screen the chart scrolls. */
const bars: Record<AnalyticsBucket, { thickness: number; widthPx: number }> = {
  day: { thickness: 16, widthPx: 26 },
  week: { thickness: 24, widthPx: 36 },
  month: { thickness: 40, widthPx: 52 },
}

interface RevenuePanelProps extends SeriesProps {
  /** Whether the dates were chosen; otherwise the average is of the last 30 days. */
  isChosen: boolean
  /** Average daily revenue; undefined while it loads. */
  averageUsd: number | null | undefined
}

/** Payments less refunds, and what Tendwell earned of them, by day, week or month. */
export function RevenuePanel({ range, bucket, isChosen, averageUsd }: RevenuePanelProps) {
  const query = useMonthlyRevenueQuery({ ...toDateQuery(range), bucket }, polling)
  return (
    <QueryPanel
      title="Analytics Overview"
      lead={
        <>
          Premium Family Care Revenue
          <span className="block text-13">{formatRange(range, '')}, UTC</span>
        </>
      }
      actions={
        <span className="rounded-full bg-gold-soft px-3 py-1 text-13 font-semibold text-gold-ink">USD</span>
      }
      query={query}
      failure="Failed to load revenue"
      skeleton={<SkeletonChart />}
    >
      {({ results }) => (
        <ChartFrame
          caption={`Revenue by ${bucket}`}
          columns={[labelColumn(bucket), ...columns]}
          rows={results}
          minimumWidthPx={results.length * bars[bucket].widthPx}
          note={
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-3">
              <Legend />
              <p className="text-ink-soft">
                Average {isChosen ? formatRange(range, '') : 'last 30 days'}{' '}
                <strong className="tabular font-display text-21 font-medium text-ink">
                  {averageUsd == null ? '…' : formatMoney(averageUsd)}
                </strong>{' '}
                per day
              </p>
            </div>
          }
        >
          <RevenueChart items={results} bucket={bucket} />
        </ChartFrame>
      )}
    </QueryPanel>
  )
}

function Legend() {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-2 font-medium">
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className="size-3 rounded-sm bg-forest" />
        Booking volume: paid less refunded
      </li>
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className="size-3 rounded-sm bg-gold" />
        Of it, Tendwell’s fees
      </li>
    </ul>
  )
}

/** By month the axis is in thousands, otherwise in dollars. */
function RevenueChart({ items, bucket }: { items: readonly RevenueItem[]; bucket: AnalyticsBucket }) {
  const theme = useChartTheme()
  const isMonthly = bucket === 'month'
  const toAmount = (usd: number) => (isMonthly ? usd / 1_000 : usd)
  const bar = { borderRadius: 4, barThickness: bars[bucket].thickness, grouped: false }
  return (
    <Bar
      data={{
        labels: items.map(toAxisLabel),
        datasets: [
          {
            ...bar,
            label: 'Revenue',
            data: items.map(({ volume_usd: usd }) => toAmount(usd)),
            backgroundColor: theme.forest,
            order: 1,
          },
          {
            ...bar,
            label: 'Tendwell’s fees',
            data: items.map(({ fees_usd: usd }) => toAmount(usd)),
            backgroundColor: theme.gold,
            // In front, because the fees are a part of the volume.
            order: 0,
          },
        ],
      }}
      options={chartOptions(theme, {
        minimumTop: isMonthly ? 60 : 100,
        formatTick: (value) => (isMonthly ? `${value}k` : `$${value.toLocaleString('en-US')}`),
        formatTooltip: (value, name) =>
          `${name}: ${isMonthly ? `${thousands.format(value)}k` : formatMoney(value)}`,
      })}
    />
  )
}
