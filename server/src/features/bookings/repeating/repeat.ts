import type { Slot } from '@tendwell/contract/availability/slots'
import type { Occurrence, Occurrences, OccurrencesBody } from '@tendwell/contract/bookings/repeat'
import { usdFromCents } from '@tendwell/contract/money'
import type { Interval, Zone } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { getOfferEndMs, lockCaregiver } from '../../availability/index.ts'
import { lockPairUnlessBlocked } from '../../blocks/index.ts'
import { pickTimesOfSameLength } from '../moving/same-length.ts'
import { toAlternative } from '../requests/alternatives.ts'
import { loadNearbySlots } from '../requests/calendar.ts'
import { estimatePrice, toHours } from '../requests/price.ts'
import { type CheckedWindow, checkOccurrences, repeatWeekly } from './occurrences.ts'

/**
 * Lists the weekly occurrences of windows and says which of them can be booked. Sends no request.
 * @throws AppError 400 on `windows` that overlap or whose instants don't agree with their wall time, 404 for
 *   a caregiver who is not listed
 * @see docs/rules/bookings.md#repeating
 */
export function listOccurrences(
  deps: Pick<Deps, 'clock' | 'config' | 'database'>,
  familyId: number,
  { caregiver_id: caregiverId, timezone, windows, weeks }: OccurrencesBody,
): Promise<Occurrences> {
  const nowMs = deps.clock.now().getTime()
  const offeredRange = { fromMs: nowMs, toMs: getOfferEndMs(nowMs) }
  const occurrences = repeatWeekly(windows, weeks, timezone)
  const offeredHours = occurrences
    .map(({ wanted }) => wanted)
    .filter(({ startMs, endMs }) => endMs > offeredRange.fromMs && startMs < offeredRange.toMs)
  return withTransaction(deps.database, async (transaction) => {
    const caregiver = await lockCaregiver(transaction, caregiverId, 'share')
    const isReachable =
      caregiver?.isListed && (await lockPairUnlessBlocked(transaction, familyId, caregiverId))
    if (!isReachable) throw notFound("This caregiver isn't taking requests right now")
    const slots =
      offeredHours.length > 0 ? await loadNearbySlots(transaction, deps, caregiver, offeredHours) : []
    const checkedOccurrences = checkOccurrences(occurrences, timezone, slots, {
      ...offeredRange,
      noticeHours: caregiver.noticeHours,
    })
    const matches = checkedOccurrences.flatMap(({ match }) => match ?? [])
    const { rateCents } = caregiver
    const price = estimatePrice(matches, { rateCents, serviceFeeBps: deps.config.serviceFeeBps })
    const freeSlots = slots.filter(({ isOffered }) => isOffered)
    return {
      occurrences: checkedOccurrences.map((occurrence) =>
        toOccurrence(occurrence, freeSlots, { notOverlapping: matches, zone: timezone }),
      ),
      total_hours: toHours(price.totalMinutes),
      total_price_usd: usdFromCents(price.priceCents),
    }
  })
}

/** An occurrence as the browser gets it, with alternatives if it can't be booked. */
function toOccurrence(
  { week, window, wanted, isSkipped, problem, match }: CheckedWindow,
  freeSlots: readonly Slot[],
  options: { notOverlapping: readonly Interval[]; zone: Zone },
): Occurrence {
  const { date, start, end } = window
  const { startMs, endMs } = match ?? wanted
  return {
    week,
    date,
    start,
    end,
    start_utc: isSkipped ? null : new Date(startMs).toISOString(),
    end_utc: isSkipped ? null : new Date(endMs).toISOString(),
    is_free: problem === null,
    problem,
    alternatives: match ? [] : pickTimesOfSameLength(wanted, freeSlots, options).map(toAlternative),
  }
}
