/**
 * Deactivating, suspending and activating families and caregivers.
 * @see docs/rules/accounts.md#deactivation
 */

import { toLocalDate } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { conflict } from '../../../platform/errors.ts'
import {
  type AskingStaff,
  removeCaregiverBookings,
  removeFamilyBookings,
  requirePreviewedRefund,
} from '../../bookings/index.ts'
import { queueMail } from '../../notices/index.ts'
import { activationMail, isErased, type UserRow } from '../../people/index.ts'
import { announceExpired, refreshListing } from '../../profiles/index.ts'
import { recountRatingsByFamily } from '../../reviews/index.ts'
import { requireRecentProof } from '../../sign-in/index.ts'
import { setActive } from '../../staff/index.ts'
import { ban, liftBan } from '../bans/bans.ts'

/**
 * Deactivates and bans a locked family or caregiver, or suspends them: ends all sessions, delists a
 * caregiver, stops counting a family's reviews, closes requests, cancels bookings ahead and mails the person.
 * The caller writes the audit entry.
 * @returns the bookings that were canceled, for that entry; nothing if there were none
 * @param deactivation.by who does it; if bookings are canceled they need a recent proof
 * @param deactivation.reason the person reads it
 * @param deactivation.refund what a family gets back; a caregiver's families always get everything back
 * @param deactivation.suspendedUntil when a suspension ends, or null; bookings that start later stay
 * @param deactivation.previewedUsd what the actor was shown that families get back, if the call names it
 * @throws AppError 403 without a recent proof, if bookings are canceled; 409 with `refund_usd` when families
 *   get back another amount, if the account is erased, and while a refund of a booking waits that support
 *   would ask for
 */
export async function deactivate(
  transaction: Transaction,
  deps: Deps,
  user: Pick<UserRow, 'id' | 'role' | 'email'>,
  deactivation: {
    by: AskingStaff
    reason: string
    refund: 'full' | 'policy'
    suspendedUntil: Date | null
    previewedUsd: number | undefined
  },
): Promise<{ bookings?: number[] }> {
  const { by, reason, refund, suspendedUntil: until, previewedUsd } = deactivation
  const { id: userId, role } = user
  if (isErased(user)) {
    throw conflict('This person closed their account, and it can’t be opened again')
  }
  await setActive(transaction, deps, userId, false, { reason, suspendedUntil: until })
  if (until === null) await ban(transaction, deps, userId)
  await refreshListing(transaction, userId)
  if (role === 'caretaker') await recountRatingsByFamily(transaction, userId)
  // Last, because ledger accounts are locked after everything else.
  const {
    count: canceled,
    requestIds,
    refundCents,
    waitingCents,
    askedCents,
  } = await (role === 'caregiver'
    ? removeCaregiverBookings(transaction, deps, userId, by, until)
    : removeFamilyBookings(transaction, deps, userId, { refund, chosenBy: by }, until))
  // Checked only now, because what is canceled is known only under the locks.
  requirePreviewedRefund(refundCents + askedCents, previewedUsd)
  if (canceled > 0) await requireRecentProof(transaction, deps, by.actor)
  const suspendedUntil = until && toLocalDate(until.getTime(), 'UTC')
  await queueMail(transaction, deps, activationMail, {
    userId,
    deactivation: { reason, canceled, refundCents, waitingCents, suspendedUntil },
  })
  return requestIds.length > 0 ? { bookings: requestIds } : {}
}

/**
 * Activates a locked family or caregiver again and mails them, also about documents that expired meanwhile.
 * One who closed their account stays closed. The caller writes the audit entry.
 */
export async function activate(
  transaction: Transaction,
  deps: Deps,
  { id: userId, role, closedAt }: Pick<UserRow, 'id' | 'role' | 'closedAt'>,
): Promise<void> {
  await setActive(transaction, deps, userId, true)
  await liftBan(transaction, userId)
  if (closedAt) return
  await refreshListing(transaction, userId)
  await announceExpired(transaction, deps, userId)
  if (role === 'caretaker') await recountRatingsByFamily(transaction, userId)
  await queueMail(transaction, deps, activationMail, { userId, deactivation: null })
}
