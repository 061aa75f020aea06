import { eq, or } from 'drizzle-orm'
import {
  countChanged,
  describeTable,
  firstNameOf,
  type PersonalData,
} from '../../personal-data/classification.ts'
import { favorites } from './tables.ts'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const searchData: PersonalData = {
  tables: [
    describeTable(favorites, {
      plain: ['familyId', 'caregiverId', 'createdAt'],
      why: 'Deleted, on both sides',
      exports: [
        {
          subject: 'saved-caregivers',
          of: ({ id }) => eq(favorites.familyId, id),
          add: { caregiver: () => firstNameOf(favorites.caregiverId) },
        },
      ],
      erase: (transaction, { id }) =>
        countChanged(
          transaction.delete(favorites).where(or(eq(favorites.familyId, id), eq(favorites.caregiverId, id))),
        ),
    }),
  ],
}
