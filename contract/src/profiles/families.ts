import { z } from 'zod'
import { addressFields } from '../bookings/visits.ts'
import { nameSchema } from '../people/names.ts'
import { CARETAKER_TEXT_LIMITS } from '../reference.ts'
import { idSchema, text, textList } from '../wire.ts'
import { childResponse, childrenList, rejectTooYoung } from './children.ts'
import { emergencyContact, emergencyContactBody, phoneSchema } from './phones.ts'

/** The details without the children. */
export const caretakerDetailsBody = z.strictObject({
  editable_full_name: nameSchema(),
  phone_number: phoneSchema,
  emergency_contact: emergencyContactBody,
  ...addressFields,
  /** The suggested place that was picked, if any. @see docs/rules/profiles-and-files.md#places */
  place_id: idSchema.nullish(),
  care_needs: textList('Care need', { maxItems: 60, maxLength: 60 }),
  languages: textList('Language', { maxItems: 20, maxLength: 60 }),
  notes: text('Notes', CARETAKER_TEXT_LIMITS.notes),
})

/**
 * A PUT of a family's profile: some or all details, the children, or both. Fields that are left out stay.
 * @see docs/rules/profiles-and-files.md#family-profile
 */
export const caretakerProfileBody = caretakerDetailsBody
  .partial()
  .extend({ children: childrenList.optional() })
  .superRefine((body, context) => {
    const fields = Object.entries(body).filter(([, value]) => value !== undefined)
    if (fields.length === 1) rejectTooYoung(body, context)
  })
export type CaretakerProfileBody = z.infer<typeof caretakerProfileBody>

/** The fields that everyone who may see the profile sees. */
const commonFields = {
  id: idSchema,
  full_name: z.string(),
  avatar: z.string().nullable(),
  neighborhood: z.string(),
  city: z.string(),
  country: z.string(),
  care_needs: z.array(z.string()),
  languages: z.array(z.string()),
  notes: z.string(),
}

/** A family's profile as they see it. */
export const ownCaretakerProfile = z.object({
  ...commonFields,
  email: z.string(),
  phone_number: z.string(),
  emergency_contact: emergencyContact.nullable(),
  place_id: idSchema.nullable(),
  street: z.string(),
  apartment: z.string(),
  postal_code: z.string(),
  children: z.array(childResponse),
  profile_complete: z.boolean(),
})
export type OwnCaretakerProfile = z.infer<typeof ownCaretakerProfile>

/**
 * A family's profile as a caregiver sees it. The address and the children's names and notes are there only
 * while a paid booking allows it, the phone number until a day after the last visit.
 * @see docs/rules/profiles-and-files.md#who-sees-a-family
 */
export const caretakerForCaregiver = z.object({
  ...commonFields,
  /** Whether they have paid with a card in their name. @see docs/rules/profiles-and-files.md#card-checked */
  is_card_checked: z.boolean(),
  has_paid_booking: z.boolean(),
  /** Whether the two may write to each other now. */
  can_message: z.boolean(),
  phone_number: z.string().optional(),
  street: z.string().optional(),
  apartment: z.string().optional(),
  postal_code: z.string().optional(),
  children: z.array(childResponse.omit({ id: true, birth_month: true }).partial({ name: true, notes: true })),
})
export type CaretakerForCaregiver = z.infer<typeof caretakerForCaregiver>
