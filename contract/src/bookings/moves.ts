/**
 * Moving paid hours to other times, by a proposal of one side to the other.
 * @see docs/rules/bookings.md#moving
 */
import { z } from 'zod'
import { daySlot } from '../availability/availability.ts'
import { SIGNUP_ROLES } from '../sign-in/accounts.ts'
import { HOUR_MS } from '../time.ts'
import { idSchema, instantSchema, localDateSchema, queryList, usdSchema, zoneSchema } from '../wire.ts'

export const MOVE_STATUSES = [
  'proposed',
  'accepted',
  'declined',
  'withdrawn',
  'expired',
  /** The new hours were booked or closed, or the booking was canceled or disputed, before the answer. */
  'unavailable',
] as const
export type MoveStatus = (typeof MOVE_STATUSES)[number]

/** How long the other side has for its answer. A proposal also ends when the first of its hours begins. */
export const MOVE_ANSWER_MS = 48 * HOUR_MS

/** Slots to move to are listed for at most this many days in one call. */
export const MOVE_SLOTS_DAYS_MAXIMUM = 42

/** The side that proposed the move can withdraw it; the other side accepts or declines it. */
export const moveAnswerBody = z.strictObject({
  status: z.enum(['accepted', 'declined', 'withdrawn'], {
    error: 'Status must be accepted, declined or withdrawn',
  }),
})
export type MoveAnswer = z.infer<typeof moveAnswerBody>['status']

const moveWindow = daySlot.extend({ date: z.string() })
export type MoveWindow = z.infer<typeof moveWindow>

/** Windows are wall time in the request's zone. */
export const moveResponse = z.object({
  id: idSchema,
  request_id: idSchema,
  status: z.enum(MOVE_STATUSES),
  proposed_by: z.enum(SIGNUP_ROLES),
  booking_ids: z.array(idSchema),
  from_windows: z.array(moveWindow),
  to_windows: z.array(moveWindow),
  /**
   * What the caregiver keeps at least if the family cancels the new windows: their share at the time of a
   * family's proposal, and 0 if the caregiver proposed the move.
   */
  kept_usd: usdSchema,
  proposed_at: instantSchema,
  expires_at: instantSchema,
})
export type Move = z.infer<typeof moveResponse>

export const moveSlotsQuery = z.strictObject({
  booking_ids: queryList('Visits', 31)
    .refine((ids) => ids.every((id) => /^[1-9]\d{0,8}$/.test(id)), { error: 'Choose the visits to move' })
    .transform((ids) => ids.map(Number)),
  date_from: localDateSchema,
  date_to: localDateSchema,
  timezone: zoneSchema,
})
export type MoveSlotsQuery = z.infer<typeof moveSlotsQuery>

/** Slots that the visits can move to, in the zone of the query. The visits' present hours count as free. */
export const moveSlotsResponse = z.object({ slots: z.array(moveWindow) })
export type MoveSlots = z.infer<typeof moveSlotsResponse>
