/** When a meeting can take place. @see docs/rules/meetings.md#times */
import { addBuffer, type Booked, type Calendar, type Slot } from '@tendwell/contract/availability/slots'
import { mergeAdjacent } from '@tendwell/contract/availability/windows'
import { MEETING_AHEAD_MAXIMUM_DAYS, type MeetingMinutes } from '@tendwell/contract/bookings/meetings'
import { DAY_MS, MINUTE_MS } from '@tendwell/contract/time'

/** Meetings begin on the quarter hour. */
export const QUARTER_MS = 15 * MINUTE_MS

/** Hours from 8 AM to 8 PM on each day that the caregiver hasn't closed, in the zone of their calendar. */
export function toDaytime({ zone, overrides }: Calendar): Calendar {
  const hours = { start: '08:00', end: '20:00', slotMinutes: 15, bufferMinutes: 0 }
  const rules = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, ...hours }))
  return { zone, rules, overrides: overrides.filter(({ isAvailable }) => !isAvailable) }
}

/** The instant (epoch ms) after which no meeting may begin. */
export const getMeetingEndMs = (nowMs: number) => nowMs + MEETING_AHEAD_MAXIMUM_DAYS * DAY_MS

/**
 * All times of a meeting of this length within free slots, with the buffer of the slot in which each ends. They
 * overlap each other. What touches hours that families have asked for is left out, so that a free meeting never takes
 * the hours of a paid visit.
 * @param freeSlots by start; all times in epoch ms
 * @param wanted the windows of the caregiver's open requests
 */
export function listMeetingTimes(
  freeSlots: readonly Slot[],
  wanted: readonly Booked[],
  minutes: MeetingMinutes,
): Slot[] {
  const lengthMs = minutes * MINUTE_MS
  const wantedHours = wanted.map(addBuffer)
  const times: Slot[] = []
  for (const free of mergeAdjacent(freeSlots)) {
    let startMs = Math.ceil(free.startMs / QUARTER_MS) * QUARTER_MS
    for (; startMs + lengthMs <= free.endMs; startMs += QUARTER_MS) {
      const endMs = startMs + lengthMs
      const bufferMs = freeSlots.find((slot) => endMs <= slot.endMs)?.bufferMs ?? 0
      const isWanted = wantedHours.some((hours) => hours.startMs < endMs + bufferMs && startMs < hours.endMs)
      if (!isWanted) times.push({ startMs, endMs, bufferMs })
    }
  }
  return times
}
