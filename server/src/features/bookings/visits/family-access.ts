import { DAY_MS, HOUR_MS } from '@tendwell/contract/time'

/** A paid booking that was not canceled. */
type LiveBooking = { startsAt: Date; endsAt: Date }

/** How long after the end of the last booking a caregiver keeps seeing a family's contact details. */
const CONTACT_PERIOD_MS = 30 * DAY_MS
/** How long after the end of the last booking the two sides keep seeing each other's phone numbers. */
const PHONE_PERIOD_MS = DAY_MS
/** How long before a booking a restricted caregiver begins to see its family. */
const RESTRICTED_LEAD_MS = 48 * HOUR_MS

/**
 * How much a caregiver sees of a family: nothing, its profile, also its contact details (the address, and the
 * children's names and notes), or also its phone number and emergency contact.
 */
export type FamilyAccess = 'none' | 'profile' | 'contact' | 'phone'

/**
 * What a caregiver may see of a family.
 * @param relation what connects the two: `isKnown` is whether there ever was a request or conversation,
 *   `isBlocked` whether one has blocked the other, `isRestricted` whether the caregiver is restricted
 * @see docs/rules/profiles-and-files.md#who-sees-a-family
 */
export function getFamilyAccess(
  relation: {
    isKnown: boolean
    isBlocked: boolean
    isRestricted: boolean
    liveBookings: readonly LiveBooking[]
  },
  now: Date,
): FamilyAccess {
  const { isKnown, isBlocked, isRestricted, liveBookings } = relation
  const nowMs = now.getTime()
  if (isRestricted) {
    const isClose = ({ startsAt, endsAt }: LiveBooking) =>
      endsAt > now && startsAt.getTime() - nowMs <= RESTRICTED_LEAD_MS
    return liveBookings.some(isClose) ? 'phone' : 'none'
  }
  if (isBlocked) return canCall({ isBlocked, liveBookings }, now) ? 'phone' : 'none'
  if (!isKnown) return 'none'
  if (canCall({ isBlocked, liveBookings }, now)) return 'phone'
  const isRecent = ({ endsAt }: LiveBooking) => nowMs - endsAt.getTime() < CONTACT_PERIOD_MS
  return liveBookings.some(isRecent) ? 'contact' : 'profile'
}

/**
 * Whether a family may see its caregiver's phone number: from the payment until a day after the last visit, and
 * once one has blocked the other only until it ends.
 * @see docs/rules/bookings.md#reaching-each-other
 */
export function canCall(
  { isBlocked, liveBookings }: { isBlocked: boolean; liveBookings: readonly LiveBooking[] },
  now: Date,
): boolean {
  const periodMs = isBlocked ? 0 : PHONE_PERIOD_MS
  return liveBookings.some(({ endsAt }) => now.getTime() - endsAt.getTime() < periodMs)
}
