import type { CaretakerProfileBody, OwnCaretakerProfile } from '@tendwell/contract/profiles/families'
import { toLocalDate } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { type FieldErrors, invalid, notFound } from '../../../platform/errors.ts'
import { changePhone, findUser, lockUser } from '../../people/index.ts'
import { matchPlace } from '../../places/index.ts'
import { removeDuplicates } from '../caregivers/caregiver.ts'
import { changeOwnName, createProfile, recordCompleteness } from '../commands.ts'
import { findSharedContactError } from '../contact-details/contact-details.ts'
import { matchesCardName } from '../names/card-name.ts'
import { ensureProfile } from '../store.ts'
import { isCompleteFamily, requireValidAges, toEmergencyColumns, toEmergencyContact } from './family.ts'
import { findOwnFamilyProfile } from './queries.ts'
import {
  lockFamilyProfile,
  lockFamilyProfileIfAny,
  replaceChildren,
  setCardNameMatchedAt,
  updateFamilyDetails,
} from './store.ts'

/**
 * A family's own profile. Creates it if the job after sign-up has not run yet.
 * @see docs/rules/profiles-and-files.md#family-profile
 */
export async function getOwnFamilyProfile(
  deps: Pick<Deps, 'clock' | 'config' | 'database'>,
  userId: number,
): Promise<OwnCaretakerProfile> {
  const today = getUtcDay(deps.clock)
  const existing = await findOwnFamilyProfile(deps.database, userId, today)
  if (existing) return existing
  await createProfile(deps, userId, null)
  const created = await findOwnFamilyProfile(deps.database, userId, today)
  if (!created) throw notFound()
  return created
}

/**
 * Changes the given fields of a family's own profile, and records whether the profile is complete. A new name
 * also becomes the account's. `children` replaces the whole list.
 * @throws AppError 400 on `children` for a due date or birth month that is too long ago or too far ahead, and on
 *   texts with a contact
 * @see docs/rules/profiles-and-files.md#family-profile
 */
export async function updateFamilyProfile(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'jobs' | 'secrets'>,
  userId: number,
  { children, ...changes }: CaretakerProfileBody,
): Promise<OwnCaretakerProfile> {
  if (children) requireValidAges(children, getUtcDay(deps.clock))
  await withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, userId)
    await ensureProfile(transaction, deps, user)
    const profile = await lockFamilyProfile(transaction, userId)
    const {
      editable_full_name: fullName = user.fullName,
      city = profile.city,
      country = profile.country,
    } = changes
    requireNoContacts(
      {
        notes: [changes.notes ?? profile.notes],
        care_needs: changes.care_needs ?? profile.careNeeds,
        languages: changes.languages ?? profile.languages,
        neighborhood: [changes.neighborhood ?? profile.neighborhood],
        city: [city],
      },
      {
        notes: [profile.notes],
        care_needs: profile.careNeeds,
        languages: profile.languages,
        neighborhood: [profile.neighborhood],
        city: [profile.city],
      },
    )
    await changeOwnName(transaction, deps, user, fullName)
    const { place_id: placeId = profile.placeId, emergency_contact: emergencyContact } = changes
    const place = await matchPlace(transaction, { city, country, placeId })
    await updateFamilyDetails(transaction, userId, {
      ...toEmergencyColumns(emergencyContact === undefined ? toEmergencyContact(profile) : emergencyContact),
      street: changes.street ?? profile.street,
      apartment: changes.apartment ?? profile.apartment,
      neighborhood: changes.neighborhood ?? profile.neighborhood,
      postalCode: changes.postal_code ?? profile.postalCode,
      city,
      country,
      placeId: place?.id ?? null,
      careNeeds: changes.care_needs ? removeDuplicates(changes.care_needs) : profile.careNeeds,
      languages: changes.languages ? removeDuplicates(changes.languages) : profile.languages,
      notes: changes.notes ?? profile.notes,
      cardCheckedAt: fullName === user.fullName ? profile.cardCheckedAt : null,
    })
    await changePhone(transaction, deps, user, changes.phone_number ?? user.phoneNumber)
    if (children) await replaceChildren(transaction, userId, children)
    await recordCompleteness(transaction, deps, user, isCompleteFamily({ fullName, city, country }))
  })
  return getOwnFamilyProfile(deps, userId)
}

const getUtcDay = (clock: Deps['clock']) => toLocalDate(clock.now().getTime(), 'UTC')

/** The texts of the fields that caregivers can read before a payment. */
type SharedTexts = Record<'notes' | 'care_needs' | 'languages' | 'neighborhood' | 'city', readonly string[]>

/**
 * Refuses contacts, ways to pay elsewhere and scams in the fields that caregivers can read before a payment.
 * Only texts that differ from those in `oldTexts` are looked at.
 * @throws AppError 400 on each field that has one
 * @see docs/rules/profiles-and-files.md#family-profile
 */
function requireNoContacts(texts: SharedTexts, oldTexts: SharedTexts): void {
  const errors: FieldErrors = {}
  for (const field of Object.keys(texts) as (keyof SharedTexts)[]) {
    const newTexts = texts[field].filter((text) => !oldTexts[field].includes(text))
    const message = newTexts.map(findSharedContactError).find((found) => found !== null)
    if (message) errors[field] = [message]
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/**
 * Compares the name on a payment's card with the family's name, and records when they matched. The card's
 * name itself is not stored.
 * @param cardName the name as the payment provider gives it
 * @see docs/rules/profiles-and-files.md#card-checked
 */
export async function recordCardName(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  familyId: number,
  cardName: string,
): Promise<void> {
  // Changing the name takes this lock too, so the name that is read next is the current one.
  const profile = await lockFamilyProfileIfAny(transaction, familyId)
  const user = await findUser(transaction, familyId)
  if (profile && user && matchesCardName(user.fullName, cardName)) {
    await setCardNameMatchedAt(transaction, familyId, clock.now())
  }
}

/**
 * Forgets that a card had the family's name, because the card's bank took a payment back or asked about one.
 * @see docs/rules/profiles-and-files.md#card-checked
 */
export async function endCardCheck(transaction: Transaction, familyId: number): Promise<void> {
  await lockFamilyProfileIfAny(transaction, familyId)
  await setCardNameMatchedAt(transaction, familyId, null)
}
