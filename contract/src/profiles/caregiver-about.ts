import { z } from 'zod'

export const CARE_AGES = ['newborn', 'baby', 'toddler', 'school_age', 'teen'] as const
export type CareAge = (typeof CARE_AGES)[number]

/** Each age as a choice, and as part of a sentence. */
export const CARE_AGE_WORDS: Readonly<Record<CareAge, { label: string; many: string }>> = {
  newborn: { label: 'Newborn', many: 'newborns' },
  baby: { label: 'Baby', many: 'babies' },
  toddler: { label: 'Toddler', many: 'toddlers' },
  school_age: { label: 'School age', many: 'school children' },
  teen: { label: 'Teen', many: 'teens' },
}

export const EXPERIENCE_YEARS_MAXIMUM = 60

/** The shortest and the longest distance that a caregiver can set, in kilometers. */
export const TRAVEL_MINIMUM_KM = 1
export const TRAVEL_MAXIMUM_KM = 500

/** What a caregiver tells about themselves beside the description. */
export const caregiverAbout = {
  experience_years: z.int().nullable(),
  care_ages: z.array(z.enum(CARE_AGES)),
  video_url: z.string(),
  /** How far they travel, in kilometers from the center of their city; null if they set no limit. */
  travel_km: z.number().nullable(),
}
