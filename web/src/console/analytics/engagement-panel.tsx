import type { AnalyticsBucket, EngagementItem } from '@tendwell/contract/console/users'
import type { ReactNode } from 'react'
import { Line } from 'react-chartjs-2'
import { formatCount } from '../../lib/format/format-count.ts'
import type { Column } from '../../ui/data-table.tsx'
import { QueryPanel } from '../../ui/query-panel.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { type DateRange, formatRange, toDateQuery } from '../common/lists/date-range.ts'
import { polling } from '../common/polling.ts'
import { useMonthlyEngagementQuery } from './analytics-api.ts'
import { toAxisLabel } from './bucket.ts'
import { ChartFrame } from './chart-frame.tsx'
import { chartOptions, useChartTheme } from './chart-theme.ts'

const columns: Column<EngagementItem>[] = [
  { id: 'parents', header: 'Parents', isNumeric: true, cell: ({ caretakers }) => formatCount(caretakers) },
  {
    id: 'caregivers',
    header: 'Caregivers',
    isNumeric: true,
    cell: ({ caregivers }) => formatCount(caregivers),
  },
]

/** What a series shows: the dates, and what they are divided into. */
export interface SeriesProps {
  range: DateRange
  bucket: AnalyticsBucket
}

/** Families and caregivers with a request or a message, by day, week or month. */
export function EngagementPanel({ range, bucket, actions }: SeriesProps & { actions: ReactNode }) {
  const query = useMonthlyEngagementQuery({ ...toDateQuery(range), bucket }, polling)
  return (
    <QueryPanel
      title="Analytics Overview"
      lead={
        <>
          Trusted Families Served
          <span className="block text-13">{formatRange(range, '')}, UTC</span>
        </>
      }
      actions={actions}
      query={query}
      failure="Failed to load engagement"
      skeleton={<SkeletonChart />}
    >
      {({ results }) => (
        <ChartFrame
          caption={`Parents and caregivers by ${bucket}`}
          columns={[labelColumn(bucket), ...columns]}
          rows={results}
          note={<Legend />}
        >
          <EngagementChart items={results} />
        </ChartFrame>
      )}
    </QueryPanel>
  )
}

const headers: Record<AnalyticsBucket, string> = { day: 'Day', week: 'Week', month: 'Month' }

export function labelColumn(bucket: AnalyticsBucket) {
  const cell = ({ label }: { label: string }) => <span className="whitespace-nowrap">{label}</span>
  return { id: 'label', header: headers[bucket], isTitle: true, cell }
}

/** What fits of a table that scrolls. */
const TABLE_ROWS = 13

export function SkeletonChart() {
  return (
    <Loading>
      <Skeleton className="h-72 w-full" />
      <span className="mt-20 flex flex-col gap-8.5">
        {Array.from({ length: TABLE_ROWS }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
          <Skeleton key={row} className="h-4 w-full" />
        ))}
      </span>
    </Loading>
  )
}

function Legend() {
  return (
    <ul className="flex gap-6 font-medium">
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className="w-6 border-t-2 border-forest" />
        Parents
      </li>
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className="w-6 border-t-2 border-dashed border-chart-second" />
        Caregivers
      </li>
    </ul>
  )
}

function EngagementChart({ items }: { items: readonly EngagementItem[] }) {
  const theme = useChartTheme()
  const series = (label: string, color: string, data: number[], dash: number[]) => ({
    label,
    data,
    borderColor: color,
    backgroundColor: color,
    borderDash: dash,
    tension: 0.4,
    pointRadius: 3,
  })
  return (
    <Line
      data={{
        labels: items.map(toAxisLabel),
        datasets: [
          series(
            'Parents',
            theme.forest,
            items.map(({ caretakers }) => caretakers),
            [],
          ),
          series(
            'Caregivers',
            theme.second,
            items.map(({ caregivers }) => caregivers),
            [6, 4],
          ),
        ],
      }}
      options={chartOptions(theme, {
        minimumTop: 10,
        formatTick: (value) => (Number.isInteger(value) ? formatCount(value) : ''),
        formatTooltip: (value, name) => `${name}: ${formatCount(value)}`,
      })}
    />
  )
}
