import { z } from 'zod'

/**
 * How many hours before its start a slot can be requested last, as caregivers choose it; 0 for no notice.
 * @see docs/rules/availability.md#minimum-notice
 */
export const NOTICE_HOURS: readonly number[] = [0, 2, 4, 12, 24, 48, 72, 168]

/** What a caregiver asks of all requests. @see docs/rules/availability.md#minimum-notice */
export const availabilitySettings = z.strictObject({
  notice_hours: z.literal(NOTICE_HOURS, { error: `Notice must be ${NOTICE_HOURS.join(', ')} hours` }),
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
