import {
  type CaretakerDetailsBody,
  caretakerDetailsBody,
  type OwnCaretakerProfile,
} from '@tendwell/contract/profiles/families'
import { COUNTRIES } from '@tendwell/contract/reference'

export const familyForm = caretakerDetailsBody
export type CaretakerValues = CaretakerDetailsBody

export function toFamilyValues(profile: OwnCaretakerProfile): CaretakerValues {
  return {
    editable_full_name: profile.full_name,
    phone_number: profile.phone_number,
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
