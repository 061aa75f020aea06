/** What the console shows of profiles. @see docs/rules/console.md#lists-and-filters */
import type { CareCategory } from '@tendwell/contract/reference'
import { arrayContains, type SQL } from 'drizzle-orm'
import { caregiverProfiles } from './tables.ts'

/** Matches caregivers who have the category among their skills. */
export function offersCategory(category: CareCategory | undefined): SQL | undefined {
  return category && arrayContains(caregiverProfiles.skillKeys, [category.toLowerCase()])
}
