import { coverBySlots } from '@tendwell/contract/availability/slot-cover'
import { type Interval, MINUTE_MS, type Zone } from '@tendwell/contract/time'
import {
  addSlots,
  isChosen,
  removeSlots,
  type Selection,
  totalMinutes,
  toWindows,
} from '../../../shared/visits/selection.ts'

interface StartOptions {
  /** What is chosen so far. */
  selection: Selection
  /** The slots that were pressed: one, or those of a night. */
  pressed: readonly Interval[]
  free: readonly Interval[]
  /** How long each of the visits lasts, in minutes. */
  lengths: readonly number[]
  zone: Zone
}

/**
 * The selection after hours are pressed: from there as long as the visit whose turn it is, if these slots are free, else
 * with the pressed slots alone, or without them if they were chosen. A single visit that has its whole time moves to
 * another start.
 * @see docs/rules/bookings.md#moving
 */
export function chooseStart({ selection, pressed, free, lengths, zone }: StartOptions): Selection {
  const startMs = pressed[0]?.startMs ?? 0
  const isWhole = lengths.length === 1 && totalMinutes(selection) === lengths[0]
  const canMove = isWhole && selection[0]?.startMs !== startMs
  const kept = canMove ? [] : selection
  const minutes = lengths[toWindows(kept, zone).length] ?? 0
  const run = coverBySlots({ startMs, endMs: startMs + minutes * MINUTE_MS }, free)
  const isChosenAlready = pressed.every((slot) => isChosen(selection, slot))
  if (run && (canMove || !isChosenAlready)) return addSlots(kept, run)
  return (isChosenAlready ? removeSlots : addSlots)(selection, pressed)
}
