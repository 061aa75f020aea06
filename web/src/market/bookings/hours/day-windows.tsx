import { priceCents, usdFromCents } from '@tendwell/contract/money'
import { SCREEN_PAGE_SIZES } from '@tendwell/contract/reference'
import { MINUTE_MS, toDateInterval, toLocalDate } from '@tendwell/contract/time'
import { Check } from 'lucide-react'
import type { Ref } from 'react'
import { usePages } from '../../../lib/address/use-pages.ts'
import { now } from '../../../lib/format/clock.ts'
import {
  formatClockTime,
  formatDay,
  formatHours,
  formatInterval,
  formatMoney,
  plural,
} from '../../../lib/format/format.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { useFreeMonthQuery } from '../../../shared/visits/free-hours-api.ts'
import {
  addSlots,
  type ChosenWindow,
  isChosen,
  removeSlots,
  type Selection,
  toWindows,
} from '../../../shared/visits/selection.ts'
import type { useDayWithNight } from '../../../shared/visits/use-day-with-night.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { QueryPanel } from '../../../ui/query-panel.tsx'
import { Select } from '../../../ui/select.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { chooseRun, findChosenRun, hasRun, listRun, listShortestVisit } from './range.ts'
import { useOwnBooking } from './use-own-booking.ts'
import { WaitForHours } from './wait-for-hours.tsx'

interface DayWindowsProps extends ReturnType<typeof useDayWithNight> {
  ref?: Ref<HTMLElement>
  caregiverId: number
  date: string | null
  zone: string
  rateCents: number
  minimumVisitMinutes: number
  selection: Selection
  select: (selection: Selection) => void
}

const pageSize = SCREEN_PAGE_SIZES.bookingWindows

/** The free windows of the chosen day, to select one by one, from one time to another, or all at once. */
export function DayWindows(props: DayWindowsProps) {
  const { date, day, night, slots, failed, selection, select } = props
  const areAllChosen = slots?.every((slot) => isChosen(selection, slot))
  const toggleAll = () => slots && select((areAllChosen ? removeSlots : addSlots)(selection, slots))
  return (
    <QueryPanel
      ref={props.ref}
      title="Available times"
      lead={date ? formatDay(date, 'long') : undefined}
      actions={
        slots &&
        // A night alone is chosen by its own button.
        slots.length > Math.max(night.length, 1) && (
          <Button variant="quiet" size="small" onPress={toggleAll} className="-mx-3.5">
            {areAllChosen ? 'Clear this day' : 'Select the whole day'}
          </Button>
        )
      }
      query={{ ...(failed ?? day), currentData: date === null ? [] : slots }}
      failure="Failed to load times"
      skeleton={<WindowsSkeleton />}
      empty={(slots) =>
        slots.length === 0 &&
        (date === null ? (
          <EmptyState title="No day chosen" hint="Choose a day to see its available times." />
        ) : (
          <NoTimes caregiverId={props.caregiverId} date={date} zone={props.zone} />
        ))
      }
    >
      {() => <SlotList key={date} {...props} />}
    </QueryPanel>
  )
}

interface NoTimesProps {
  caregiverId: number
  date: string
  zone: string
}

function NoTimes(props: NoTimesProps) {
  const { caregiverId, date, zone } = props
  const query = useFreeMonthQuery({ caregiverId, month: date.slice(0, 7), timezone: zone })
  const { currentData: month } = query
  if (!month && query.isFetching) return <WindowsSkeleton />
  if (month && !month.full.includes(date) && !month.own[date]) {
    return <EmptyState title="Closed on this day" hint="This day has no hours. Please choose another one." />
  }
  // The end of the night before may be free where the day's own hours are taken: then one can't wait for the day.
  return <TakenTimes {...props} hasFree={Boolean(month?.days[date])} />
}

/** A full day: of the family itself, or of others, whose hours it can wait for. */
function TakenTimes({ caregiverId, date, zone, hasFree }: NoTimesProps & { hasFree: boolean }) {
  const { booking, isLoading } = useOwnBooking(caregiverId, date, zone)
  if (isLoading) return <WindowsSkeleton />
  if (booking) {
    return (
      <EmptyState
        title="You have a booking on this day"
        hint="It has no other free hours. Please choose another day."
        action={
          <ButtonLink to={paths.booking(booking.request_id)} variant="secondary">
            View booking
          </ButtonLink>
        }
      />
    )
  }
  return (
    <EmptyState
      title="Times taken"
      hint="This day has no free hours. Please choose another one."
      action={
        // A day that has begun is too late to wait for.
        date > toLocalDate(now(), zone) &&
        !hasFree && <WaitForHours caregiverId={caregiverId} date={date} zone={zone} />
      }
    />
  )
}

