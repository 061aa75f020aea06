import { toLocalDate } from '@tendwell/contract/time'
import { CalendarClock } from 'lucide-react'
import { now } from '../../../lib/clock.ts'
import { formatDay, formatInterval, formatZone, getBrowserZone } from '../../../lib/format.ts'
import { toInterval } from '../../../lib/instants.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { WordRow } from '../../../ui/word-row.tsx'
import { useFreeDayQuery, useFreeMonthQuery } from '../api.ts'
import { nextMonth } from '../next-month.ts'
import { toWindows } from '../selection.ts'

const title = 'Availability Snapshot'
const daysShown = 4

interface AvailabilitySnapshotProps {
  caregiverId: number
  name: string
}

/**
 * The next days with free hours in this or the next month. Only loaded in the browser, because the server doesn't know the
 * viewer's zone.
 */
export function AvailabilitySnapshot(props: AvailabilitySnapshotProps) {
  if (useHydrated()) return <ViewersSnapshot {...props} />
  const lead = 'The next available days, in your time zone.'
  return <Panel title={title} lead={lead} isLoading skeleton={<SnapshotSkeleton />} />
}

function ViewersSnapshot({ caregiverId, name }: AvailabilitySnapshotProps) {
  const zone = getBrowserZone()
  const today = toLocalDate(now(), zone)
  const month = today.slice(0, 7)
  const key = { caregiverId, timezone: zone }
  const thisMonth = useFreeMonthQuery({ ...key, month })
  const near = listFreeDates(thisMonth.data?.days, today)
  const isNearEnough = !thisMonth.data || near.length >= daysShown
  const following = useFreeMonthQuery({ ...key, month: nextMonth(month) }, { skip: isNearEnough })
  const dates = [...near, ...listFreeDates(following.data?.days, today)].slice(0, daysShown)

  const failed = thisMonth.error && !thisMonth.data ? thisMonth : following.error ? following : null
  const isLoading = !failed && (!thisMonth.data || (!isNearEnough && !following.data))
  return (
    <Panel
      title={title}
      lead={`The next available days, in your time zone (${formatZone(zone)}).`}
      isLoading={isLoading}
      skeleton={<SnapshotSkeleton />}
      error={
        failed && {
          title: 'Failed to load availability',
          error: failed.error,
          onRetry: failed.refetch,
        }
      }
      empty={
        dates.length === 0 && (
          <EmptyState
            title="No availability soon"
            hint={`${name} has no available times this month or next. Later months may still have openings.`}
          />
        )
      }
    >
      <ul className="divide-y divide-line">
        {dates.map((date) => (
          <SnapshotDay key={date} caregiverId={caregiverId} date={date} zone={zone} />
        ))}
      </ul>
    </Panel>
  )
}

interface SnapshotDayProps {
  caregiverId: number
  date: string
  zone: string
}

function SnapshotDay({ caregiverId, date, zone }: SnapshotDayProps) {
  const { data, isError } = useFreeDayQuery({ caregiverId, date, timezone: zone })
  return (
    <li className="flex flex-wrap items-start gap-x-3 py-3 first:pt-0 last:pb-0">
      <CalendarClock className="mt-0.5 size-5 shrink-0 text-gold" aria-hidden="true" />
      <span className="font-semibold max-sm:flex-1 sm:w-28">{formatDay(date, 'weekday')}</span>
      <span className="tabular min-w-0 text-ink-soft max-sm:basis-full max-sm:pl-8 sm:flex-1">
        {data ? (
          <WordRow
            words={toWindows(data.map(toInterval), zone).map((window) => formatInterval(window, zone))}
          />
        ) : isError ? (
          'Failed to load times'
        ) : (
          <Skeleton className="mt-1 h-4 w-40 max-w-full" />
        )}
      </span>
    </li>
  )
}

function SnapshotSkeleton() {
  return (
    <Loading label="Loading availability…">
      <span className="flex flex-col gap-5 py-1">
        {[1, 2, 3, 4].map((row) => (
          <span key={row} className="flex gap-4">
            <Skeleton className="h-5 w-32" />
            <Skeleton className="h-5 w-44" />
          </span>
        ))}
      </span>
    </Loading>
  )
}

function listFreeDates(days: Record<string, number> | undefined, today: string): string[] {
  return Object.entries(days ?? {})
    .filter(([date, count]) => count > 0 && date >= today)
    .map(([date]) => date)
    .sort()
}
