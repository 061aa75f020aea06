import { findDueDateError } from '@tendwell/contract/profiles/child-age'
import { type Child, childrenBody } from '@tendwell/contract/profiles/children'
import type { OwnCaretakerProfile } from '@tendwell/contract/profiles/families'
import { z } from 'zod'
import { getToday } from './child-age.ts'

export const AGE_UNITS = ['years', 'months', 'due'] as const
export type AgeUnit = (typeof AGE_UNITS)[number]

const typedChild = z.object({
  /** Undefined for a new child. `id` is the form's own key. */
  childId: z.number().optional(),
  name: z.string(),
  unit: z.enum(AGE_UNITS),
  /** In years; null while the field is empty, as are the months. */
  age: z.number().nullable(),
  age_months: z.number().nullable(),
  due_date: z.string(),
  notes: z.string(),
})
type TypedChild = z.output<typeof typedChild>

/** The age in the chosen unit only. The fields of the others may still hold what was typed before. */
const childWithOneAge = typedChild.transform((child, context) => {
  const { childId: id, name, notes, unit } = child
  const error = findAgeError(child)
  if (error) context.addIssue({ code: 'custom', path: [ageField(unit)], message: error })
  const age = unit === 'years' ? (child.age ?? 0) : 0
  const age_months = unit === 'months' ? child.age_months : null
  const due_date = unit === 'due' ? child.due_date : null
  return { ...(id !== undefined && { id }), name, notes, age, age_months, due_date }
})

const typedChildren = z.object({ children: z.array(childWithOneAge) })

export const childrenForm = typedChildren.pipe(
  // The form always has a name and notes, though maybe empty. The call may omit them.
  childrenBody as z.ZodType<z.output<typeof childrenBody>, z.output<typeof typedChildren>>,
)
export type ChildrenValues = z.input<typeof childrenForm>

/** The form's field for an age in this unit. */
function ageField(unit: AgeUnit) {
  return ({ years: 'age', months: 'age_months', due: 'due_date' } as const)[unit]
}

function findAgeError({ unit, age, age_months, due_date }: TypedChild): string | null {
  if (unit === 'due') return due_date ? findDueDateError(due_date, getToday()) : 'Due date is required'
  return (unit === 'years' ? age : age_months) === null ? 'Age is required' : null
}

export function toChildrenValues({ children }: OwnCaretakerProfile): ChildrenValues {
  return { children: children.map(toChildValues) }
}

function toChildValues({ id: childId, name, notes, ...age }: Child): ChildrenValues['children'][number] {
  const { age_months, due_date } = age
  if (due_date !== null) return { ...newChild, childId, name, notes, unit: 'due', due_date }
  if (age.age === 0) return { ...newChild, childId, name, notes, unit: 'months', age_months }
  return { ...newChild, childId, name, notes, age: age.age }
}

export const newChild: ChildrenValues['children'][number] = {
  name: '',
  unit: 'years',
  age: null,
  age_months: null,
  due_date: '',
  notes: '',
}
