/** What a person's record shows of their requests. @see docs/rules/console.md#records */
import { inArray, or } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { isSide } from '../queries.ts'
import { requests } from '../tables.ts'

const isOfPerson = (userId: number) => or(isSide('caregiver', userId), isSide('caretaker', userId))

/** How many requests a person has, on either side. */
export function countRequestsOf(reader: Reader, userId: number): Promise<number> {
  return reader.$count(requests, isOfPerson(userId))
}

/** The ids of a person's requests, on either side. */
export async function listRequestsOf(reader: Reader, userId: number): Promise<number[]> {
  const rows = await reader.select({ id: requests.id }).from(requests).where(isOfPerson(userId))
  return rows.map(({ id }) => id)
}

/** The families of these requests, each once. */
export async function listFamiliesOf(reader: Reader, requestIds: readonly number[]): Promise<number[]> {
  const families = await reader
    .selectDistinct({ id: requests.familyId })
    .from(requests)
    .where(inArray(requests.id, [...requestIds]))
  return families.map(({ id }) => id)
}
