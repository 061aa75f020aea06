/** What a person's record shows of their requests. @see docs/rules/console.md#records */
import { inArray, or } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { isOwnRequest } from '../queries.ts'
import { requests } from '../tables.ts'

/** The SQL condition that a request is a person's, on either side. */
const isRequestOf = (userId: number) =>
  or(isOwnRequest('caregiver', userId), isOwnRequest('caretaker', userId))

/** How many requests a person has, on either side. */
export function countRequestsOf(reader: Reader, userId: number): Promise<number> {
  return reader.$count(requests, isRequestOf(userId))
}

/** The ids of a person's requests, on either side. */
export async function listRequestIdsOf(reader: Reader, userId: number): Promise<number[]> {
  const rows = await reader.select({ id: requests.id }).from(requests).where(isRequestOf(userId))
  return rows.map(({ id }) => id)
}

/** The ids of the families of these requests, each once. */
export async function listFamilyIdsOf(reader: Reader, requestIds: readonly number[]): Promise<number[]> {
  const families = await reader
    .selectDistinct({ id: requests.familyId })
    .from(requests)
    .where(inArray(requests.id, [...requestIds]))
  return families.map(({ id }) => id)
}
