/** What can be reported, and by whom. @see docs/rules/safety.md#who-may-report */
import type { ReportSnapshot } from '@tendwell/contract/console/reports'
import type { ReportKind, ReportReceipt } from '@tendwell/contract/safety/reports'
import { eq } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../platform/database/database.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { hasBlocked } from '../../blocks/index.ts'
import { findSafetyCase, getFamilyAccess, hasRequestBetween, listLiveBookings } from '../../bookings/index.ts'
import { findMessage, hasConversation } from '../../chat/index.ts'
import { findUser, shownName, users } from '../../people/index.ts'
import { caregiverProfiles, caretakerProfiles, isRestricted } from '../../profiles/index.ts'
import { reviews } from '../../reviews/index.ts'
import type { Target } from '../store.ts'

/** `safety`: whether the booking has a visit that takes place now, and the country of the visits. */
type Reportable = {
  target: Target
  snapshot: ReportSnapshot
  safety?: { isUnderWay: boolean; country: string }
}
type Find = (deps: FindDeps, actor: Actor, id: number) => Promise<Reportable | null>
type FindDeps = Pick<Deps, 'clock'> & { database: Reader }

/** Finds what a person wants to report; null if it does not exist, is their own, or they can't see it. */
export const FIND_REPORTABLE: Record<ReportKind, Find> = {
  message: findReportableMessage,
  review: findReportableReview,
  profile: findReportableProfile,
  booking: findReportableBooking,
}

/** What the other side of a conversation wrote. */
async function findReportableMessage({ database }: FindDeps, actor: Actor, id: number) {
  const message = await findMessage(database, id)
  if (message?.recipientId !== actor.id || message.hiddenAt !== null) return null
  return {
    target: {
      kind: 'message',
      reportedId: message.senderId,
      messageId: id,
      reviewId: null,
      requestId: null,
    } as const,
    snapshot: { text: message.text, rating: null, name: null },
  }
}

/** A review that everyone can read, or one of the caregiver's own. */
async function findReportableReview({ database }: FindDeps, actor: Actor, id: number) {
  const [found] = await database
    .select({ review: reviews, isActive: users.isActive, isListed: caregiverProfiles.isListed })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.caretakerId))
    .innerJoin(caregiverProfiles, eq(caregiverProfiles.userId, reviews.caregiverId))
    .where(eq(reviews.id, id))
  if (!found) return null
  const { review, isActive, isListed } = found
  const isShown = isActive && review.hiddenAt === null && (isListed || review.caregiverId === actor.id)
  if (!isShown || review.caretakerId === actor.id) return null
  return {
    target: {
      kind: 'review',
      reportedId: review.caretakerId,
      messageId: null,
      reviewId: id,
      requestId: null,
    } as const,
    snapshot: { text: review.comment, rating: review.rating, name: null },
  }
}

/**
 * The person on the other side whose profile the caller may see: for a family a caregiver who is listed or
 * with whom it has had to do, for a caregiver a family.
 */
async function findReportableProfile(deps: FindDeps, actor: Actor, id: number) {
  const { database } = deps
  const user = await findUser(database, id)
  if (!user?.isActive || user.role === 'admin' || user.role === actor.role) return null
  const isVisible =
    user.role === 'caregiver'
      ? await canSeeOrKnowsCaregiver(deps, actor, id)
      : await canSeeFamily(deps, actor, id)
  if (!isVisible) return null
  return {
    target: { kind: 'profile', reportedId: id, messageId: null, reviewId: null, requestId: null } as const,
    snapshot: {
      text: await readProfileText(database, { id, role: user.role }),
      rating: null,
      name: user.fullName,
    },
  }
}

/** The other person of a paid booking of their own. */
async function findReportableBooking({ clock, database }: FindDeps, actor: Actor, id: number) {
  const found = await findSafetyCase(database, actor.id, id, clock.now())
  const other = found && (await findUser(database, found.otherId))
  if (!other) return null
  return {
    target: {
      kind: 'booking',
      reportedId: other.id,
      messageId: null,
      reviewId: null,
      requestId: id,
    } as const,
    snapshot: { text: '', rating: null, name: other.fullName },
    safety: { isUnderWay: found.isUnderWay, country: found.country },
  }
}

/** What a person says about themselves: a caregiver's description, a family's notes. */
export async function readProfileText(
  reader: Reader,
  { id, role }: { id: number; role: 'caregiver' | 'caretaker' },
): Promise<string> {
  if (role === 'caregiver') {
    const [row] = await reader
      .select({ text: caregiverProfiles.description })
      .from(caregiverProfiles)
      .where(eq(caregiverProfiles.userId, id))
    return row?.text ?? ''
  }
  const [row] = await reader
    .select({ text: caretakerProfiles.notes })
    .from(caretakerProfiles)
    .where(eq(caretakerProfiles.userId, id))
  return row?.text ?? ''
}

async function isKnown(reader: Reader, pair: { caretakerId: number; caregiverId: number }): Promise<boolean> {
  return (await hasConversation(reader, pair)) || (await hasRequestBetween(reader, pair))
}

/**
 * The person, if they and the actor are on two sides and know each other, and the actor hasn't blocked them.
 */
export async function findBlockable(
  reader: Reader,
  actor: Actor,
  personId: number,
): Promise<ReportReceipt['blockable']> {
  const [person] = await reader
    .select({
      role: users.role,
      fullName: shownName(users.fullName, users.id, actor.id),
      isBlocked: hasBlocked(actor.id, users.id),
    })
    .from(users)
    .where(eq(users.id, personId))
  if (!person || person.isBlocked || person.role === actor.role) return null
  const pair =
    actor.role === 'caregiver'
      ? { caretakerId: personId, caregiverId: actor.id }
      : { caretakerId: actor.id, caregiverId: personId }
  return (await isKnown(reader, pair)) ? { id: personId, full_name: person.fullName } : null
}

async function canSeeOrKnowsCaregiver(
  { database }: FindDeps,
  actor: Actor,
  caregiverId: number,
): Promise<boolean> {
  const [row] = await database
    .select({ isListed: caregiverProfiles.isListed })
    .from(caregiverProfiles)
    .where(eq(caregiverProfiles.userId, caregiverId))
  return row?.isListed === true || isKnown(database, { caretakerId: actor.id, caregiverId })
}

async function canSeeFamily(
  { clock, database }: FindDeps,
  actor: Actor,
  caretakerId: number,
): Promise<boolean> {
  const pair = { caretakerId, caregiverId: actor.id }
  const between = {
    isKnown: await isKnown(database, pair),
    // Who blocks someone can still report them.
    isBlocked: false,
    isRestricted: await isRestricted(database, actor.id),
    liveBookings: await listLiveBookings(database, pair),
  }
  return getFamilyAccess(between, clock.now()) !== 'none'
}
