import { type CareKind, SKILLS_OF_KIND } from '@tendwell/contract/reference'

const KINDS_FOR_CHILDREN: readonly CareKind[] = ['newborn', 'child', 'special_needs']

/**
 * The skills of a caregiver by which their substitutes are found; a substitute needs at least half of these.
 * They are the caregiver's skills that belong to a kind of care; for a request with children, only those of
 * the kinds for children, if there are any.
 * @param skillKeys in lower case, as profiles store them
 * @see docs/rules/bookings.md#backup-caregivers
 */
export function listCareSkills(skillKeys: readonly string[], isForChildren: boolean): string[] {
  const listSkillsOf = (kinds: readonly CareKind[]) => {
    const skills = new Set(kinds.flatMap((kind) => SKILLS_OF_KIND[kind].map((skill) => skill.toLowerCase())))
    return skillKeys.filter((key) => skills.has(key))
  }
  const skillsForChildren = isForChildren ? listSkillsOf(KINDS_FOR_CHILDREN) : []
  return skillsForChildren.length > 0
    ? skillsForChildren
    : listSkillsOf(Object.keys(SKILLS_OF_KIND) as CareKind[])
}
