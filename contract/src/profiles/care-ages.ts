import type { CareAge } from './caregiver-about.ts'
import type { ChildAge } from './child-age.ts'

/**
 * The ages that a child counts as. Ages overlap where people don't agree: a child of 4 years counts as a toddler and as
 * of school age.
 * @see docs/rules/profiles-and-files.md#a-childs-age
 */
export function listCareAges({ age, age_months: months, due_date: dueDate }: ChildAge): CareAge[] {
  if (dueDate !== null) return ['newborn']
  if (age === 0) {
    const isNewborn = months === null || months <= 3
    const isBaby = months === null || months >= 3
    return [...(isNewborn ? ['newborn' as const] : []), ...(isBaby ? ['baby' as const] : [])]
  }
  return RANGES.filter(({ from, to }) => age >= from && age <= to).map(({ careAge }) => careAge)
}

/** In years, both included. */
const RANGES: readonly { careAge: CareAge; from: number; to: number }[] = [
  { careAge: 'baby', from: 1, to: 1 },
  { careAge: 'toddler', from: 1, to: 4 },
  { careAge: 'school_age', from: 4, to: 12 },
  { careAge: 'teen', from: 12, to: 17 },
]

/** The children who are of none of the ages that a caregiver cares for; nobody where the caregiver names no ages. */
export function findOtherAges<Child extends ChildAge>(
  children: readonly Child[],
  caredFor: readonly CareAge[],
): Child[] {
  if (caredFor.length === 0) return []
  return children.filter((child) => !listCareAges(child).some((age) => caredFor.includes(age)))
}
