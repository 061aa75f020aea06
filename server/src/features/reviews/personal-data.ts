import { and, eq, isNotNull, ne } from 'drizzle-orm'
import {
  describeTable,
  firstNameOf,
  isNoneOf,
  type PersonalData,
  updateRows,
} from '../../personal-data/classification.ts'
import { familyRatings, reviews } from './tables.ts'

const eraseComments = updateRows(reviews, { comment: '' }, ({ id, evidence }) =>
  and(eq(reviews.familyId, id), isNoneOf(reviews.id, evidence.reviews)),
)
const eraseReplies = updateRows(reviews, { reply: null, repliedAt: null }, ({ id, evidence }) =>
  and(eq(reviews.caregiverId, id), isNotNull(reviews.reply), isNoneOf(reviews.id, evidence.reviews)),
)

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const reviewsData: PersonalData = {
  tables: [
    describeTable(reviews, {
      personal: ['rating', 'comment', 'reply'],
      why: 'The rating stays, by a "Former member". What they wrote is removed, also their answers, and reviews about them stay as they are',
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
      erase: async (transaction, leaver) =>
        (await eraseComments(transaction, leaver)) + (await eraseReplies(transaction, leaver)),
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