function SlotList(props: DayWindowsProps) {
  const { date, own, rest, night, zone, rateCents, minimumVisitMinutes, selection, select } = props
  const windows = [...toWindows(night, zone), ...own.flatMap((slot) => toWindows([slot], zone))]
  const { shown, pagination } = usePages(windows, pageSize)
  return (
    <>
      {date && hasRun([...own, ...rest]) && (
        <HoursRange
          {...{ date, own, rest, night, zone, selection, select }}
          minimumMs={minimumVisitMinutes * MINUTE_MS}
        />
      )}
      <ul className="flex flex-col gap-2.5">
        {shown.map((window) => (
          <WindowToggle
            key={`${window.startMs} ${window.endMs}`}
            window={window}
            zone={zone}
            rateCents={rateCents}
            isOn={window.slots.every((slot) => isChosen(selection, slot))}
            toggle={(isOn) => select((isOn ? addSlots : removeSlots)(selection, window.slots))}
          />
        ))}
      </ul>
      <Pagination label="Available times" isNamed {...pagination} />
      <p role="status" className="sr-only">
        {date && `${formatDay(date, 'long')}: ${plural(windows.length, 'available time')}`}
      </p>
    </>
  )
}

interface WindowToggleProps {
  window: ChosenWindow
  zone: string
  rateCents: number
  isOn: boolean
  toggle: (isOn: boolean) => void
}

function WindowToggle({ window, zone, rateCents, isOn, toggle }: WindowToggleProps) {
  const price = usdFromCents(priceCents({ minutes: window.minutes, rateCents }))
  // Any other window of a day is one slot.
  const isNight = window.slots.length > 1
  return (
    <li>
      <button
        type="button"
        aria-pressed={isOn}
        onClick={() => toggle(!isOn)}
        className={`flex min-h-14 w-full items-center gap-3.5 rounded-control border px-4 py-2.5 text-left transition-colors ${
          isOn
            ? 'border-forest bg-sage text-on-sage'
            : 'border-edge bg-paper-raised hover:border-forest hover:bg-sand'
        }`}
      >
        <span
          aria-hidden="true"
          className={`flex size-6 shrink-0 items-center justify-center rounded-full border ${
            isOn ? 'border-forest bg-forest text-on-forest' : 'border-edge'
          }`}
        >
          {isOn && <Check className="size-4" />}
        </span>
        <span className="tabular">
          <span className="font-semibold">{formatInterval(window, zone)}</span>
          <span className={`block text-13 ${isOn ? '' : 'text-ink-soft'}`}>
            {`${formatHours(window.minutes / 60)} · ${formatMoney(price)}`}
            {isNight && ' · whole night'}
          </span>
        </span>
      </button>
    </li>
  )
}

function WindowsSkeleton() {
  return (
    <Loading label="Loading times…">
      <span className="flex flex-col gap-2.5">
        <Skeleton className="mb-2.5 h-19 w-full" />
        <Skeleton className="h-15 w-full" />
        <Skeleton className="h-15 w-full" />
        <Skeleton className="h-15 w-full" />
      </span>
    </Loading>
  )
}

interface HoursRangeProps
  extends Pick<DayWindowsProps, 'own' | 'rest' | 'night' | 'zone' | 'selection' | 'select'> {
  date: string
  minimumMs: number
}

/**
 * Chooses adjacent slots by the first one's start and the last one's end, which can be on the next day. Only times that
 * make a long enough visit are offered.
 */
function HoursRange(props: HoursRangeProps) {
  const { date, own, rest, night, zone, minimumMs, selection, select } = props
  const all = [...own, ...rest]
  const starts = (night.length > 0 ? all : own).filter(
    (slot) => listShortestVisit(all, slot.startMs, minimumMs).length > 0,
  )
  const dayEndMs = toDateInterval(date, date, zone).endMs
  const run = findChosenRun(all, selection)
  const [startMs, endMs] = [run[0]?.startMs, run.at(-1)?.endMs]
  const toOption = (epochMs: number, isNextDay: boolean) => {
    const time = formatClockTime(epochMs, zone)
    return { id: String(epochMs), label: isNextDay ? `${time}, next day` : time }
  }
  // "6:00 AM, next day" needs the whole width.
  const isWide = (all.at(-1)?.endMs ?? 0) > dayEndMs
  return (
    <div className={`mb-5 grid gap-3 ${isWide ? '' : 'grid-cols-2'}`}>
      <Select
        label="From"
        options={starts.map(({ startMs: ms }) => toOption(ms, ms >= dayEndMs))}
        value={startMs === undefined ? null : String(startMs)}
        onChange={(start) => select(chooseRun(selection, all, Number(start), endMs, minimumMs))}
      />
      <Select
        label="To"
        // The midnight that ends the day belongs to it.
        options={listRun(all, startMs)
          .filter(({ endMs: ms }) => startMs !== undefined && ms - startMs >= minimumMs)
          .map(({ endMs: ms }) => toOption(ms, ms > dayEndMs))}
        value={endMs === undefined ? null : String(endMs)}
        onChange={(end) =>
          startMs !== undefined && select(chooseRun(selection, all, startMs, Number(end), minimumMs))
        }
        isDisabled={startMs === undefined}
      />
    </div>
  )
}
