import { CAREGIVER_NAME_MAXIMUM } from '@tendwell/contract/people/names'
import type { VerificationStatus } from '@tendwell/contract/profiles/profiles'
import type { VerificationNeed } from '@tendwell/contract/profiles/verification-needs'

export type CaregiverDetails = {
  fullName: string
  city: string
  country: string
  /** US cents an hour; 0 means not set. */
  rateCents: number
  languages: string[]
  skills: string[]
  description: string
}

/**
 * The details that a complete profile needs and this profile lacks.
 * @see docs/rules/accounts.md#profile-completeness
 */
export function listMissingDetails(details: CaregiverDetails): VerificationNeed[] {
  const { fullName, city, country, description, rateCents, languages, skills } = details
  const isValidName = fullName.trim() !== '' && fullName.length <= CAREGIVER_NAME_MAXIMUM
  const isMissing = {
    full_name: !isValidName,
    city: city.trim() === '',
    country: country.trim() === '',
    hourly_rate_usd: rateCents === 0,
    languages: languages.length === 0,
    skills: skills.length === 0,
    description: description.trim() === '',
  }
  return (Object.keys(isMissing) as (keyof typeof isMissing)[]).filter((need) => isMissing[need])
}

/** Whether a caregiver's profile is complete. @see docs/rules/accounts.md#profile-completeness */
export function isCompleteCaregiver(details: CaregiverDetails): boolean {
  return listMissingDetails(details).length === 0
}

/** The lower case form in which skills and languages are compared. */
export function toKey(word: string): string {
  return word.toLowerCase()
}

/** Removes words that differ only in case from an earlier one. */
export function removeDuplicates(words: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const word of words) if (!byKey.has(toKey(word))) byKey.set(toKey(word), word)
  return [...byKey.values()]
}

/**
 * The status after an upload of new documents, by the status before it: a decision on the old documents no
 * longer counts, but a flagged caregiver stays flagged.
 * @see docs/rules/profiles-and-files.md#verification
 */
export const STATUS_AFTER_UPLOAD: Record<VerificationStatus, VerificationStatus> = {
  pending: 'pending',
  verified: 'pending',
  rejected: 'pending',
  flagged: 'flagged',
}

/** Ratings are stored in hundredths of a star, as whole numbers. */
const HUNDREDTHS = 100

/** @param stars 0 to 5 @returns hundredths of a star, rounded */
export function toRatingHundredths(stars: number): number {
  return Math.round(stars * HUNDREDTHS)
}

/** @returns the average in stars, 1 to 5 with at most 2 decimals; null without reviews */
export function toAverageRating(rating: { ratingHundredths: number; ratingCount: number }): number | null {
  return rating.ratingCount === 0 ? null : rating.ratingHundredths / HUNDREDTHS
}
