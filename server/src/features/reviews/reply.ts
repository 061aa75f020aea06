/** What a caregiver answers to a review. @see docs/rules/bookings.md#answers-to-reviews */
import type { ReviewReply } from '@tendwell/contract/reviews/reviews'
import { and, eq } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { conflict, invalid, notFound } from '../../platform/errors.ts'
import { findReviewContactError } from '../profiles/index.ts'
import { reviews } from './tables.ts'

/** The answer to a review as everyone reads it; null without one. */
export function toReply({
  reply,
  repliedAt,
}: Pick<typeof reviews.$inferSelect, 'reply' | 'repliedAt'>): ReviewReply | null {
  return reply === null || repliedAt === null ? null : { text: reply, created_at: repliedAt.toISOString() }
}

/**
 * Stores a caregiver's answer to a review of them, once. Its family is notified.
 * @throws AppError 400 on `text` for a contact, a payment account or a link that imitates us, 404 for a review
 *   that isn't of this caregiver or that staff hid, 409 for a second answer
 */
export async function replyToReview(
  { clock, database, jobs }: Pick<Deps, 'clock' | 'database' | 'jobs'>,
  caregiverId: number,
  reviewId: number,
  text: string,
): Promise<ReviewReply> {
  const problem = findReviewContactError(text, 'answer')
  if (problem) throw invalid({ text: [problem] })
  return withTransaction(database, async (transaction) => {
    const [review] = await transaction
      .select()
      .from(reviews)
      .where(and(eq(reviews.id, reviewId), eq(reviews.caregiverId, caregiverId)))
      .for('no key update')
    if (!review || review.hiddenAt !== null) throw notFound()
    if (review.reply !== null) throw conflict('You have already answered this review')
    const repliedAt = clock.now()
    await transaction.update(reviews).set({ reply: text, repliedAt }).where(eq(reviews.id, reviewId))
    await jobs.publish(transaction, 'review.answered', { reviewId })
    return { text, created_at: repliedAt.toISOString() }
  })
}
