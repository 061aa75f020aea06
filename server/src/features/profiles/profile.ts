import type { VerificationStatus } from '@tendwell/contract/profiles'

/** What decides whether a caregiver's profile is complete. */
export type CaregiverDetails = {
  fullName: string
  city: string
  country: string
  rateCents: number
  languages: string[]
  skills: string[]
  description: string
}

/** Whether a caregiver's profile holds all that `profile_complete` asks for (decisions §2). */
export function isComplete(details: CaregiverDetails): boolean {
  const { fullName, city, country, description, rateCents, languages, skills } = details
  const hasTexts = [fullName, city, country, description].every((value) => value.trim() !== '')
  return hasTexts && rateCents > 0 && languages.length > 0 && skills.length > 0
}

/** What comparing ignores: the case of letters. */
export function keyOf(word: string): string {
  return word.toLowerCase()
}

/** Words as written, each once whatever its case; the first way of writing it stays. */
export function distinctWords(words: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const word of words) if (!byKey.has(keyOf(word))) byKey.set(keyOf(word), word)
  return [...byKey.values()]
}

/**
 * The status that new documents lead to: what was decided on the old ones no longer holds (decisions §3). One under
 * review stays under review.
 */
export const STATUS_AFTER_UPLOAD: Record<VerificationStatus, VerificationStatus> = {
  pending: 'pending',
  verified: 'pending',
  rejected: 'pending',
  flagged: 'flagged',
}

/** Ratings are kept in hundredths of a star, so that they compare as whole numbers. */
const HUNDREDTHS = 100

/** @param stars 0 to 5, as a search asks for them @returns hundredths of a star, rounded */
export function hundredthsOf(stars: number): number {
  return Math.round(stars * HUNDREDTHS)
}

/** The average of a caregiver's reviews as answers carry it, 1 to 5 with at most two decimals; null without any. */
export function averageOf(rating: { ratingHundredths: number; ratingCount: number }): number | null {
  return rating.ratingCount === 0 ? null : rating.ratingHundredths / HUNDREDTHS
}
