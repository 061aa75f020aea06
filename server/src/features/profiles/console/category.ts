import type { CareCategory } from '@tendwell/contract/reference'
import { arrayContains, type SQL } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { caregiverProfiles } from '../tables.ts'

/** Matches caregivers who have the category among their skills; all caregivers if it is undefined. */
export function offersCategory(category: CareCategory | undefined): SQL | undefined {
  return category && arrayContains(caregiverProfiles.skillKeys, [category.toLowerCase()])
}

/** A subquery of the ids of the caregivers who offer a category. */
export function selectCaregiversOffering(database: Database, category: CareCategory) {
  return database
    .select({ id: caregiverProfiles.userId })
    .from(caregiverProfiles)
    .where(offersCategory(category))
}
