import { eq, or } from 'drizzle-orm'
import {
  deleteRows,
  describeOwn,
  describeTable,
  firstNameOf,
  type PersonalData,
} from '../../personal-data/classification.ts'
import { favorites, savedSearches } from './tables.ts'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const searchData: PersonalData = {
  tables: [
    describeTable(favorites, {
      why: 'Deleted, on both sides',
      exports: [
        {
          subject: 'saved-caregivers',
          of: favorites.familyId,
          add: { caregiver: firstNameOf(favorites.caregiverId) },
        },
      ],
      erase: deleteRows(favorites, ({ id }) => or(eq(favorites.familyId, id), eq(favorites.caregiverId, id))),
    }),
    describeOwn(savedSearches, savedSearches.familyId, {
      personal: ['search'],
      withheld: ['knownIds', 'lookedAt'],
      subject: 'saved-searches',
    }),
  ],
}
