import { type CareKind, SKILLS_OF_KIND } from '@tendwell/contract/reference'

const KINDS_FOR_CHILDREN: readonly CareKind[] = ['newborn', 'child', 'special_needs']

/**
 * The skills of a caregiver that another one needs at least half of to do the same care: those of a kind of
 * care, and for children those of the kinds for children, if there are any.
 * @param skillKeys in lower case, as profiles store them
 * @see docs/rules/bookings.md#backup-caregivers
 */
export function listCareSkills(skillKeys: readonly string[], isForChildren: boolean): string[] {
  const within = (kinds: readonly CareKind[]) => {
    const skills = new Set(kinds.flatMap((kind) => SKILLS_OF_KIND[kind].map((skill) => skill.toLowerCase())))
    return skillKeys.filter((key) => skills.has(key))
  }
  const forChildren = isForChildren ? within(KINDS_FOR_CHILDREN) : []
  return forChildren.length > 0 ? forChildren : within(Object.keys(SKILLS_OF_KIND) as CareKind[])
}
