import { getAgeOn } from '@tendwell/contract/profiles/child-age'
import type { Child } from '@tendwell/contract/profiles/children'
import type { CaretakerForCaregiver, OwnCaretakerProfile } from '@tendwell/contract/profiles/families'
import type { LocalDate } from '@tendwell/contract/time'
import { and, asc, eq, ne } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { findUser, toAvatarUrl, type UserRow } from '../../people/index.ts'
import { children, familyProfiles } from '../tables.ts'
import { toContactDetails, toEmergencyContact } from './family.ts'

/**
 * A family's children by their position (`place`) in its list.
 * @param day on which the ages of those with a birth month are worked out
 */
export async function listChildren(reader: Reader, familyId: number, day: LocalDate): Promise<Child[]> {
  const rows = await reader
    .select({
      id: children.id,
      name: children.name,
      age: children.age,
      age_months: children.ageMonths,
      due_date: children.dueDate,
      birth_month: children.birthMonth,
      notes: children.notes,
    })
    .from(children)
    .where(eq(children.familyId, familyId))
    .orderBy(asc(children.place))
  return rows.map((child) => ({ ...child, ...(child.birth_month && getAgeOn(child.birth_month, day)) }))
}

/** What a family notes about each of its children, such as allergies; children without notes are left out. */
export function listChildNotes(reader: Reader, familyId: number): Promise<{ name: string; notes: string }[]> {
  return reader
    .select({ name: children.name, notes: children.notes })
    .from(children)
    .where(and(eq(children.familyId, familyId), ne(children.notes, '')))
    .orderBy(asc(children.place))
}

/** How many children a family's profile has. */
export function countChildren(reader: Reader, familyId: number): Promise<number> {
  return reader.$count(children, eq(children.familyId, familyId))
}

type Family = { profile: typeof familyProfiles.$inferSelect; user: UserRow }

/** A family's profile and account; null if one of the two is missing. */
async function findFamily(reader: Reader, userId: number): Promise<Family | null> {
  const [profile] = await reader.select().from(familyProfiles).where(eq(familyProfiles.userId, userId))
  const user = await findUser(reader, userId)
  return profile && user ? { profile, user } : null
}

/** The fields that are shown to everyone who may see the profile. */
function toCommonFields({ profile, user }: Family) {
  return {
    id: user.id,
    full_name: user.fullName,
    avatar: toAvatarUrl(user),
    neighborhood: profile.neighborhood,
    city: profile.city,
    country: profile.country,
    care_needs: profile.careNeeds,
    languages: profile.languages,
    notes: profile.notes,
  }
}

/** A family's own profile, or null before it is created. `today` is in UTC. */
export async function findOwnFamilyProfile(
  reader: Reader,
  userId: number,
  today: LocalDate,
): Promise<OwnCaretakerProfile | null> {
  const family = await findFamily(reader, userId)
  if (family?.user.role !== 'caretaker') return null
  return {
    ...toCommonFields(family),
    email: family.user.email,
    phone_number: family.user.phoneNumber,
    emergency_contact: toEmergencyContact(family.profile),
    place_id: family.profile.placeId,
    street: family.profile.street,
    apartment: family.profile.apartment,
    postal_code: family.profile.postalCode,
    children: await listChildren(reader, userId, today),
    profile_complete: family.user.profileComplete,
  }
}

/**
 * A family's profile as a caregiver may see it.
 * @param access.withContact adds the address and the children's names and notes
 * @param access.withPhone adds the phone number
 * @param access.today in UTC; the children are as old as on this day
 * @throws AppError 404 for an id that is not an active family's
 * @see docs/rules/profiles-and-files.md#who-sees-a-family
 */
export async function getFamilyForCaregiver(
  reader: Reader,
  familyId: number,
  { withContact, withPhone, today }: { withContact: boolean; withPhone: boolean; today: LocalDate },
): Promise<Omit<CaretakerForCaregiver, 'can_message'>> {
  const family = await findFamily(reader, familyId)
  if (!family?.user.isActive) throw notFound()
  const children = await listChildren(reader, familyId, today)
  return {
    ...toCommonFields(family),
    is_card_checked: family.profile.cardCheckedAt !== null,
    ...toContactDetails({ ...family.profile, children }, { withContact }),
    ...(withPhone && { phone_number: family.user.phoneNumber }),
  }
}
