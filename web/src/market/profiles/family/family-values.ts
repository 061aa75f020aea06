import { caretakerDetailsBody, type OwnCaretakerProfile } from '@tendwell/contract/profiles/families'
import { emergencyPersonBody } from '@tendwell/contract/profiles/phones'
import { COUNTRIES } from '@tendwell/contract/reference'
import type { z } from 'zod'
import { COUNTRY_MISSING, hasCountryOfCity } from '../country-of-city.ts'

export const familyForm = caretakerDetailsBody
  .extend({ emergency_contact: emergencyPersonBody })
  .refine(hasCountryOfCity, COUNTRY_MISSING)
export type CaretakerValues = z.infer<typeof familyForm>

export function toFamilyValues(profile: OwnCaretakerProfile): CaretakerValues {
  return {
    editable_full_name: profile.full_name,
    phone_number: profile.phone_number,
    emergency_contact: profile.emergency_contact ?? { name: '', phone: '' },
    street: profile.street,
    apartment: profile.apartment,
    neighborhood: profile.neighborhood,
    postal_code: profile.postal_code,
    city: profile.city,
    country: COUNTRIES.find((country) => country === profile.country) ?? '',
    place_id: profile.place_id,
    care_needs: profile.care_needs,
    languages: profile.languages,
    notes: profile.notes,
  }
}

/** The details that a family's profile still needs. @see docs/rules/accounts.md#profile-completeness */
export function listMissingFamilyDetails(profile: OwnCaretakerProfile): string[] {
  const parts: [string, string][] = [
    ['your name', profile.full_name],
    ['your city', profile.city],
    ['your country', profile.country],
  ]
  return parts.filter(([, value]) => value.trim() === '').map(([part]) => part)
}
