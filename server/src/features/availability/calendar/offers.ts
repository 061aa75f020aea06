import { type Availability, listFreeSlots, type Slot } from '@tendwell/contract/availability/slots'
import { REQUEST_AHEAD_MAXIMUM_DAYS } from '@tendwell/contract/reference'
import { DAY_MS } from '@tendwell/contract/time'

/**
 * The instant (epoch ms) from which slots are too far ahead to be offered.
 * @see docs/rules/availability.md#free-times
 */
export function getOfferEndMs(nowMs: number): number {
  return nowMs + REQUEST_AHEAD_MAXIMUM_DAYS * DAY_MS
}

/**
 * The slots that start in [fromMs, toMs) and that families can request, by start.
 * @see docs/rules/availability.md#slots
 */
export function listOfferedSlots(
  availability: Availability,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Slot[] {
  return listFreeSlots({ ...availability, fromMs, toMs: Math.min(toMs, getOfferEndMs(availability.nowMs)) })
}
