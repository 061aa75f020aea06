import { z } from 'zod'
import { CARETAKER_NAME_MAXIMUM } from './accounts.ts'
import { CARETAKER_TEXT_LIMITS, COUNTRIES } from './reference.ts'
import { idSchema, requiredText, text, textList } from './wire.ts'

export const CHILDREN_MAXIMUM = 30
export const CHILD_NAME_MAXIMUM = 100
/** A child of hours is 0; children that are saved alone are 1 or more (marketplace §5). */
export const CHILD_AGE_MINIMUM_ALONE = 1
/** Above this an age is a slip of the keyboard. */
export const CHILD_AGE_MAXIMUM = 120
/** What is longer than this is a mistake, and refused; shorter notes are cut (marketplace §5). */
const CHILD_NOTES_RECEIVED_MAXIMUM = 10_000

/** Cut to `maximum` UTF-16 units, and never within a character. */
function cut(value: string, maximum: number): string {
  const kept = value.slice(0, maximum)
  return kept.isWellFormed() ? kept : kept.slice(0, -1)
}

/** Five digits or more, as people write them, perhaps with an extension. */
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
    .transform((value) => cut(value.trim(), CARETAKER_TEXT_LIMITS.childNotes))
    .default(''),
})

/** A nameless child is called by its place: 'Child 2' (marketplace §5). */
const childrenList = z
  .array(childBody, { error: 'Children must be a list' })
  .max(CHILDREN_MAXIMUM, { error: `A profile can hold at most ${CHILDREN_MAXIMUM} children` })
  .transform((children) =>
    children.map((child, index) => ({ ...child, name: child.name || `Child ${index + 1}` })),
  )

/** The details, saved without the children. */
export const caretakerDetailsBody = z.strictObject({
  editable_full_name: requiredText('Name', CARETAKER_NAME_MAXIMUM).transform((value) => value.trim()),
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

/** Ages of children that are saved alone (marketplace §5). */
function refuseYounger({ children = [] }: WithAges, context: z.RefinementCtx): void {
  for (const [index, { age }] of children.entries()) {
    if (age >= CHILD_AGE_MINIMUM_ALONE) continue
    context.addIssue({
      code: 'custom',
      path: ['children', index, 'age'],
      message: `Age must be ${CHILD_AGE_MINIMUM_ALONE} or more`,
    })
  }
}

/** The children, saved without the details: the whole list each time. */
export const childrenBody = z.strictObject({ children: childrenList }).superRefine(refuseYounger)
export type ChildrenBody = z.infer<typeof childrenBody>

/** What a PUT may carry: the children alone, some or all details alone, or both. What is left out stays. */
export const caretakerProfileBody = caretakerDetailsBody
  .partial()
  .extend({ children: childrenList.optional() })
  .superRefine((body, context) => {
    const fields = Object.entries(body).filter(([, value]) => value !== undefined)
    if (fields.length === 1) refuseYounger(body, context)
  })
export type CaretakerProfileBody = z.infer<typeof caretakerProfileBody>

const childShown = z.object({ name: z.string(), age: z.int(), notes: z.string() })
export type Child = z.infer<typeof childShown>

/** What everyone sees who may see the profile at all. */
const shownToAll = {
  id: idSchema,
  full_name: z.string(),
  avatar: z.string().nullable(),
  city: z.string(),
  country: z.string(),
  care_needs: z.array(z.string()),
  languages: z.array(z.string()),
  notes: z.string(),
}

/** What the family itself sees. */
export const ownCaretakerProfile = z.object({
  ...shownToAll,
  email: z.string(),
  phone_number: z.string(),
  children: z.array(childShown),
  profile_complete: z.boolean(),
})
export type OwnCaretakerProfile = z.infer<typeof ownCaretakerProfile>

/**
 * What a caregiver sees of a family that she has to do with. The phone number, and of the children more than their
 * ages, are there only once a booking of theirs is paid (decisions §3).
 */
export const caretakerForCaregiver = z.object({
  ...shownToAll,
  has_paid_booking: z.boolean(),
  phone_number: z.string().optional(),
  children: z.array(childShown.partial({ name: true, notes: true })),
})
export type CaretakerForCaregiver = z.infer<typeof caretakerForCaregiver>
