import type { DaySlot, MonthAvailability, OwnHours } from '@tendwell/contract/availability/availability'
import { countSlotsByDate, listSlotsByDate } from '@tendwell/contract/availability/viewer-slots'
import {
  type LocalDate,
  listMonthDates,
  toDateInterval,
  toLocalDate,
  type Zone,
} from '@tendwell/contract/time'
import { and, asc, eq, gte, lte } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { toOverrideResponses } from '../rules/responses.ts'
import { availabilityOverrides } from '../tables.ts'
import { getListedTimezone, loadListedAvailability } from './calendar.ts'
import { getOfferEndMs } from './offers.ts'

type DateRange = { first: LocalDate; last: LocalDate; viewerZone: Zone }

/**
 * Loads what `listSlotsByDate` and `countSlotsByDate` need for a range of dates in the viewer's zone. They
 * leave out slots from `untilMs`, the end of what is offered; the loaded availability isn't cut there.
 * @throws AppError 404 unless the caregiver is listed
 */
async function loadViewerAvailability(
  deps: Pick<Deps, 'clock' | 'database'>,
  caregiverId: number,
  range: DateRange,
) {
  const { startMs, endMs } = toDateInterval(range.first, range.last, range.viewerZone)
  const availability = await loadListedAvailability(deps, caregiverId, { fromMs: startMs, toMs: endMs })
  return { ...availability, ...range, untilMs: getOfferEndMs(availability.nowMs) }
}

/**
 * The number of free slots by date of a month in the viewer's zone, what begins on each date, and the dates whose own
 * slots are all booked.
 * @throws AppError 404 unless the caregiver is listed
 * @see docs/rules/availability.md#free-times
 */
export async function countFreeSlotsOfMonth(
  deps: Pick<Deps, 'clock' | 'database'>,
  query: { user_id: number; year: number; month: number; timezone: Zone },
): Promise<MonthAvailability> {
  const dates = listMonthDates(query.year, query.month)
  const range = { first: dates[0] as LocalDate, last: dates.at(-1) as LocalDate, viewerZone: query.timezone }
  const counts = [...countSlotsByDate(await loadViewerAvailability(deps, query.user_id, range))]
  return {
    days: Object.fromEntries(
      counts.filter(([, { free }]) => free > 0).map(([date, { free }]) => [date, free]),
    ),
    own: Object.fromEntries(
      counts.filter(([, { own }]) => hasAny(own)).map(([date, { own }]) => [date, own]),
    ),
    full: counts.filter(([, { own, booked }]) => !hasAny(own) && booked > 0).map(([date]) => date),
  }
}

function hasAny({ minutes, has_night: hasNight }: OwnHours): boolean {
  return minutes > 0 || hasNight
}

/**
 * The free slots that start on a date in the viewer's zone.
 * @throws AppError 404 unless the caregiver is listed
 * @see docs/rules/availability.md#free-times
 */
export async function listFreeSlotsOfDay(
  deps: Pick<Deps, 'clock' | 'database'>,
  query: { user_id: number; date: LocalDate; timezone: Zone },
): Promise<{ slots: DaySlot[] }> {
  const range = { first: query.date, last: query.date, viewerZone: query.timezone }
  const slotsByDate = listSlotsByDate(await loadViewerAvailability(deps, query.user_id, range))
  const slots = slotsByDate.get(query.date) ?? []
  return {
    slots: slots.map(({ start, end, startMs, endMs }) => ({
      start,
      end,
      start_utc: new Date(startMs).toISOString(),
      end_utc: new Date(endMs).toISOString(),
    })),
  }
}

/**
 * A caregiver's overrides from today, in their zone, to as far ahead as slots are offered.
 * @throws AppError 404 unless the caregiver is listed
 * @see docs/rules/availability.md#free-times
 */
export async function listPublicOverrides(deps: Pick<Deps, 'clock' | 'database'>, caregiverId: number) {
  const timezone = await getListedTimezone(deps.database, caregiverId)
  const nowMs = deps.clock.now().getTime()
  const rows = await deps.database
    .select()
    .from(availabilityOverrides)
    .where(
      and(
        eq(availabilityOverrides.caregiverId, caregiverId),
        gte(availabilityOverrides.dateLocal, toLocalDate(nowMs, timezone)),
        lte(availabilityOverrides.dateLocal, toLocalDate(getOfferEndMs(nowMs), timezone)),
      ),
    )
    .orderBy(asc(availabilityOverrides.dateLocal))
  return { timezone, date_overrides: await toOverrideResponses(deps.database, rows, caregiverId, timezone) }
}
