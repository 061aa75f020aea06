import { z } from 'zod'
import { formatHours } from '../format.ts'
import { type Interval, MINUTE_MS } from '../time.ts'
import { mergeAdjacent } from './windows.ts'

/**
 * How many hours before its start a slot can be requested last, as caregivers choose it; 0 for no notice.
 * @see docs/rules/availability.md#minimum-notice
 */
export const NOTICE_HOURS: readonly number[] = [0, 2, 4, 12, 24, 48, 72, 168]

/**
 * How many minutes a visit lasts at least, as caregivers choose it: half hours from 1 to 12 hours; 0 for any length.
 * @see docs/rules/availability.md#minimum-visit
 */
export const MINIMUM_VISIT_MINUTES: readonly number[] = [
  0,
  ...Array.from({ length: 23 }, (_, half) => 60 + half * 30),
]

/**
 * When families can meet a caregiver first: in the free hours that can be booked, or from 8 AM to 8 PM on each day.
 * @see docs/rules/meetings.md#times
 */
export const MEETING_HOURS = ['bookable', 'daytime'] as const
export type MeetingHours = (typeof MEETING_HOURS)[number]
export const MEETING_HOURS_LABELS: Record<MeetingHours, string> = {
  bookable: 'In my bookable hours',
  daytime: 'Any day, 8 AM to 8 PM',
}

/**
 * What a caregiver asks of all requests.
 * @see docs/rules/availability.md#minimum-notice
 * @see docs/rules/availability.md#minimum-visit
 * @see docs/rules/meetings.md#times
 */
export const availabilitySettings = z.strictObject({
  notice_hours: z.literal(NOTICE_HOURS, { error: `Notice must be ${NOTICE_HOURS.join(', ')} hours` }),
  minimum_visit_minutes: z.literal(MINIMUM_VISIT_MINUTES, {
    error: 'The minimum visit must be 0, or 60 to 720 minutes in half hours',
  }),
  meeting_hours: z.enum(MEETING_HOURS, { error: 'Meeting hours must be bookable or daytime' }),
})
export type AvailabilitySettings = z.infer<typeof availabilitySettings>

/** `2 hours`, `48 hours`, `3 days`. */
export function formatNotice(hours: number): string {
  return hours > 48 ? `${hours / 24} days` : `${hours} hours`
}

/** `Sofia needs 24 hours’ notice`. */
export function describeNotice(name: string, hours: number): string {
  return `${name} needs ${formatNotice(hours)}’ notice`
}

/** `Sofia’s visits are at least 3 hours`. */
export function describeMinimumVisit(name: string, minutes: number): string {
  return `${name}’s visits are at least ${formatHours(minutes / 60)}`
}

/** The length of the shortest of the visits that windows make up, in real minutes: windows that touch are one visit. */
export function getShortestVisitMinutes(windows: readonly Interval[]): number {
  return Math.min(...mergeAdjacent(windows).map(({ startMs, endMs }) => (endMs - startMs) / MINUTE_MS))
}
