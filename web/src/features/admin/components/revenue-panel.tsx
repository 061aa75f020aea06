import type { RevenueItem } from '@tendwell/contract/admin'
import { Bar } from 'react-chartjs-2'
import { formatMoney } from '../../../lib/format.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useMonthlyRevenueQuery } from '../analytics-api.ts'
import { polling } from '../api.ts'
import { chartOptions, useChartTheme } from '../chart-theme.ts'
import { type DateRange, formatRange, resolveSummaryRange, toDateQuery, utcToday } from '../date-range.ts'
import { ChartFrame } from './chart-frame.tsx'
import { SkeletonChart } from './engagement-panel.tsx'

const columns: Column<RevenueItem>[] = [
  { id: 'month', header: 'Month', isTitle: true, cell: ({ label }) => label },
  {
    id: 'revenue',
    header: 'Revenue (USD)',
    isNumeric: true,
    cell: ({ revenue }) => formatThousands(revenue.toFixed(2)),
  },
]

const barThickness = 40
/** With a gap beside each bar. On a narrow screen the chart scrolls. */
const monthWidthPx = 52

/** `$12.5k`; `-$0.4k` when refunds exceed payments. */
function formatThousands(amount: string): string {
  return `${amount.replace(/^-?/, (minus) => `${minus}$`)}k`
}

interface RevenuePanelProps {
  range: DateRange
  /** Average daily revenue; undefined while it loads. */
  averageUsd: number | undefined
}

/** Payments minus refunds, by month. */
export function RevenuePanel({ range, averageUsd }: RevenuePanelProps) {
  const { currentData: items, error, refetch } = useMonthlyRevenueQuery(toDateQuery(range), polling)
  const isChosen = Boolean(range.from || range.to)
  return (
    <Panel
      title="Analytics Overview"
      lead="Premium Family Care Revenue"
      actions={
        <span className="rounded-full bg-gold-soft px-3 py-1 text-13 font-semibold text-gold-ink">USD</span>
      }
      isLoading={!items && !error}
      skeleton={<SkeletonChart />}
      error={!items && error && { title: 'Failed to load revenue', error, onRetry: refetch }}
    >
      {items && (
        <ChartFrame
          caption="Revenue by month"
          columns={columns}
          rows={items.results}
          minimumWidthPx={items.results.length * monthWidthPx}
          note={
            <p className="text-ink-soft">
              Average {isChosen ? formatRange(resolveSummaryRange(range, utcToday()), '') : 'last 30 days'}{' '}
              <strong className="tabular font-display text-21 font-medium text-ink">
                {averageUsd === undefined ? '…' : formatMoney(averageUsd)}
              </strong>{' '}
              per day
            </p>
          }
        >
          <RevenueChart items={items.results} />
        </ChartFrame>
      )}
    </Panel>
  )
}

function RevenueChart({ items }: { items: readonly RevenueItem[] }) {
  const theme = useChartTheme()
  return (
    <Bar
      data={{
        labels: items.map(({ label }) => label),
        datasets: [
          {
            label: 'Revenue',
            data: items.map(({ revenue }) => revenue),
            backgroundColor: theme.forest,
            borderRadius: 4,
            barThickness,
          },
        ],
      }}
      options={chartOptions(theme, {
        minimumTop: 60,
        formatTick: (value) => `${value}k`,
        formatTooltip: (value) => `Revenue: ${formatThousands(String(value))}`,
      })}
    />
  )
}
