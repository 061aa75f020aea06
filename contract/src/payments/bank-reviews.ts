/** Bank accounts that more than one person entered. @see docs/rules/money.md#one-bank-account-one-person */
import { z } from 'zod'
import { idSchema, instantSchema, requiredText } from '../wire.ts'

export const BANK_REVIEW_REASON_MAXIMUM = 1_000
export const BANK_REVIEW_DECISIONS = ['approved', 'refused'] as const

/** A caregiver whose bank account waits for a decision. The account's number is never shown. */
export const bankReview = z.object({
  person_id: idSchema,
  name: z.string(),
  opened_at: instantSchema,
  /** What staff decided when this person entered the same account before; null if that is new. */
  earlier: z.object({ decision: z.enum(BANK_REVIEW_DECISIONS), at: instantSchema }).nullable(),
  /** Others who have the same account now (`is_current`) or had it before. */
  matches: z.array(
    z.object({ person_id: idSchema, name: z.string(), is_banned: z.boolean(), is_current: z.boolean() }),
  ),
})
export type BankReview = z.infer<typeof bankReview>

export type BankReviewDecision = (typeof BANK_REVIEW_DECISIONS)[number]

export const bankReviewBody = z.strictObject({
  decision: z.enum(BANK_REVIEW_DECISIONS, { error: 'Decision must be approved or refused' }),
  /** The reason, which the caregiver reads. */
  reason: requiredText('Reason', BANK_REVIEW_REASON_MAXIMUM).transform((value) => value.trim()),
  /**
   * `opened_at` of the listed review. If it has changed, for example because the caregiver has entered
   * another account, nothing is decided (409).
   */
  opened_at: z.iso.datetime({ error: 'Enter a UTC time such as 2026-12-01T14:00:00Z' }),
})
export type BankReviewBody = z.output<typeof bankReviewBody>
