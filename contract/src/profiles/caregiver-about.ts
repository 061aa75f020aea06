import { z } from 'zod'
import { text } from '../wire.ts'

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
const VIDEO_URL_MAXIMUM = 300

/** The address of a public page: https, a name with a dot, no user and no port. */
const PUBLIC_HTTPS_URL = /^https:\/\/(?:[a-z\d-]+\.)+[a-z]{2,}(?:[/?#]\S*)?$/i

/** What a caregiver may tell about themselves beside the description; each may be left out. */
export const caregiverAboutBody = {
  /** Null where the caregiver doesn't say. */
  experience_years: z
    .int({ error: 'Years of experience must be a whole number' })
    .min(0, { error: 'Years of experience must be 0 or more' })
    .max(EXPERIENCE_YEARS_MAXIMUM, {
      error: `Years of experience must be at most ${EXPERIENCE_YEARS_MAXIMUM}`,
    })
    .nullish(),
  care_ages: z
    .array(z.enum(CARE_AGES, { error: 'Choose ages from the list' }), { error: 'Ages must be a list' })
    .transform((ages) => CARE_AGES.filter((age) => ages.includes(age)))
    .optional(),
  /** Empty without a video. */
  video_url: text('Video link', VIDEO_URL_MAXIMUM)
    .transform((value) => value.trim())
    .refine((value) => value === '' || PUBLIC_HTTPS_URL.test(value), {
      error: 'Enter a link that begins with https://',
    })
    .optional(),
}

export const caregiverAbout = {
  experience_years: z.int().nullable(),
  care_ages: z.array(z.enum(CARE_AGES)),
  video_url: z.string(),
}
