import { caregiverProfileBody } from '@tendwell/contract/profiles/caregiver-body'
import type { OwnCaregiverProfile } from '@tendwell/contract/profiles/profiles'
import { COUNTRIES } from '@tendwell/contract/reference'
import type { z } from 'zod'
import { COUNTRY_MISSING, hasCountryOfCity } from '../country-of-city.ts'

/** An empty rate is saved as 0, which means not set. */
export const caregiverProfileSchema = caregiverProfileBody
  .extend({
    hourly_rate_usd: caregiverProfileBody.shape.hourly_rate_usd.nullable().transform((rate) => rate ?? 0),
  })
  .required({
    timezone: true,
    cancellation_policy: true,
    phone_number: true,
    care_ages: true,
    video_url: true,
  })
  .refine(hasCountryOfCity, COUNTRY_MISSING)

export type ProfileValues = z.input<typeof caregiverProfileSchema>

export function toValues(profile: OwnCaregiverProfile): ProfileValues {
  return {
    // A new name that waits is what the caregiver entered last.
    editable_full_name: profile.pending_changes?.full_name ?? profile.full_name,
    city: profile.city,
    country: COUNTRIES.find((country) => country === profile.country) ?? '',
    place_id: profile.place_id,
    hourly_rate_usd: profile.hourly_rate_usd,
    languages: profile.languages,
    skills: profile.skills,
    description: profile.description,
    timezone: profile.timezone,
    phone_number: profile.phone_number,
    cancellation_policy: profile.cancellation_policy,
    experience_years: profile.experience_years,
    care_ages: profile.care_ages,
    video_url: profile.video_url,
    travel_km: profile.travel_km,
  }
}

/** The details that a caregiver's profile still needs. @see docs/rules/accounts.md#profile-completeness */
export function listMissingDetails(profile: OwnCaregiverProfile): string[] {
  const parts: [string, boolean][] = [
    ['your name', profile.full_name.trim() !== ''],
    ['your city', profile.city.trim() !== ''],
    ['your country', profile.country !== ''],
    ['an hourly rate', profile.hourly_rate_usd > 0],
    ['a language', profile.languages.length > 0],
    ['a skill', profile.skills.length > 0],
    ['a description', profile.description.trim() !== ''],
  ]
  return parts.filter(([, isThere]) => !isThere).map(([part]) => part)
}

/** Every zone this browser knows, and the current one. */
export function zoneOptions(current: string): { id: string; label: string }[] {
  const zones = new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')])
  return [...zones].sort().map((zone) => ({ id: zone, label: zone.replaceAll('_', ' ') }))
}
