import type { ChildrenBody } from '@tendwell/contract/profiles/children'
import { addDays, addMonths, DAY_MS, type LocalDate, toLocalDate } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { updateFamilyProfile } from '../../features/profiles/index.ts'
import { goBack } from '../backdate.ts'
import { findPlace } from '../content/caregivers.ts'
import { type DemoChild, type DemoFamily, FAMILIES } from '../content/families.ts'
import type { Random } from '../random.ts'
import { addAccount, type Family, toDemoEmail } from './accounts.ts'
import { addPortrait } from './portraits.ts'

/** Adds all families, each with its profile and children. */
export async function addFamilies(deps: Deps, random: Random, passwordHash: string): Promise<Family[]> {
  const families: Family[] = []
  for (const family of FAMILIES) {
    const signupDeps = goBack(deps, random.between(130, 300) * DAY_MS)
    const email = families.length === 0 ? 'family@demo.tendwell.test' : toDemoEmail(family.name)
    const id = await addAccount(signupDeps, { email, fullName: family.name, role: 'caretaker', passwordHash })
    families.push(await addProfile(deps, id, family))
  }
  return families
}

/**
 * Adds a family's profile, children and portrait.
 * @returns the family, with the details of its future requests
 */
async function addProfile(deps: Deps, id: number, family: DemoFamily): Promise<Family> {
  const { name, phone, city, country, languages, careNeeds, notes, visitNote } = family
  const [street, apartment, neighborhood, postal_code] = family.address
  const address = { street, apartment, neighborhood, postal_code, city, country }
  const today = toLocalDate(deps.clock.now().getTime(), 'UTC')
  const { children } = await updateFamilyProfile(deps, id, {
    phone_number: phone,
    ...address,
    care_needs: [...careNeeds],
    languages: [...languages],
    notes,
    children: family.children.map((child) => toChildBody(child, today)),
  })
  await addPortrait(deps, id, name, family)
  const youngChildIds = children.filter(({ age }) => age < 8).map((child) => child.id)
  const visitDetails = { children: youngChildIds, note: visitNote, address }
  return { id, name, timezone: findPlace(country).zone, visitDetails }
}

function toChildBody(child: DemoChild, today: LocalDate): ChildrenBody['children'][number] {
  const { name, notes = '' } = child
  return {
    name,
    notes,
    age: 0,
    age_months: null,
    due_date: 'dueInDays' in child ? addDays(today, child.dueInDays) : null,
    birth_month: 'dueInDays' in child ? null : addMonths(today, -getMonths(child)).slice(0, 7),
  }
}

/** The age in months; of a child of so many years, somewhere within its year. */
const getMonths = (child: { age: number } | { months: number }) =>
  'months' in child ? child.months : child.age * 12 + 5
