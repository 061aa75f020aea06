import type { OwnHours } from '@tendwell/contract/availability/availability'
import { toLocalDate } from '@tendwell/contract/time'
import { CalendarClock, CalendarX } from 'lucide-react'
import { useHydrated } from '../../../lib/browser/use-hydrated.ts'
import { now } from '../../../lib/format/clock.ts'
import {
  formatDay,
  formatInterval,
  formatTheirTime,
  formatZone,
  getBrowserZone,
} from '../../../lib/format/format.ts'
import { paths, withQuery } from '../../../shared/routes/paths.ts'
import { useFreeMonthQuery } from '../../../shared/visits/free-hours-api.ts'
import { hoursPath } from '../../../shared/visits/hours-path.ts'
import { nextMonth } from '../../../shared/visits/next-month.ts'
import { toWindows } from '../../../shared/visits/selection.ts'
import { useDayWithNight } from '../../../shared/visits/use-day-with-night.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryPanel } from '../../../ui/query-panel.tsx'
import { RetryNote } from '../../../ui/retry-note.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'

const title = 'Availability Snapshot'
const daysShown = 4

interface AvailabilitySnapshotProps {
  caregiverId: number
  name: string
  /** The caregiver's own zone. */
  theirZone: string
  /** Whether the times lead to the booking screen. */
  canBook: boolean
}

/**
 * The next days with free hours in this or the next month. Only loaded in the browser, because the server
 * doesn't know the viewer's zone.
 */
export function AvailabilitySnapshot(props: AvailabilitySnapshotProps) {
  if (useHydrated()) return <ViewersSnapshot {...props} />
  const lead = 'The next available days, in your time zone.'
  return (
    <Panel title={title} lead={lead} isLoading>
      <SnapshotSkeleton />
    </Panel>
  )
}

function ViewersSnapshot({ caregiverId, name, theirZone, canBook }: AvailabilitySnapshotProps) {
  const zone = getBrowserZone()
  const today = toLocalDate(now(), zone)
  const month = today.slice(0, 7)
  const key = { caregiverId, timezone: zone }
  const thisMonth = useFreeMonthQuery({ ...key, month })
  const near = listFreeDates(thisMonth.currentData?.own, today)
  const isNearEnough = !thisMonth.currentData || near.length >= daysShown
  const following = useFreeMonthQuery({ ...key, month: nextMonth(month) }, { skip: isNearEnough })
  const dates = [...near, ...listFreeDates(following.currentData?.own, today)].slice(0, daysShown)
  const fullDates = [thisMonth.currentData, following.currentData]
    // A day that has the end of the night before isn't one to wait for.
    .flatMap((data) => data?.full.filter((date) => date > today && !data.days[date]) ?? [])
    .slice(0, daysShown)
  const full = canBook && fullDates.length > 0 && <FullDays caregiverId={caregiverId} dates={fullDates} />
  const hasLoaded = thisMonth.currentData && (isNearEnough || following.currentData)
  return (
    <QueryPanel
      title={title}
      lead={`The next available days, in your time zone (${formatZone(zone)}).`}
      query={{
        ...(thisMonth.currentData ? following : thisMonth),
        currentData: hasLoaded ? dates : undefined,
      }}
      failure="Failed to load availability"
      skeleton={<SnapshotSkeleton />}
      empty={(dates) =>
        dates.length === 0 && (
          <>
            <EmptyState
              title="No availability soon"
              hint={`${name} has no available times this month or next. Later months may still have openings.`}
            />
            {full}
          </>
        )
      }
    >
      {(dates) => (
        <>
          <ul className="divide-y divide-line">
            {dates.map((date) => (
              <SnapshotDay key={date} {...{ caregiverId, date, zone, theirZone, canBook }} />
            ))}
          </ul>
          {full}
        </>
      )}
    </QueryPanel>
  )
}

interface SnapshotDayProps {
  caregiverId: number
  date: string
  zone: string
  theirZone: string
  canBook: boolean
}

function SnapshotDay({ caregiverId, date, zone, theirZone, canBook }: SnapshotDayProps) {
  const { slots, failed } = useDayWithNight(caregiverId, date, zone, { isLive: false })
  const day = formatDay(date, 'weekday')
  // The month may be older than the day.
  if (slots?.length === 0) return null
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0">
      <span className="flex min-h-11 items-center gap-3 font-semibold sm:min-h-9 sm:w-36">
        <CalendarClock className="size-5 shrink-0 text-gold" />
        {day}
      </span>
      <span className="tabular flex min-h-11 min-w-0 flex-auto flex-wrap items-center gap-2 text-ink-soft max-sm:justify-end sm:min-h-9 sm:flex-1">
        {slots ? (
          toWindows(slots, zone).map((window) => {
            const hours = formatInterval(window, zone)
            const theirStart = formatTheirTime(window.startMs, theirZone)
            const inBothZones = (
              <>
                {hours}
                {theirStart && <span className="font-normal text-ink-soft"> (from {theirStart})</span>}
              </>
            )
            if (!canBook) return <span key={window.startMs}>{inBothZones}</span>
            return (
              <ButtonLink
                key={window.startMs}
                to={hoursPath(caregiverId, window)}
                variant="secondary"
                size="small"
                aria-label={`Book ${day}, ${hours}`}
                className="max-w-full whitespace-normal! font-medium!"
              >
                {inBothZones}
              </ButtonLink>
            )
          })
        ) : failed ? (
          <RetryNote query={failed} failure="Failed to load times" />
        ) : (
          <Skeleton className="h-4 w-40 max-w-full" />
        )}
      </span>
    </li>
  )
}

/** The next full days, which lead to where a family asks to be told of free hours. Visitors log in on the way. */
function FullDays({ caregiverId, dates }: { caregiverId: number; dates: readonly string[] }) {
  return (
    <div className="mt-4 flex flex-col gap-3 border-t border-line pt-4">
      <p className="text-ink-soft">Full days. Choose one to hear when hours become free.</p>
      <ul aria-label="Full days" className="flex flex-wrap gap-2">
        {dates.map((date) => (
          <li key={date}>
            <ButtonLink
              to={withQuery(paths.book(caregiverId), { date })}
              variant="secondary"
              size="small"
              icon={<CalendarX className="size-4" />}
            >
              {formatDay(date, 'weekday')}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </div>
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

function listFreeDates(own: Record<string, OwnHours> | undefined, today: string): string[] {
  return Object.keys(own ?? {})
    .filter((date) => date >= today)
    .sort()
}
