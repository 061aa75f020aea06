/** Free times near hours that others have taken. */
import { DAY_MS, type Interval } from '../time.ts'
import { mergeAdjacent } from './windows.ts'

const TIMES_MAXIMUM = 6

/**
 * The free times that start nearest to taken hours, at most six that don't overlap, in order of time. Each is made of
 * adjacent slots and as long as the longest taken visit, at least the minimum visit. Only where there are fewer than
 * six, shorter ones follow. Slots that overlap the wanted hours are left out. All in epoch ms.
 * @param hours.wanted all hours of a request, also the taken ones
 * @param freeSlots those that are offered, sorted by start
 * @see docs/rules/bookings.md#requests
 */
export function pickNearestTimes(
  { wanted, taken }: { wanted: readonly Interval[]; taken: readonly Interval[] },
  freeSlots: readonly Interval[],
  minimumVisitMs: number,
): Interval[] {
  const takenMs = Math.max(...mergeAdjacent(taken).map(getLengthMs))
  // A date with two wall times means a day at most.
  const lengthMs = Math.min(Math.max(takenMs, minimumVisitMs), DAY_MS)
  const slots = freeSlots.filter((slot) => !wanted.some((hours) => overlaps(slot, hours)))
  const times = joinSlots(slots, lengthMs)
    .filter((time) => getLengthMs(time) >= minimumVisitMs)
    .map((time) => ({
      time,
      isShort: Number(getLengthMs(time) < lengthMs),
      distanceMs: Math.min(...taken.map(({ startMs }) => Math.abs(time.startMs - startMs))),
    }))
    .sort((a, b) => a.isShort - b.isShort || a.distanceMs - b.distanceMs)
  const picked: Interval[] = []
  for (const { time } of times) {
    if (picked.length < TIMES_MAXIMUM && !picked.some((other) => overlaps(time, other))) picked.push(time)
  }
  return picked.sort((a, b) => a.startMs - b.startMs)
}

/** For each slot the time from its start until it is long enough, or until the first gap. */
function joinSlots(slots: readonly Interval[], lengthMs: number): Interval[] {
  return slots.map(({ startMs, endMs: firstEndMs }, index) => {
    let endMs = firstEndMs
    for (let next = index + 1; endMs - startMs < lengthMs && slots[next]?.startMs === endMs; next += 1) {
      endMs = (slots[next] as Interval).endMs
    }
    return { startMs, endMs }
  })
}

function overlaps(one: Interval, other: Interval): boolean {
  return one.startMs < other.endMs && other.startMs < one.endMs
}

function getLengthMs({ startMs, endMs }: Interval): number {
  return endMs - startMs
}
