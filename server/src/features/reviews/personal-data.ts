import { and, eq, ne } from 'drizzle-orm'
import {
  countChanged,
  describeTable,
  firstNameOf,
  isNoneOf,
  type PersonalData,
} from '../../personal-data/classification.ts'
import { familyRatings, reviews } from './tables.ts'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const reviewsData: PersonalData = {
  tables: [
    describeTable(reviews, {
      personal: ['rating', 'comment'],
      plain: ['id', 'bookingId', 'caregiverId', 'familyId', 'createdAt', 'hiddenAt'],
      why: 'The rating stays, by a "Former member". What they wrote is removed, and reviews about them stay as they are',
      exports: [
        {
          subject: 'reviews-written',
          of: ({ id }) => eq(reviews.familyId, id),
          add: { caregiver: () => firstNameOf(reviews.caregiverId) },
        },
        {
          subject: 'reviews-received',
          of: ({ id }) => eq(reviews.caregiverId, id),
          add: { family: () => firstNameOf(reviews.familyId) },
        },
      ],
      erase: (transaction, { id, evidence }) =>
        countChanged(
          transaction
            .update(reviews)
            .set({ comment: '' })
            .where(and(eq(reviews.familyId, id), isNoneOf(reviews.id, evidence.reviews))),
        ),
    }),
    describeTable(familyRatings, {
      personal: ['isAsDescribed', 'isSafe', 'isKind', 'note'],
      plain: ['id', 'bookingId', 'caregiverId', 'familyId', 'createdAt'],
      // A caregiver doesn't learn that others said the same, and a family nothing at all.
      withheld: ['lookedAt'],
      why: 'The answers stay, by a "Former member". The note is removed, and what others said of a family stays as it is',
      exports: [
        {
          subject: 'answers-about-families',
          of: ({ id }) => eq(familyRatings.caregiverId, id),
          add: { family: () => firstNameOf(familyRatings.familyId) },
        },
      ],
      erase: (transaction, { id }) =>
        countChanged(
          transaction
            .update(familyRatings)
            .set({ note: '' })
            .where(and(eq(familyRatings.caregiverId, id), ne(familyRatings.note, ''))),
        ),
    }),
  ],
}
