import { z } from 'zod'
import { CARETAKER_TEXT_LIMITS } from '../reference.ts'
import { idSchema, localDateSchema, text } from '../wire.ts'
import { CHILD_AGE_MAXIMUM, CHILD_MONTHS_MAXIMUM } from './child-age.ts'
import { nameByPlace } from './child-name.ts'

export const CHILDREN_MAXIMUM = 30
export const CHILD_NAME_MAXIMUM = 100
/**
 * The minimum age in a call that saves only the children; otherwise 0.
 * @see docs/rules/profiles-and-files.md#a-childs-age
 */
export const CHILD_AGE_MINIMUM_WITHOUT_DETAILS = 1
/** Longer notes are rejected; shorter ones are truncated to `CARETAKER_TEXT_LIMITS.childNotes`. */
const CHILD_NOTES_RECEIVED_MAXIMUM = 10_000

/** Truncates a text to `maximum` UTF-16 units, never inside a character. */
function truncate(value: string, maximum: number): string {
  const kept = value.slice(0, maximum)
  return kept.isWellFormed() ? kept : kept.slice(0, -1)
}

const years = z
  .int({ error: 'Age must be a whole number' })
  .min(0, { error: 'Age must be 0 or more' })
  .max(CHILD_AGE_MAXIMUM, { error: `Age must be at most ${CHILD_AGE_MAXIMUM}` })

const months = z
  .int({ error: 'Months must be a whole number' })
  .min(0, { error: 'Months must be 0 or more' })
  .max(CHILD_MONTHS_MAXIMUM, {
    error: `Months must be at most ${CHILD_MONTHS_MAXIMUM}. Enter older children’s age in years`,
  })

const birthMonth = z
  .string({ error: 'Enter a month as YYYY-MM' })
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'Enter a month as YYYY-MM' })

const childFields = z.strictObject({
  /** The id of a child that the family already has; a new child has none. */
  id: idSchema.optional(),
  name: text('Child name', CHILD_NAME_MAXIMUM)
    .transform((value) => value.trim())
    .default(''),
  age: years.optional(),
  age_months: months.nullable().default(null),
  due_date: localDateSchema.nullable().default(null),
  birth_month: birthMonth.nullable().default(null),
  notes: text('Notes', CHILD_NOTES_RECEIVED_MAXIMUM)
    .transform((value) => truncate(value.trim(), CARETAKER_TEXT_LIMITS.childNotes))
    .default(''),
})

/**
 * A birth month, or years, or months under one year, or a due date. The years and months of an answer may come
 * back beside the birth month from which they follow, and are dropped.
 * @see docs/rules/profiles-and-files.md#a-childs-age
 */
const childBody = childFields.transform(({ age, ...child }, context) => {
  const { birth_month: birthMonth, age_months: months, due_date: dueDate } = child
  // An age of 0 years beside months or a due date says nothing else.
  const ages = birthMonth === null ? [age || null, months, dueDate] : [birthMonth, dueDate]
  const count = ages.filter((given) => given !== null).length
  if (count === 1 && birthMonth !== null) return { ...child, age: 0, age_months: null }
  if (count === 1 || (count === 0 && age !== undefined)) return { ...child, age: age ?? 0 }
  const message =
    count > 1 ? 'Enter a birth month, years, months or a due date, only one of them' : 'Age is required'
  context.addIssue({ code: 'custom', path: ['age'], message })
  return z.NEVER
})

/** A child without a name gets one by position: 'Child 2'. */
export const childrenList = z
  .array(childBody, { error: 'Children must be a list' })
  .max(CHILDREN_MAXIMUM, { error: `A profile can hold at most ${CHILDREN_MAXIMUM} children` })
  .transform((children) =>
    children.map((child, index) => ({ ...child, name: child.name || nameByPlace(index) })),
  )

type WithAges = { children?: readonly z.output<typeof childBody>[] | undefined }

/** Rejects an age of 0 years, which only a call that saves other fields of the profile too may contain. */
export function rejectTooYoung({ children = [] }: WithAges, context: z.RefinementCtx): void {
  for (const [index, { age, age_months, due_date, birth_month }] of children.entries()) {
    const isInYears = age_months === null && due_date === null && birth_month === null
    if (!isInYears || age >= CHILD_AGE_MINIMUM_WITHOUT_DETAILS) continue
    context.addIssue({
      code: 'custom',
      path: ['children', index, 'age'],
      message: `Age must be ${CHILD_AGE_MINIMUM_WITHOUT_DETAILS} or more`,
    })
  }
}

/** The whole list of children, without other fields of the profile. */
export const childrenBody = z.strictObject({ children: childrenList }).superRefine(rejectTooYoung)
export type ChildrenBody = z.output<typeof childrenBody>

export const childAgeResponse = z.object({
  age: z.int(),
  age_months: z.int().nullable(),
  due_date: z.string().nullable(),
})

/** A child as its own family sees it. Others never get the birth month, only the age that follows from it. */
export const childResponse = childAgeResponse.extend({
  id: idSchema,
  name: z.string(),
  notes: z.string(),
  /** `YYYY-MM`; null where only an age or a due date is known. */
  birth_month: z.string().nullable(),
})
export type Child = z.infer<typeof childResponse>
