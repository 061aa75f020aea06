import type { Child } from '@tendwell/contract/profiles/children'
import { type CareKind, SKILLS_OF_KIND } from '@tendwell/contract/reference'
import { listWantedKinds } from './matching/match.ts'

/**
 * What a substitute must have: skills of which at least `least` are theirs, for each part of the care. For a visit with
 * children the parts are the kinds of care that the children's ages call for, and one skill of each is enough; without
 * children there is one part, the skills of the replaced caregiver that belong to a kind of care, of which it takes half.
 * @param skillKeys those of the replaced caregiver, in lower case as profiles store them
 * @returns none if nothing says what care it is, so that nobody is a substitute
 * @see docs/rules/bookings.md#backup-caregivers
 */
export function listSoughtCare(
  skillKeys: readonly string[],
  children: readonly Pick<Child, 'age'>[],
): { skills: string[]; least: number }[] {
  const listOwn = (kind: CareKind) => listSkillKeys(kind).filter((skill) => skillKeys.includes(skill))
  const kinds = listWantedKinds(
    children.map(({ age }) => ({ age, name: '' })),
    [],
  ).map(({ kind }) => kind)
  if (kinds.length > 0) {
    // A caregiver for special needs is replaced by another one, whatever the ages.
    const isForSpecialNeeds =
      listOwn('special_needs').length > 0 && kinds.every((kind) => listOwn(kind).length === 0)
    const sought: CareKind[] = isForSpecialNeeds ? ['special_needs'] : kinds
    return sought.map((kind) => ({ skills: listSkillKeys(kind), least: 1 }))
  }
  const skills = (Object.keys(SKILLS_OF_KIND) as CareKind[]).flatMap(listOwn)
  return skills.length > 0 ? [{ skills, least: Math.ceil(skills.length / 2) }] : []
}

const listSkillKeys = (kind: CareKind) => SKILLS_OF_KIND[kind].map((skill) => skill.toLowerCase())
