import type { CaretakerForCaregiver } from '@tendwell/contract/caretakers'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../platform/errors.ts'
import { getFamilyAccess, hasRequestBetween, listLiveBookings } from '../bookings/index.ts'
import { hasConversation } from '../chat/index.ts'
import { getCaretakerForCaregiver, isRestricted } from '../profiles/index.ts'

/**
 * A family's profile, as far as the caregiver may see it now.
 * @throws AppError 404 when they may not see the family at all
 * @see docs/rules/profiles-and-files.md#who-sees-a-family
 */
export async function getFamily(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  caregiverId: number,
  caretakerId: number,
): Promise<CaretakerForCaregiver> {
  const pair = { caregiverId, caretakerId }
  const access = getFamilyAccess(
    {
      isKnown: (await hasRequestBetween(database, pair)) || (await hasConversation(database, pair)),
      isRestricted: await isRestricted(database, caregiverId),
      liveBookings: await listLiveBookings(database, pair),
    },
    clock.now(),
  )
  if (access === 'none') throw notFound()
  return getCaretakerForCaregiver(database, caretakerId, { withContact: access === 'contact' })
}
