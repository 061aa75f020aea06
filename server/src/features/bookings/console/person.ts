/** What a person's record shows of their requests. @see docs/rules/console.md#records */
import { inArray, or } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { isSide } from '../queries.ts'
import { requests } from '../tables.ts'

/** How many requests a person has, on either side. */
export function countRequestsOf(reader: Reader, userId: number): Promise<number> {
  return reader.$count(requests, or(isSide('caregiver', userId), isSide('caretaker', userId)))
}

/** The families of these requests, each once. */
export async function listFamiliesOf(reader: Reader, requestIds: readonly number[]): Promise<number[]> {
  const families = await reader
    .selectDistinct({ id: requests.caretakerId })
    .from(requests)
    .where(inArray(requests.id, [...requestIds]))
  return families.map(({ id }) => id)
}
