/** What can be reported, and by whom. @see docs/rules/safety.md#who-may-report */
import type { ReportSnapshot } from '@tendwell/contract/console/reports'
import type { ReportKind, ReportReceipt } from '@tendwell/contract/safety/reports'
import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../platform/database/database.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { blockExists } from '../../blocks/index.ts'
import { findSafetyCase, getFamilyAccess, hasRequestBetween, listLiveBookings } from '../../bookings/index.ts'
import { findMessage, hasConversation } from '../../chat/index.ts'
import { findShownName, findUser } from '../../people/index.ts'
import { findCaregiver, isRestricted, readAbout } from '../../profiles/index.ts'
import { findReview } from '../../reviews/index.ts'
import type { ReportTarget } from '../store.ts'

/**
 * Something that a person may report, and a copy of it. `safety` is there for a booking: whether one of its
 * visits takes place now, and the country of the visits.
 */
type Reportable = {
  target: ReportTarget
  snapshot: ReportSnapshot
  safety?: { isUnderWay: boolean; country: string }
}
type FindReportable = (deps: FindDeps, actor: Actor, id: number) => Promise<Reportable | null>
type FindDeps = Pick<Deps, 'clock'> & { database: Reader }

/**
 * Functions that find what a person wants to report, by its kind. They return null if it does not exist, is
 * the person's own, or can't be seen by them.
 */
export const FIND_REPORTABLE: Record<ReportKind, FindReportable> = {
  message: findReportableMessage,
  review: findReportableReview,
  profile: findReportableProfile,
  booking: findReportableBooking,
}

/** A message that the actor received and that isn't hidden. */
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

/** A review that everyone can read; for a caregiver also one about themselves while they aren't listed. */
async function findReportableReview({ database }: FindDeps, actor: Actor, id: number) {
  const review = await findReview(database, id)
  if (!review || review.hiddenAt !== null || review.familyId === actor.id) return null
  const author = await findUser(database, review.familyId)
  if (!author?.isActive) return null
  const caregiver = await findCaregiver(database, review.caregiverId)
  if (!caregiver?.isListed && review.caregiverId !== actor.id) return null
  return {
    target: {
      kind: 'review',
      reportedId: review.familyId,
      messageId: null,
      reviewId: id,
      requestId: null,
    } as const,
    snapshot: { text: review.comment, rating: review.rating, name: null },
  }
}

/**
 * The profile of a person of the other side whom the actor may see: for a family a caregiver who is listed or
 * whom they know, for a caregiver a family whose profile they may see.
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
      text: (await readAbout(database, { id, role: user.role })).text,
      rating: null,
      name: user.fullName,
    },
  }
}

/** A paid booking of the actor; the report is about the other person. */
async function findReportableBooking({ clock, database }: FindDeps, actor: Actor, id: number) {
  const safetyCase = await findSafetyCase(database, actor.id, id, clock.now())
  const otherPerson = safetyCase && (await findUser(database, safetyCase.otherId))
  if (!otherPerson) return null
  return {
    target: {
      kind: 'booking',
      reportedId: otherPerson.id,
      messageId: null,
      reviewId: null,
      requestId: id,
    } as const,
    snapshot: { text: '', rating: null, name: otherPerson.fullName },
    safety: { isUnderWay: safetyCase.isUnderWay, country: safetyCase.country },
  }
}

/** Whether a family and a caregiver have a conversation or a request with each other. */
async function knowEachOther(
  reader: Reader,
  pair: { familyId: number; caregiverId: number },
): Promise<boolean> {
  return (await hasConversation(reader, pair)) || (await hasRequestBetween(reader, pair))
}

/**
 * The person with their name, if the actor can block them: one of the two is a family and the other a
 * caregiver, they know each other, and the actor hasn't blocked the person yet. Otherwise null.
 */
export async function findBlockable(
  reader: Reader,
  actor: Actor,
  personId: number,
): Promise<ReportReceipt['blockable']> {
  const person = await findUser(reader, personId)
  if (!person || person.role === actor.role) return null
  if (await blockExists(reader, actor.id, personId)) return null
  const pair =
    actor.role === 'caregiver'
      ? { familyId: personId, caregiverId: actor.id }
      : { familyId: actor.id, caregiverId: personId }
  if (!(await knowEachOther(reader, pair))) return null
  const name = await findShownName(reader, personId, actor.id)
  return { id: personId, full_name: name ?? '' }
}

/** Whether a caregiver is listed, or the actor, a family, knows them. */
async function canSeeOrKnowsCaregiver(
  { database }: FindDeps,
  actor: Actor,
  caregiverId: number,
): Promise<boolean> {
  if ((await findCaregiver(database, caregiverId))?.isListed) return true
  return knowEachOther(database, { familyId: actor.id, caregiverId })
}

/** Whether the actor, a caregiver, may see a family's profile if no block between them counts. */
async function canSeeFamily({ clock, database }: FindDeps, actor: Actor, familyId: number): Promise<boolean> {
  const pair = { familyId, caregiverId: actor.id }
  const relation = {
    isKnown: await knowEachOther(database, pair),
    // People can report someone whom they block, so a block doesn't count here.
    isBlocked: false,
    isRestricted: await isRestricted(database, actor.id),
    liveBookings: await listLiveBookings(database, pair),
  }
  return getFamilyAccess(relation, clock.now()) !== 'none'
}
