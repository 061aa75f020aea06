import { findBirthMonthError, findDueDateError } from '@tendwell/contract/profiles/child-age'
import { isUnnamed } from '@tendwell/contract/profiles/child-name'
import { type Child, childrenBody } from '@tendwell/contract/profiles/children'
import type { OwnCaretakerProfile } from '@tendwell/contract/profiles/families'
import { z } from 'zod'
import { getToday } from './child-age.ts'

/** How an age is given. Months are kept for children that were saved with them. */
const AGE_UNITS = ['born', 'due', 'years', 'months'] as const
export type AgeUnit = (typeof AGE_UNITS)[number]

const typedChild = z.object({
  /** Undefined for a new child. `id` is the form's own key. */
  childId: z.number().optional(),
  name: z.string(),
  unit: z.enum(AGE_UNITS),
  /** Of the birth, such as `03` and `2024`; '' until they are chosen. */
  month: z.string(),
  year: z.string(),
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
  for (const [field, message] of Object.entries(findAgeErrors(child))) {
    if (message) context.addIssue({ code: 'custom', path: [field], message })
  }
  const age = unit === 'years' ? (child.age ?? 0) : 0
  const age_months = unit === 'months' ? child.age_months : null
  const due_date = unit === 'due' ? child.due_date : null
  const birth_month = unit === 'born' ? `${child.year}-${child.month}` : null
  return { ...(id !== undefined && { id }), name, notes, age, age_months, due_date, birth_month }
})

const typedChildren = z.object({ children: z.array(childWithOneAge) })

export const childrenForm = typedChildren.pipe(
  // The form always has a name and notes, though maybe empty. The call may omit them.
  childrenBody as z.ZodType<z.output<typeof childrenBody>, z.output<typeof typedChildren>>,
)
export type ChildrenValues = z.input<typeof childrenForm>

/** What is wrong with the age in the chosen unit, by the form's field. */
function findAgeErrors(child: TypedChild): Partial<Record<keyof TypedChild, string | false | null>> {
  const { unit, month, year, due_date: dueDate } = child
  const today = getToday()
  if (unit === 'born') {
    if (!month || !year) return { month: !month && 'Choose the month', year: !year && 'Choose the year' }
    return { month: findBirthMonthError(`${year}-${month}`, today) }
  }
  if (unit === 'due') return { due_date: dueDate ? findDueDateError(dueDate, today) : 'Due date is required' }
  const field = unit === 'years' ? 'age' : 'age_months'
  return { [field]: child[field] === null && 'Age is required' }
}

export function toChildrenValues({ children }: OwnCaretakerProfile): ChildrenValues {
  return { children: children.map(toChildValues) }
}

/** The field of a child without a name is empty, so that the name of its place isn't one that the family typed. */
function toChildValues({ id: childId, notes, ...child }: Child): ChildrenValues['children'][number] {
  const { name: stored, ...age } = child
  const name = isUnnamed(stored) ? '' : stored
  const { age_months, due_date, birth_month } = age
  if (birth_month !== null) {
    const [year = '', month = ''] = birth_month.split('-')
    return { ...newChild, childId, name, notes, year, month }
  }
  if (due_date !== null) return { ...newChild, childId, name, notes, unit: 'due', due_date }
  if (age.age === 0) return { ...newChild, childId, name, notes, unit: 'months', age_months }
  return { ...newChild, childId, name, notes, unit: 'years', age: age.age }
}

export const newChild: ChildrenValues['children'][number] = {
  name: '',
  unit: 'born',
  month: '',
  year: '',
  age: null,
  age_months: null,
  due_date: '',
  notes: '',
}
