import type { VisitBody } from '@tendwell/contract/bookings/visits'
import type { ChildrenBody } from '@tendwell/contract/profiles/children'
import { addDays, DAY_MS, type LocalDate, toLocalDate } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { createProfile, updateFamilyProfile } from '../../features/profiles/index.ts'
import { type DemoChild, type DemoFamily, FAMILIES } from '../content/families.ts'
import type { Random } from '../random.ts'
import { addAccount, addAvatar, type Family, toDemoEmail } from './accounts.ts'
import { drawPortrait } from './portraits.ts'

/** Adds the families; the first one gets the demo login. */
export async function addFamilies(deps: Deps, random: Random, passwordHash: string): Promise<Family[]> {
  const families: Family[] = []
  for (const family of FAMILIES) {
    const { name, timezone } = family
    const createdAt = new Date(deps.clock.now().getTime() - random.between(130, 300) * DAY_MS)
    const email = families.length === 0 ? 'family@demo.tendwell.test' : toDemoEmail(name)
    const id = await addAccount(deps, passwordHash, { email, fullName: name, role: 'caretaker', createdAt })
    const visit = await addProfile(deps, id, family)
    families.push({ id, name, timezone, visit })
  }
  return families
}

/** @returns what the family's requests say about the visit */
async function addProfile(deps: Deps, userId: number, family: DemoFamily): Promise<VisitBody> {
  const { name, phone, city, country, languages, careNeeds, notes, children, visitNote } = family
  const [street, apartment, neighborhood, postal_code] = family.address
  const address = { street, apartment, neighborhood, postal_code, city, country }
  const today = toLocalDate(deps.clock.now().getTime(), 'UTC')
  await createProfile(deps, userId, null)
  const profile = await updateFamilyProfile(deps, userId, {
    phone_number: phone,
    ...address,
    care_needs: [...careNeeds],
    languages: [...languages],
    notes,
    children: children.map((child) => toChildBody(child, today)),
  })
  await addAvatar(deps, userId, await drawPortrait(name, family))
  const little = profile.children.filter(({ age }) => age < 8)
  return { children: little.map(({ id }) => id), note: visitNote, address }
}

function toChildBody(child: DemoChild, today: LocalDate): ChildrenBody['children'][number] {
  const { name, notes = '' } = child
  return {
    name,
    notes,
    age: 'age' in child ? child.age : 0,
    age_months: 'months' in child ? child.months : null,
    due_date: 'dueInDays' in child ? addDays(today, child.dueInDays) : null,
  }
}
