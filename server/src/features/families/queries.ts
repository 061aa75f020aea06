import type { CaretakerForCaregiver } from '@tendwell/contract/profiles/families'
import { toLocalDate } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import { isPairBlocked } from '../blocks/index.ts'
import { canPairMessage, getFamilyAccess, hasRequestBetween, listLiveBookings } from '../bookings/index.ts'
import { hasConversation } from '../chat/index.ts'
import { getFamilyForCaregiver, isRestricted } from '../profiles/index.ts'

/** Whether a family and a caregiver have a conversation, or have ever had a request. */
export async function hasContact(
  reader: Reader,
  pair: { caregiverId: number; familyId: number },
): Promise<boolean> {
  return (await hasRequestBetween(reader, pair)) || (await hasConversation(reader, pair))
}

/**
 * A family's profile, with the contact details only if the caregiver may see them now.
 * @throws AppError 404 when they may not see the family at all
 * @see docs/rules/profiles-and-files.md#who-sees-a-family
 */
export async function getFamily(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  caregiverId: number,
  familyId: number,
): Promise<CaretakerForCaregiver> {
  const pair = { caregiverId, familyId }
  const now = clock.now()
  const access = getFamilyAccess(
    {
      isKnown: await hasContact(database, pair),
      isBlocked: await isPairBlocked(database, caregiverId, familyId),
      isRestricted: await isRestricted(database, caregiverId),
      liveBookings: await listLiveBookings(database, pair),
    },
    now,
  )
  if (access === 'none') throw notFound()
  return {
    ...(await getFamilyForCaregiver(database, familyId, {
      withContact: access === 'contact' || access === 'phone',
      withPhone: access === 'phone',
      today: toLocalDate(now.getTime(), 'UTC'),
    })),
    can_message: await canPairMessage(database, pair, now),
  }
}
