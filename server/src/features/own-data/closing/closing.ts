import { formatFullDay } from '@tendwell/contract/format'
import type { ClosingPreview } from '@tendwell/contract/people/own-data'
import { toLocalDate } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import type { Person } from '../../../personal-data/classification.ts'
import { type Reader, type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { AppError, invalid, invalidRequest, unauthorized } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { countAttempt, limitNetwork } from '../../../platform/limits/attempts.ts'
import { closeOpenRequests, listUnpaidRequests } from '../../bookings/index.ts'
import { queueMail } from '../../notices/index.ts'
import { audit, getErasureDueTime, type UserRow } from '../../people/index.ts'
import { announceExpiredDocuments, refreshListing } from '../../profiles/index.ts'
import { recountRatingsByFamily } from '../../reviews/index.ts'
import { requireRecentProof } from '../../sign-in/index.ts'
import { closeAccount, isLastAdmin, lockToClose, reopenAccount } from '../../staff/index.ts'
import { findErasure } from '../erasure/erasure-queries.ts'
import { listObstacles, type Obstacles } from '../erasure/obstacles.ts'
import { ownDataMail } from '../notices.ts'

const LAST_ADMIN_OBSTACLE: Obstacles[number] = {
  kind: 'last_admin',
  message: 'You are the only admin. Invite another one first',
}

/** What closing the caller's account would do, and what has to be settled first. */
export async function previewClosing(deps: Deps, actor: Actor): Promise<ClosingPreview> {
  const { clock, database } = deps
  const openRequests = await listUnpaidRequests(database, actor.id)
  return {
    obstacles: await listAllObstacles(database, actor, clock.now()),
    open_requests: openRequests.length,
    erased_at: getErasureDueTime(clock.now()).toISOString(),
  }
}

/** The obstacles that `listObstacles` finds, and one more for the only admin. */
async function listAllObstacles(reader: Reader, person: Person, now: Date): Promise<Obstacles> {
  const obstacles = await listObstacles(reader, person, now)
  return (await isLastAdmin(reader, person.id)) ? [LAST_ADMIN_OBSTACLE, ...obstacles] : obstacles
}

/**
 * Closes the caller's account: closes open requests, unlists a caregiver, and ends all sessions. The account
 * is erased 14 days later, unless its owner opens it again by the mailed link.
 * @param email the caller's own, typed to confirm
 * @throws AppError 400 for another address; 401 if the account was deactivated or closed meanwhile; 403
 *   without a recent proof; 409 with what has to be settled first
 * @returns when the account will be erased
 * @see docs/rules/own-data.md#closing-an-account
 */
export async function closeOwnAccount(
  deps: Deps,
  actor: Actor,
  { email, ipAddress }: { email: string; ipAddress: string },
): Promise<Date> {
  return withTransaction(deps.database, async (transaction) => {
    await requireRecentProof(transaction, deps, actor)
    const user = await lockToClose(transaction, actor.id, actor.role)
    // Staff may have deactivated it meanwhile, or it was closed twice at the same time.
    if (!user.isActive) throw unauthorized()
    if (email.trim().toLowerCase() !== user.email) {
      throw invalid({ email: ['That’s not the email on your account'] })
    }
    const at = deps.clock.now()
    const obstacles = await listAllObstacles(transaction, user, at)
    if (obstacles.length > 0) throw accountInUse(obstacles)
    await closeAccount(transaction, deps, user.id)
    await refreshListingAndRatings(transaction, user)
    const entry = { actorId: user.id, action: 'account.closed' as const, subject: `user:${user.id}` }
    await audit(transaction, { ...entry, at, address: ipAddress })
    await queueMail(transaction, deps, ownDataMail, { kind: 'closed', userId: user.id })
    // Last, because calendars and requests are locked after users. As a payment may have booked a request
    // before this lock, the obstacles are listed again.
    await closeOpenRequests(transaction, deps, user)
    const newObstacles = await listObstacles(transaction, user, at)
    if (newObstacles.length > 0) throw accountInUse(newObstacles)
    return getErasureDueTime(at)
  })
}

/** The error that lists what has to be settled before an account can be closed. */
function accountInUse(obstacles: Obstacles): AppError {
  const detail = obstacles.map(({ message }) => `${message}.`).join(' ')
  return new AppError(409, 'account_in_use', detail, { facts: { obstacles } })
}

/**
 * Opens a closed account again by its mailed link, so that it won't be erased. Requests that were closed with
 * it stay closed. An account that staff deactivated or suspended stays deactivated or suspended.
 * @returns whether the account is active, and what happened, in words
 * @throws AppError 400 for a link that is unknown, used or expired, or whose account is being erased; 429
 *   after too many attempts
 */
export async function reopenOwnAccount(
  deps: Deps,
  token: string,
  ipAddress: string,
): Promise<{ is_active: boolean; message: string }> {
  await countAttempt(deps, limitNetwork({ action: 'reopening from', ipAddress, most: 30, minutes: 60 }))
  return withTransaction(deps.database, async (transaction) => {
    const user = await reopenAccount(transaction, deps, token)
    if (await findErasure(transaction, user.id)) throw invalidRequest('This reopening link has expired')
    const result = { is_active: user.deactivatedAt === null, message: describeReopened(user) }
    // It is open already, so there is nothing to undo.
    if (!user.closedAt) return result
    await refreshListingAndRatings(transaction, user)
    if (user.deactivatedAt === null) await announceExpiredDocuments(transaction, deps, user.id)
    const entry = { actorId: user.id, action: 'account.reopened' as const, subject: `user:${user.id}` }
    await audit(transaction, { ...entry, at: deps.clock.now(), address: ipAddress })
    await queueMail(transaction, deps, ownDataMail, { kind: 'reopened', userId: user.id })
    return result
  })
}

/** What the person reads after opening their account. It gets the user as it was before. */
function describeReopened({ role, deactivatedAt, suspendedUntil }: UserRow): string {
  if (role === 'admin') {
    return 'Nothing will be erased. Your place on the staff ended when you closed your account: an admin can activate it'
  }
  if (deactivatedAt === null) return 'Your account is open again'
  if (suspendedUntil === null) return 'Nothing will be erased, but this account has been deactivated'
  const day = formatFullDay(toLocalDate(suspendedUntil.getTime(), 'UTC'))
  return `Nothing will be erased, but this account is suspended until ${day}`
}

/**
 * After a closing or reopening: unlists or lists a caregiver, and leaves out or counts a family's ratings.
 */
async function refreshListingAndRatings(transaction: Transaction, { id, role }: UserRow): Promise<void> {
  await refreshListing(transaction, id)
  if (role === 'caretaker') await recountRatingsByFamily(transaction, id)
}
