import { z } from 'zod'
import { nameSchema } from './names.ts'
import { CARETAKER_TEXT_LIMITS, COUNTRIES } from './reference.ts'
import { idSchema, text, textList } from './wire.ts'

export const CHILDREN_MAXIMUM = 30
export const CHILD_NAME_MAXIMUM = 100
/** The minimum age in a call that saves only the children; otherwise 0. @see docs/rules/profiles-and-files.md#family-profile */
export const CHILD_AGE_MINIMUM_WITHOUT_DETAILS = 1
/** A higher age is treated as a typo. */
export const CHILD_AGE_MAXIMUM = 120
/** Longer notes are rejected; shorter ones are truncated to `CARETAKER_TEXT_LIMITS.childNotes`. */
const CHILD_NOTES_RECEIVED_MAXIMUM = 10_000

/** Truncates a text to `maximum` UTF-16 units, never inside a character. */
function truncate(value: string, maximum: number): string {
  const kept = value.slice(0, maximum)
  return kept.isWellFormed() ? kept : kept.slice(0, -1)
}

/** Whether the text has at least 5 digits, the usual characters between them and an optional extension. */
function isPhoneNumber(value: string): boolean {
  return /^\+?[\d\s()./-]+(?:(?:x|ext\.?)\s*\d+)?$/i.test(value) && value.replace(/\D/g, '').length >= 5
}

const childBody = z.strictObject({
  name: text('Child name', CHILD_NAME_MAXIMUM)
    .transform((value) => value.trim())
    .default(''),
  age: z
    .int({ error: ({ input }) => (input === undefined ? 'Age is required' : 'Age must be a whole number') })
    .min(0, { error: 'Age must be 0 or more' })
    .max(CHILD_AGE_MAXIMUM, { error: `Age must be at most ${CHILD_AGE_MAXIMUM}` }),
  notes: text('Notes', CHILD_NOTES_RECEIVED_MAXIMUM)
    .transform((value) => truncate(value.trim(), CARETAKER_TEXT_LIMITS.childNotes))
    .default(''),
})

/** A child without a name gets one by position: 'Child 2'. */
const childrenList = z
  .array(childBody, { error: 'Children must be a list' })
  .max(CHILDREN_MAXIMUM, { error: `A profile can hold at most ${CHILDREN_MAXIMUM} children` })
  .transform((children) =>
    children.map((child, index) => ({ ...child, name: child.name || `Child ${index + 1}` })),
  )

/** The details without the children. */
export const caretakerDetailsBody = z.strictObject({
  editable_full_name: nameSchema(),
  phone_number: text('Phone number', 32)
    .transform((value) => value.trim())
    .refine((value) => value === '' || isPhoneNumber(value), { error: 'Enter a valid phone number' }),
  city: text('City', 100).transform((value) => value.trim()),
  country: z.union([z.literal(''), z.enum(COUNTRIES)], { error: 'Choose a country from the list' }),
  care_needs: textList('Care need', { maxItems: 60, maxLength: 60 }),
  languages: textList('Language', { maxItems: 20, maxLength: 60 }),
  notes: text('Notes', CARETAKER_TEXT_LIMITS.notes),
})
export type CaretakerDetailsBody = z.infer<typeof caretakerDetailsBody>

type WithAges = { children?: readonly { age: number }[] | undefined }

function rejectYounger({ children = [] }: WithAges, context: z.RefinementCtx): void {
  for (const [index, { age }] of children.entries()) {
    if (age >= CHILD_AGE_MINIMUM_WITHOUT_DETAILS) continue
    context.addIssue({
      code: 'custom',
      path: ['children', index, 'age'],
      message: `Age must be ${CHILD_AGE_MINIMUM_WITHOUT_DETAILS} or more`,
    })
  }
}

/** The whole list of children, without the details. */
export const childrenBody = z.strictObject({ children: childrenList }).superRefine(rejectYounger)
export type ChildrenBody = z.infer<typeof childrenBody>

/**
 * A PUT of a family's profile: some or all details, the children, or both. Fields that are left out stay.
 * @see docs/rules/profiles-and-files.md#family-profile
 */
export const caretakerProfileBody = caretakerDetailsBody
  .partial()
  .extend({ children: childrenList.optional() })
  .superRefine((body, context) => {
    const fields = Object.entries(body).filter(([, value]) => value !== undefined)
    if (fields.length === 1) rejectYounger(body, context)
  })
export type CaretakerProfileBody = z.infer<typeof caretakerProfileBody>

const childResponse = z.object({ name: z.string(), age: z.int(), notes: z.string() })
export type Child = z.infer<typeof childResponse>

/** The fields that everyone who may see the profile sees. */
const commonFields = {
  id: idSchema,
  full_name: z.string(),
  avatar: z.string().nullable(),
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
  children: z.array(childResponse),
  profile_complete: z.boolean(),
})
export type OwnCaretakerProfile = z.infer<typeof ownCaretakerProfile>

/**
 * A family's profile as a caregiver sees it. The phone number and the children's names and notes are there only after
 * the first paid booking between the two.
 * @see docs/rules/profiles-and-files.md#who-sees-a-family
 */
export const caretakerForCaregiver = z.object({
  ...commonFields,
  has_paid_booking: z.boolean(),
  phone_number: z.string().optional(),
  children: z.array(childResponse.partial({ name: true, notes: true })),
})
export type CaretakerForCaregiver = z.infer<typeof caretakerForCaregiver>
