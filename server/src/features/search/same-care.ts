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
  return readSought(skillKeys, children).parts
}

/** What a family types to find each kind of care. @see docs/rules/profiles-and-files.md#roles */
const ROLE_OF_KIND: Record<CareKind, string> = {
  newborn: 'newborn specialist',
  child: 'babysitter',
  elder: 'elder caregiver',
  special_needs: 'special needs caregiver',
  pet: 'pet sitter',
  household: 'housekeeper',
}

/**
 * The text of a search for the same care as `listSoughtCare`: the role of the kind of care that comes first, and a nanny for
 * newborns and older children. Empty if nothing says what care it is.
 */
export function nameSoughtRole(
  skillKeys: readonly string[],
  children: readonly Pick<Child, 'age'>[],
): string {
  const [first, second] = readSought(skillKeys, children).kinds
  if (first === 'newborn' && second === 'child') return 'nanny'
  return first ? ROLE_OF_KIND[first] : ''
}

function readSought(
  skillKeys: readonly string[],
  children: readonly Pick<Child, 'age'>[],
): { kinds: CareKind[]; parts: { skills: string[]; least: number }[] } {
  const listOwn = (kind: CareKind) => listSkillKeys(kind).filter((skill) => skillKeys.includes(skill))
  const ownKinds = (Object.keys(SKILLS_OF_KIND) as CareKind[]).filter((kind) => listOwn(kind).length > 0)
  const skills = ownKinds.flatMap(listOwn)
  const isForChildren = skills.length === 0 || KINDS_FOR_CHILDREN.some((kind) => ownKinds.includes(kind))
  const ages = isForChildren ? children.map(({ age }) => ({ age, name: '', due_date: null })) : []
  const kinds = listWantedKinds(ages, []).map(({ kind }) => kind)
  if (kinds.length === 0) {
    const parts = skills.length > 0 ? [{ skills, least: Math.ceil(skills.length / 2) }] : []
    return { kinds: ownKinds, parts }
  }
  // A caregiver for special needs is replaced by another one, whatever the ages.
  const isForSpecialNeeds =
    ownKinds.includes('special_needs') && !kinds.some((kind) => ownKinds.includes(kind))
  const sought: CareKind[] = isForSpecialNeeds ? ['special_needs'] : kinds
  return { kinds: sought, parts: sought.map((kind) => ({ skills: listSkillKeys(kind), least: 1 })) }
}

const listSkillKeys = (kind: CareKind) => SKILLS_OF_KIND[kind].map((skill) => skill.toLowerCase())
