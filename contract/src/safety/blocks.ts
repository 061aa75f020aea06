/** Blocks between a family and a caregiver. @see docs/rules/safety.md#blocks */
import { z } from 'zod'
import { idSchema, instantSchema, pageQuery, pageSchema, text, usdSchema } from '../wire.ts'

/** Why someone blocks the other side, in the order of the list that they choose from. */
export const BLOCK_REASONS = [
  { value: 'unwanted', label: 'I don’t want to hear from them' },
  { value: 'spam', label: 'Spam or advertising' },
  { value: 'harassment', label: 'Harassment or insults' },
  { value: 'outside_payment', label: 'Asks to pay outside Tendwell' },
  { value: 'safety', label: 'I don’t feel safe' },
  { value: 'other', label: 'Something else' },
] as const
export type BlockReason = (typeof BLOCK_REASONS)[number]['value']
export const BLOCK_REASON_VALUES = BLOCK_REASONS.map(({ value }) => value)

export const BLOCK_TEXT_MAXIMUM = 1_000

/** The reason and the text are for Tendwell's staff: the other side never sees them. */
export const blockBody = z.strictObject({
  user_id: idSchema,
  reason: z.enum(BLOCK_REASON_VALUES, { error: 'Please choose a reason' }),
  text: text('Details', BLOCK_TEXT_MAXIMUM)
    .transform((value) => value.trim())
    .default(''),
})
export type BlockBody = z.infer<typeof blockBody>

/** Someone the caller blocked. */
export const blockedPerson = z.object({
  user_id: idSchema,
  full_name: z.string(),
  avatar: z.string().nullable(),
  blocked_at: instantSchema,
})
export type BlockedPerson = z.infer<typeof blockedPerson>

/** A block as support and admins read it. */
export const blockForStaff = z.object({
  blocker: z.object({ id: idSchema, name: z.string() }),
  reason: z.enum(BLOCK_REASON_VALUES),
  text: z.string(),
  blocked_at: instantSchema,
})
export type BlockForStaff = z.infer<typeof blockForStaff>

/**
 * What a block now would cancel of the two sides' paid visits, in order of time. `kept_usd` is what the
 * caregiver is still paid.
 */
export const blockPreview = z.object({
  visits: z.array(
    z.object({
      booking_id: idSchema,
      start_utc: instantSchema,
      end_utc: instantSchema,
      refund_usd: usdSchema,
      kept_usd: usdSchema,
    }),
  ),
  refund_usd: usdSchema,
  kept_usd: usdSchema,
  /** How many bookings keep their visits ahead, because they are in a dispute. */
  disputed: z.int(),
  /** The caregiver's completion rate in percent, now and after the block; null when a family blocks. */
  completion_rate: z.object({ now: z.int().nullable(), after: z.int().nullable() }).nullable(),
})
export type BlockPreview = z.infer<typeof blockPreview>

/** How many blocks a person's record shows. */
export const BLOCKS_SHOWN_MAXIMUM = 20

export const blocksQuery = z.strictObject(pageQuery(20))
export const blocksPage = pageSchema(blockedPerson)
