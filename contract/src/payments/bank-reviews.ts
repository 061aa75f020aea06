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
  /** What staff decided when this person entered it before; null if they didn't. */
  earlier: z.object({ decision: z.enum(BANK_REVIEW_DECISIONS), at: instantSchema }).nullable(),
  /** Who has it too (`is_current`), or had it. */
  matches: z.array(
    z.object({ person_id: idSchema, name: z.string(), is_banned: z.boolean(), is_current: z.boolean() }),
  ),
})
export type BankReview = z.infer<typeof bankReview>

export type BankReviewDecision = (typeof BANK_REVIEW_DECISIONS)[number]

export const bankReviewBody = z.strictObject({
  decision: z.enum(BANK_REVIEW_DECISIONS, { error: 'Decision must be approved or refused' }),
  /** The caregiver reads it. */
  reason: requiredText('Reason', BANK_REVIEW_REASON_MAXIMUM).transform((value) => value.trim()),
  /** As it was listed, so that another bank account entered since is not decided on. */
  opened_at: z.iso.datetime({ error: 'Enter a UTC time such as 2026-12-01T14:00:00Z' }),
})
export type BankReviewBody = z.output<typeof bankReviewBody>
