import { z } from 'zod'
import { CANCELLATION_POLICIES } from '../cancellation/policies.ts'
import { CAREGIVER_NAME_MAXIMUM, nameSchema } from '../people/names.ts'
import { COUNTRIES } from '../reference.ts'
import { idSchema, text, textList, zoneSchema } from '../wire.ts'
import {
  CARE_AGES,
  EXPERIENCE_YEARS_MAXIMUM,
  TRAVEL_MAXIMUM_KM,
  TRAVEL_MINIMUM_KM,
} from './caregiver-about.ts'
import { phoneSchema } from './phones.ts'
import { DESCRIPTION_MAXIMUM, HOURLY_RATE_MAXIMUM_USD } from './profiles.ts'

const VIDEO_URL_MAXIMUM = 300
/** The address of a public page: https, a name with a dot, no user and no port. */
const PUBLIC_HTTPS_URL = /^https:\/\/(?:[a-z\d-]+\.)+[a-z]{2,}(?:[/?#]\S*)?$/i

/** A link to a public page, also typed without `https://`; may be empty. */
export const videoLink = text('Video link', VIDEO_URL_MAXIMUM)
  .transform((value) => value.trim())
  .transform((value) => (/^[a-z\d-]+(?:\.[a-z\d-]+)+(?:[/?#]|$)/i.test(value) ? `https://${value}` : value))
  .refine((value) => value === '' || PUBLIC_HTTPS_URL.test(value), {
    error: 'Enter a link that begins with https://',
  })

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
  video_url: videoLink.optional(),
  /** Null without a limit. */
  travel_km: z
    .number({ error: 'Distance must be a number' })
    .min(TRAVEL_MINIMUM_KM, { error: 'Enter at least 1 mile or 1 km, or leave it empty' })
    .max(TRAVEL_MAXIMUM_KM, { error: `Enter at most ${TRAVEL_MAXIMUM_KM} km (310 miles), or leave it empty` })
    .nullish(),
}

/** US dollars per hour. */
const hourlyRateSchema = z
  .number({ error: 'Hourly rate must be a number' })
  .min(0, { error: 'Hourly rate must be 0 or more' })
  .max(HOURLY_RATE_MAXIMUM_USD, { error: `Hourly rate must be at most ${HOURLY_RATE_MAXIMUM_USD}` })
  .refine((value) => Number(value.toFixed(2)) === value, { error: 'Hourly rate can have at most 2 decimals' })

export const caregiverProfileBody = z.strictObject({
  editable_full_name: nameSchema(CAREGIVER_NAME_MAXIMUM),
  city: text('City', 100).transform((value) => value.trim()),
  country: z.union([z.literal(''), z.enum(COUNTRIES)], { error: 'Choose a country from the list' }),
  /** The suggested place that was picked, if any. @see docs/rules/profiles-and-files.md#places */
  place_id: idSchema.nullish(),
  hourly_rate_usd: hourlyRateSchema,
  languages: textList('Language', { maxItems: 20, maxLength: 60 }),
  description: text('Description', DESCRIPTION_MAXIMUM),
  skills: textList('Skill', { maxItems: 60, maxLength: 60 }),
  timezone: zoneSchema.optional(),
  phone_number: phoneSchema.optional(),
  cancellation_policy: z
    .enum(CANCELLATION_POLICIES, { error: 'Choose a cancellation policy from the list' })
    .optional(),
  ...caregiverAboutBody,
})
export type CaregiverProfileBody = z.infer<typeof caregiverProfileBody>
