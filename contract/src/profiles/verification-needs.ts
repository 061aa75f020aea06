/** What a caregiver needs before staff can verify them. @see docs/rules/console.md#verification-decisions */
import { z } from 'zod'
import { CAREGIVER_NAME_MAXIMUM } from '../people/names.ts'

/** Everything a caregiver needs, with its name in the list of what is missing. */
export const VERIFICATION_NEEDS = {
  id_front: 'the front of an ID',
  id_back: 'the back of an ID',
  full_name: `a name of at most ${CAREGIVER_NAME_MAXIMUM} characters`,
  city: 'a city',
  country: 'a country',
  hourly_rate_usd: 'an hourly rate',
  languages: 'a language',
  skills: 'a skill',
  description: 'a description',
} as const
export type VerificationNeed = keyof typeof VERIFICATION_NEEDS

export const verificationNeeds = z.array(
  z.enum(Object.keys(VERIFICATION_NEEDS) as [VerificationNeed, ...VerificationNeed[]]),
)

/** "the front of an ID and a city" */
export function describeNeeds(needs: readonly VerificationNeed[]): string {
  const names = needs.map((need) => VERIFICATION_NEEDS[need])
  const last = names.pop() ?? ''
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`
}

/** Matches the notes of the console's bulk actions, which the browser fills in. */
export const BULK_NOTES = /^Bulk \w+ action$/i
