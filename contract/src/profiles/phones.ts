import { z } from 'zod'
import { text } from '../wire.ts'

/** The longest phone number. */
export const PHONE_MAXIMUM = 32
/** The longest name of an emergency contact. */
export const EMERGENCY_NAME_MAXIMUM = 100

/** Whether the text has at least 5 digits, the usual characters between them and an optional extension. */
function isPhoneNumber(value: string): boolean {
  return /^\+?[\d\s()./-]+(?:(?:x|ext\.?)\s*\d+)?$/i.test(value) && value.replace(/\D/g, '').length >= 5
}

/** A phone number as people write it, or an empty text. */
export const phoneSchema = text('Phone number', PHONE_MAXIMUM)
  .transform((value) => value.trim())
  .refine((value) => value === '' || isPhoneNumber(value), { error: 'Enter a valid phone number' })

/** Whom a caregiver calls when the family can't be reached; both fields are empty for nobody. */
export const emergencyPersonBody = z
  .strictObject(
    { name: text('Name', EMERGENCY_NAME_MAXIMUM).transform((value) => value.trim()), phone: phoneSchema },
    { error: 'Emergency contact must be an object' },
  )
  .refine(({ name, phone }) => !name || phone, { error: 'Add their phone number', path: ['phone'] })
  .refine(({ name, phone }) => !phone || name, { error: 'Add their name', path: ['name'] })

/** Null means nobody, too. */
export const emergencyContactBody = emergencyPersonBody.nullable()

export const emergencyContact = z.object({ name: z.string(), phone: z.string() })
export type EmergencyContact = z.infer<typeof emergencyContact>
