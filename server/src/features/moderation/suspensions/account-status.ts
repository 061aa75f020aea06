/**
 * Deactivates, suspends and activates families and caregivers.
 * @see docs/rules/accounts.md#deactivation
 */

import { toLocalDate } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { conflict } from '../../../platform/errors.ts'
import {
  type ActingStaff,
  removeCaregiverBookings,
  removeFamilyBookings,
  requirePreviewedRefund,
} from '../../bookings/index.ts'
import { queueMail } from '../../notices/index.ts'
import { activationMail, isErased, type UserRow } from '../../people/index.ts'
import { announceExpiredDocuments, refreshListing } from '../../profiles/index.ts'
import { recountRatingsByFamily } from '../../reviews/index.ts'
import { requireRecentProof } from '../../sign-in/index.ts'
import { setActive } from '../../staff/index.ts'
import { banPerson, liftBan } from '../bans/bans.ts'

/**
 * Deactivates and bans a locked family or caregiver, or suspends them: ends all sessions, unlists a
 * caregiver, stops counting a family's reviews, closes requests, cancels upcoming visits and mails the
 * person. The caller writes the audit entry.
 * @param deactivation.by the member of staff; if visits are canceled they need a recent proof
 * @param deactivation.reason a text that the person reads
 * @param deactivation.refund what a family gets back; a caregiver's families always get everything back
 * @param deactivation.suspendedUntil when a suspension ends, or null; visits that start later stay
 * @param deactivation.previewedUsd how much the screen said that families get back; undefined if the call
 *   leaves it out
 * @returns the ids of the requests whose visits were canceled, for the audit entry; empty if there were none
 * @throws AppError 403 without a recent proof, if visits are canceled; 409 with `refund_usd` if families get
 *   back another amount, if the account is erased, and if support would have to ask for a refund of a booking
 *   of which another refund waits
 */
export async function deactivate(
  transaction: Transaction,
  deps: Deps,
  user: Pick<UserRow, 'id' | 'role' | 'email'>,
  deactivation: {
    by: ActingStaff
    reason: string
    refund: 'full' | 'policy'
    suspendedUntil: Date | null
    previewedUsd: number | undefined
  },
): Promise<{ bookings?: number[] }> {
  const { by, reason, refund, suspendedUntil: suspensionEnd, previewedUsd } = deactivation
  const { id: userId, role } = user
  if (isErased(user)) {
    throw conflict('This person closed their account, and it can’t be opened again')
  }
  await setActive(transaction, deps, userId, false, { reason, suspendedUntil: suspensionEnd })
  if (suspensionEnd === null) await banPerson(transaction, deps, userId)
  await refreshListing(transaction, userId)
  if (role === 'caretaker') await recountRatingsByFamily(transaction, userId)
  // Cancels at the end, because ledger accounts are locked after everything else.
  const {
    count: canceledCount,
    requestIds,
    refundCents,
    waitingCents,
    askedCents,
  } = await (role === 'caregiver'
    ? removeCaregiverBookings(transaction, deps, userId, by, suspensionEnd)
    : removeFamilyBookings(transaction, deps, userId, { refund, chosenBy: by }, suspensionEnd))
  // Checked after the cancellation, because only under the locks is it certain what is canceled.
  requirePreviewedRefund(refundCents + askedCents, previewedUsd)
  if (canceledCount > 0) await requireRecentProof(transaction, deps, by.actor)
  // A suspension ends when a UTC day begins.
  const suspendedUntilDay = suspensionEnd && toLocalDate(suspensionEnd.getTime(), 'UTC')
  await queueMail(transaction, deps, activationMail, {
    userId,
    deactivation: {
      reason,
      canceled: canceledCount,
      refundCents,
      waitingCents,
      suspendedUntil: suspendedUntilDay,
    },
  })
  return requestIds.length > 0 ? { bookings: requestIds } : {}
}

/**
 * Activates a locked family or caregiver again, and notifies them of that and of documents that expired
 * meanwhile. An account that its owner closed stays closed. The caller writes the audit entry.
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
  await announceExpiredDocuments(transaction, deps, userId)
  if (role === 'caretaker') await recountRatingsByFamily(transaction, userId)
  await queueMail(transaction, deps, activationMail, { userId, deactivation: null })
}
