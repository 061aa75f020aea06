import { and, eq, ne } from 'drizzle-orm'
import {
  describeTable,
  firstNameOf,
  isNoneOf,
  type PersonalData,
  updateRows,
} from '../../personal-data/classification.ts'
import { familyRatings, reviews } from './tables.ts'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const reviewsData: PersonalData = {
  tables: [
    describeTable(reviews, {
      personal: ['rating', 'comment'],
      why: 'The rating stays, by a "Former member". What they wrote is removed, and reviews about them stay as they are',
      exports: [
        {
          subject: 'reviews-written',
          of: reviews.familyId,
          add: { caregiver: firstNameOf(reviews.caregiverId) },
        },
        {
          subject: 'reviews-received',
          of: reviews.caregiverId,
          add: { family: firstNameOf(reviews.familyId) },
        },
      ],
      erase: updateRows(reviews, { comment: '' }, ({ id, evidence }) =>
        and(eq(reviews.familyId, id), isNoneOf(reviews.id, evidence.reviews)),
      ),
    }),
    describeTable(familyRatings, {
      personal: ['isAsDescribed', 'isSafe', 'isKind', 'note'],
      // A caregiver doesn't learn whether others said the same of a family, and the family learns nothing.
      withheld: ['lookedAt'],
      why: 'The answers stay, by a "Former member". The note is removed, and what others said of a family stays as it is',
      exports: [
        {
          subject: 'answers-about-families',
          of: familyRatings.caregiverId,
          add: { family: firstNameOf(familyRatings.familyId) },
        },
      ],
      erase: updateRows(familyRatings, { note: '' }, ({ id }) =>
        and(eq(familyRatings.caregiverId, id), ne(familyRatings.note, '')),
      ),
    }),
  ],
}
