import type { AuditAction } from '@tendwell/contract/console/audit'
import type { StaffRole } from '@tendwell/contract/sign-in/accounts'
import { INVITATION_DAYS, type StaffChange, type StaffInvitation } from '@tendwell/contract/staff/staff'
import { DAY_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { conflict, forbidden, invalid, notFound } from '../../../platform/errors.ts'
import type { Actor, StaffActor } from '../../../platform/http/access.ts'
import { queueMail } from '../../notices/index.ts'
import { audit, findUser, findUserByEmail, lockActiveAdmins } from '../../people/index.ts'
import { requireRecentProof } from '../../sign-in/index.ts'
import { askSecondAdmin } from '../changes/asking.ts'
import { getInvitation } from '../queries.ts'
import { needsSecondAdmin } from '../second-admin.ts'
import {
  type InvitationRow,
  insertInvitation,
  isInvited,
  lockInvitation,
  mayInvite,
  updateInvitation,
} from '../store.ts'
import { invitationMail } from './notices.ts'

const invitedAlready = () =>
  invalid({ email: ['This person is invited already. You can send the invitation again'] })
const emailTaken = () => invalid({ email: ['This email already has an account. Invite a different one'] })

/**
 * Invites someone to the staff by mail. Inviting an admin waits for the approval of a second admin if there
 * are at least two.
 * @param invitation.address the actor's network address
 * @throws AppError 400 for an email that has an account or an open invitation; 403 without a recent proof;
 *   409 while an invitation of this email waits
 * @see docs/rules/accounts.md#joining-the-staff
 */
export async function inviteStaff(
  transaction: Transaction,
  deps: Deps,
  invitation: { actor: Actor; email: string; staffRole: StaffRole; address: string },
): Promise<StaffInvitation | { message: string; change: StaffChange }> {
  const { actor, email, staffRole, address } = invitation
  await requireRecentProof(transaction, deps, actor)
  const adminCount = await lockAdminsAsInviter(transaction, actor)
  if (needsSecondAdmin(null, { staffRole, isActive: true }, adminCount)) {
    await requireFreeEmail(transaction, email)
    return askSecondAdmin(transaction, deps, invitation, { kind: 'invite', userId: null, email, staffRole })
  }
  return sendInvitation(transaction, deps, { askerId: actor.id, email, staffRole, address })
}

/**
 * Stores an invitation and queues its mail. The caller has locked the admins.
 * @throws AppError 400 for an email that has an account or an open invitation
 */
export async function sendInvitation(
  transaction: Transaction,
  deps: Deps,
  invitation: {
    askerId: number
    /** The second admin, where one was needed. */
    approvedBy?: number
    email: string
    staffRole: StaffRole
    /** The asker's network address; null after an approval. */
    address: string | null
  },
): Promise<StaffInvitation> {
  const { askerId, approvedBy, email, staffRole, address } = invitation
  await requireFreeEmail(transaction, email)
  const at = deps.clock.now()
  const newInvitation = {
    email,
    staffRole,
    invitedBy: askerId,
    approvedBy: approvedBy ?? null,
    sentAt: at,
    expiresAt: getExpiry(at),
  }
  const row = await insertInvitation(transaction, newInvitation)
  if (!row) throw invitedAlready()
  await queueMail(transaction, deps, invitationMail, { invitationId: row.id })
  await auditInvitation(transaction, deps, { action: 'staff.invited', row, actorId: askerId, address })
  return getInvitation(transaction, row.id, at)
}

/** @throws AppError 400 if the address has an account or an open invitation */
async function requireFreeEmail(transaction: Transaction, email: string): Promise<void> {
  if (await findUserByEmail(transaction, email)) throw emailTaken()
  if (await isInvited(transaction, email)) throw invitedAlready()
}

/**
 * Mails a new link, which ends the earlier one. The invitation then lasts another 7 days and counts as sent
 * by the caller. An invitation that a second admin had to approve keeps its expiry and its sender, because
 * these are part of what was approved.
 * @param change.id the invitation's id
 * @throws AppError 400 if the address has an account by now; 404 for an invitation that is not open; 409 for
 *   an approved invitation that has ended
 */
export async function resendInvitation(
  deps: Deps,
  change: StaffActor & { id: number },
): Promise<StaffInvitation> {
  return withTransaction(deps.database, async (transaction) => {
    await requireRecentProof(transaction, deps, change.actor)
    const adminCount = await lockAdminsAsInviter(transaction, change.actor)
    const row = await lockOpenInvitation(transaction, change.id)
    if (await findUserByEmail(transaction, row.email)) throw emailTaken()
    const at = deps.clock.now()
    const needsApproval = needsSecondAdmin(null, { staffRole: row.staffRole, isActive: true }, adminCount)
    if (needsApproval) await requireValidApproval(transaction, row, at)
    const newSenderAndExpiry = needsApproval ? {} : { invitedBy: change.actor.id, expiresAt: getExpiry(at) }
    // The mail makes the new token; until then no link works.
    await updateInvitation(transaction, row.id, { tokenHash: null, sentAt: at, ...newSenderAndExpiry })
    await queueMail(transaction, deps, invitationMail, { invitationId: row.id })
    await auditInvitation(transaction, deps, {
      action: 'staff.invitation-resent',
      row,
      actorId: change.actor.id,
      address: change.address,
    })
    return getInvitation(transaction, row.id, at)
  })
}

/**
 * Requires that an approved invitation is still valid.
 * @throws AppError 409 if it has expired, or if its sender or its approver is no longer an active admin
 */
async function requireValidApproval(transaction: Transaction, row: InvitationRow, now: Date): Promise<void> {
  const inviter = await findUser(transaction, row.invitedBy)
  const approver = row.approvedBy === null ? null : await findUser(transaction, row.approvedBy)
  if (row.expiresAt > now && mayInvite(inviter) && mayInvite(approver)) return
  throw conflict(
    'This invitation has ended. Withdraw it and invite them again, so that another admin approves it',
  )
}

/**
 * Ends an invitation and its link.
 * @param change.id the invitation's id
 * @throws AppError 404 for an invitation that is not open
 */
export async function withdrawInvitation(deps: Deps, change: StaffActor & { id: number }): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    const row = await lockOpenInvitation(transaction, change.id)
    await updateInvitation(transaction, row.id, { withdrawnAt: deps.clock.now() })
    await auditInvitation(transaction, deps, {
      action: 'staff.invitation-withdrawn',
      row,
      actorId: change.actor.id,
      address: change.address,
    })
  })
}

/**
 * Locks the admins, so that the sender of an invitation can't lose their role at the same time.
 * @returns how many active admins there are
 * @throws AppError 403 if the actor isn't one of them
 */
async function lockAdminsAsInviter(transaction: Transaction, actor: Actor): Promise<number> {
  const admins = await lockActiveAdmins(transaction)
  if (!admins.includes(actor.id)) throw forbidden()
  return admins.length
}

function getExpiry(sentAt: Date): Date {
  return new Date(sentAt.getTime() + INVITATION_DAYS * DAY_MS)
}

/** @throws AppError 404 if the invitation was accepted or withdrawn, or doesn't exist */
async function lockOpenInvitation(transaction: Transaction, id: number): Promise<InvitationRow> {
  const row = await lockInvitation(transaction, id)
  if (!row) throw notFound()
  return row
}

function auditInvitation(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  entry: { action: AuditAction; row: InvitationRow; actorId: number; address: string | null },
): Promise<void> {
  const { action, row, actorId, address } = entry
  return audit(transaction, {
    at: clock.now(),
    actorId,
    action,
    subject: `invitation:${row.id}`,
    after: { email: row.email, staffRole: row.staffRole },
    address,
  })
}
