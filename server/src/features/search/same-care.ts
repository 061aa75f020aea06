import type { Child } from '@tendwell/contract/profiles/children'
import { type CareKind, SKILLS_OF_KIND } from '@tendwell/contract/reference'
import { listWantedKinds } from './matching/match.ts'

const KINDS_FOR_CHILDREN: readonly CareKind[] = ['newborn', 'child', 'special_needs']

/**
 * What a substitute must have: skills of which at least `least` are theirs, for each part of the care. For a visit with
 * children the parts are the kinds of care that the children's ages call for, and one skill of each is enough. Without
 * children, or where the replaced caregiver does only other care, such as walking dogs, there is one part: their skills
 * that belong to a kind of care, of which it takes half.
 * @param skillKeys those of the replaced caregiver, in lower case as profiles store them
 * @returns none if nothing says what care it is, so that nobody is a substitute
 * @see docs/rules/bookings.md#backup-caregivers
 */
export function listSoughtCare(
  skillKeys: readonly string[],
  children: readonly Pick<Child, 'age'>[],
): { skills: string[]; least: number }[] {
  const listOwn = (kind: CareKind) => listSkillKeys(kind).filter((skill) => skillKeys.includes(skill))
  const skills = (Object.keys(SKILLS_OF_KIND) as CareKind[]).flatMap(listOwn)
  const isForChildren = skills.length === 0 || KINDS_FOR_CHILDREN.some((kind) => listOwn(kind).length > 0)
  const ages = isForChildren ? children.map(({ age }) => ({ age, name: '' })) : []
  const kinds = listWantedKinds(ages, []).map(({ kind }) => kind)
  if (kinds.length === 0) return skills.length > 0 ? [{ skills, least: Math.ceil(skills.length / 2) }] : []
  // A caregiver for special needs is replaced by another one, whatever the ages.
  const isForSpecialNeeds =
    listOwn('special_needs').length > 0 && kinds.every((kind) => listOwn(kind).length === 0)
  const sought: CareKind[] = isForSpecialNeeds ? ['special_needs'] : kinds
  return sought.map((kind) => ({ skills: listSkillKeys(kind), least: 1 }))
}

const listSkillKeys = (kind: CareKind) => SKILLS_OF_KIND[kind].map((skill) => skill.toLowerCase())
