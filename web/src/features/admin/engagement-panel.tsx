import type { EngagementItem } from '@tendwell/contract/admin'
import type { ReactNode } from 'react'
import { Line } from 'react-chartjs-2'
import type { Column } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useMonthlyEngagementQuery } from './analytics-api.ts'
import { polling } from './api.ts'
import { ChartFrame } from './chart-frame.tsx'
import { chartOptions, useChartLook } from './chart-look.ts'
import { asQuery, type DayRange } from './days.ts'

const columns: Column<EngagementItem>[] = [
  { id: 'month', header: 'Month', isTitle: true, cell: ({ label }) => label },
  { id: 'parents', header: 'Parents', isNumeric: true, cell: ({ caretakers }) => caretakers },
  { id: 'caregivers', header: 'Caregivers', isNumeric: true, cell: ({ caregivers }) => caregivers },
]

/** How many families and caregivers had a request or a message, by month. */
export function EngagementPanel({ days, actions }: { days: DayRange; actions: ReactNode }) {
  const { currentData: items, isError, refetch } = useMonthlyEngagementQuery(asQuery(days), polling)
  return (
    <Panel
      title="Analytics Overview"
      lead="Trusted Families Served"
      actions={actions}
      isLoading={!items && !isError}
      skeleton={<SkeletonChart />}
      error={!items && isError && { title: 'Failed to load the engagement', onRetry: refetch }}
    >
      {items && (
        <ChartFrame
          caption="Parents and caregivers by month"
          columns={columns}
          rows={items}
          note={<Legend />}
        >
          <EngagementChart items={items} />
        </ChartFrame>
      )}
    </Panel>
  )
}

export function SkeletonChart() {
  return (
    <Loading>
      <Skeleton className="h-84 w-full" />
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
  const look = useChartLook()
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
        labels: items.map(({ label }) => label),
        datasets: [
          series(
            'Parents',
            look.forest,
            items.map(({ caretakers }) => caretakers),
            [],
          ),
          series(
            'Caregivers',
            look.second,
            items.map(({ caregivers }) => caregivers),
            [6, 4],
          ),
        ],
      }}
      options={chartOptions(look, {
        leastTop: 10,
        tick: (value) => (Number.isInteger(value) ? value.toLocaleString('en-US') : ''),
        tooltip: (value, name) => `${name}: ${value.toLocaleString('en-US')}`,
      })}
    />
  )
}
