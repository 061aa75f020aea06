import { and, eq, sql } from 'drizzle-orm'
import {
  countChanged,
  describeTable,
  firstNameOf,
  isNoneOf,
  type PersonalData,
} from '../../platform/personal-data.ts'
import { reviews } from './tables.ts'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const reviewsData: PersonalData = {
  tables: [
    describeTable(reviews, {
      personal: ['rating', 'comment'],
      plain: ['id', 'bookingId', 'caregiverId', 'caretakerId', 'createdAt', 'hiddenAt'],
      withheld: ['isHeld'],
      why: 'The rating stays, by a "Former member". What they wrote is removed, and reviews about them stay as they are',
      exports: [
        {
          subject: 'reviews-written',
          of: ({ id }) => eq(reviews.caretakerId, id),
          omit: ['hiddenAt'],
          add: {
            // One that is held looks public to its author, who would learn of the block otherwise.
            hidden_at: () => sql`CASE WHEN NOT ${reviews.isHeld} THEN ${reviews.hiddenAt} END`,
            caregiver: () => firstNameOf(reviews.caregiverId),
          },
        },
        {
          subject: 'reviews-received',
          // One that is held must not reach the caregiver before staff decide.
          of: ({ id }) => and(eq(reviews.caregiverId, id), eq(reviews.isHeld, false)),
          add: { family: () => firstNameOf(reviews.caretakerId) },
        },
      ],
      erase: (transaction, { id, evidence }) =>
        countChanged(
          transaction
            .update(reviews)
            .set({ comment: '' })
            .where(and(eq(reviews.caretakerId, id), isNoneOf(reviews.id, evidence.reviews))),
        ),
    }),
  ],
}
