import type { CaretakerProfileBody, OwnCaretakerProfile } from '@tendwell/contract/caretakers'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { lockUser, renameUser, setProfileComplete } from '../accounts/index.ts'
import { isCompleteCaretaker } from './caretaker.ts'
import { findOwnCaretakerProfile } from './caretaker-queries.ts'
import { lockCaretakerProfile, replaceChildren, updateCaretakerDetails } from './caretaker-store.ts'
import { makeProfile } from './commands.ts'
import { distinctWords } from './profile.ts'
import { ensureProfile } from './store.ts'

/** The family's own profile; made here where the sign-up's event has not been worked off yet. */
export async function ownCaretakerProfile(
  deps: Pick<Deps, 'database'>,
  userId: number,
): Promise<OwnCaretakerProfile> {
  const known = await findOwnCaretakerProfile(deps.database, userId)
  if (known) return known
  await makeProfile(deps, userId, null)
  const made = await findOwnCaretakerProfile(deps.database, userId)
  if (!made) throw notFound()
  return made
}

/**
 * Writes what the family changed: its name as well, and whether its profile is complete now. Children that are
 * carried take the place of all that were there.
 */
export async function changeCaretakerProfile(
  deps: Pick<Deps, 'database'>,
  userId: number,
  { children, ...changes }: CaretakerProfileBody,
): Promise<OwnCaretakerProfile> {
  await withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, userId)
    await ensureProfile(transaction, user)
    const row = await lockCaretakerProfile(transaction, userId)
    const { editable_full_name: fullName = user.fullName, city = row.city, country = row.country } = changes
    if (fullName !== user.fullName) await renameUser(transaction, userId, fullName)
    await updateCaretakerDetails(transaction, userId, {
      phoneNumber: changes.phone_number ?? row.phoneNumber,
      city,
      country,
      careNeeds: changes.care_needs ? distinctWords(changes.care_needs) : row.careNeeds,
      languages: changes.languages ? distinctWords(changes.languages) : row.languages,
      notes: changes.notes ?? row.notes,
    })
    if (children) await replaceChildren(transaction, userId, children)
    await setProfileComplete(transaction, userId, isCompleteCaretaker({ fullName, city, country }))
  })
  return ownCaretakerProfile(deps, userId)
}
