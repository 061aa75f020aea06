import type { RevenueItem } from '@tendwell/contract/admin'
import { Bar } from 'react-chartjs-2'
import { formatMoney } from '../../lib/format.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useMonthlyRevenueQuery } from './analytics-api.ts'
import { polling } from './api.ts'
import { ChartFrame } from './chart-frame.tsx'
import { chartOptions, useChartLook } from './chart-look.ts'
import { asQuery, type DayRange, rangeWords, summaryDays, utcToday } from './days.ts'
import { SkeletonChart } from './engagement-panel.tsx'

const columns: Column<RevenueItem>[] = [
  { id: 'month', header: 'Month', isTitle: true, cell: ({ label }) => label },
  {
    id: 'revenue',
    header: 'Revenue (USD)',
    isNumeric: true,
    cell: ({ revenue }) => thousands(revenue.toFixed(2)),
  },
]

/** `$12.5k`; `-$0.4k` where more went back than came in. */
function thousands(figure: string): string {
  return `${figure.replace(/^-?/, (minus) => `${minus}$`)}k`
}

interface RevenuePanelProps {
  days: DayRange
  /** A day's revenue in those days, in dollars; unknown while it loads. */
  averageUsd: number | undefined
}

/** What was paid less what was refunded, by month. */
export function RevenuePanel({ days, averageUsd }: RevenuePanelProps) {
  const { currentData: items, isError, refetch } = useMonthlyRevenueQuery(asQuery(days), polling)
  const isChosen = Boolean(days.from || days.to)
  return (
    <Panel
      title="Analytics Overview"
      lead="Premium Family Care Revenue"
      actions={
        <span className="rounded-full bg-gold-soft px-3 py-1 text-13 font-semibold text-gold-ink">USD</span>
      }
      isLoading={!items && !isError}
      skeleton={<SkeletonChart />}
      error={!items && isError && { title: 'Failed to load the revenue', onRetry: refetch }}
    >
      {items && (
        <ChartFrame
          caption="Revenue by month"
          columns={columns}
          rows={items}
          note={
            <p className="text-ink-soft">
              Average {isChosen ? rangeWords(summaryDays(days, utcToday()), '') : 'last 30 days'}{' '}
              <strong className="tabular font-display text-21 font-medium text-ink">
                {averageUsd === undefined ? '…' : formatMoney(averageUsd)}
              </strong>{' '}
              a day
            </p>
          }
        >
          <RevenueChart items={items} />
        </ChartFrame>
      )}
    </Panel>
  )
}

function RevenueChart({ items }: { items: readonly RevenueItem[] }) {
  const look = useChartLook()
  return (
    <Bar
      data={{
        labels: items.map(({ label }) => label),
        datasets: [
          {
            label: 'Revenue',
            data: items.map(({ revenue }) => revenue),
            backgroundColor: look.forest,
            borderRadius: 4,
            // 40 px wherever the months have the room.
            maxBarThickness: 40,
            categoryPercentage: 0.9,
            barPercentage: 0.95,
          },
        ],
      }}
      options={chartOptions(look, {
        leastTop: 60,
        tick: (value) => `${value}k`,
        tooltip: (value) => `Revenue: ${thousands(String(value))}`,
      })}
    />
  )
}
