import type { User } from '@tendwell/contract/sign-in/accounts'
import type { Deps } from '../../../deps.ts'
import { type Reader, type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { conflict, invalidRequest } from '../../../platform/errors.ts'
import { uncountOnFailure } from '../../../platform/limits/attempts.ts'
import {
  audit,
  findUser,
  hashToken,
  insertUser,
  lockActiveAdmins,
  toUserResponse,
} from '../../people/index.ts'
import {
  countMailedPasswordAttempt,
  type Device,
  hashPassword,
  requireStrongPassword,
  signAccessToken,
  startSession,
} from '../../sign-in/index.ts'
import { findInvitationByToken } from '../queries.ts'
import { needsSecondAdmin } from '../second-admin.ts'
import {
  countActiveAdmins,
  type InvitationRow,
  lockInvitation,
  mayInvite,
  updateInvitation,
} from '../store.ts'

/**
 * Makes the account of someone who was invited to the staff, and logs them in. The link proves that the email
 * address is theirs. The role of all staff is `admin`; `staffRole` says what they may do.
 * @throws AppError 400 for an invitation that `requireInvitation` refuses, and for a password that is easy to
 *   guess; 409 if the address has an account by now; 429 for too many attempts
 * @see docs/rules/accounts.md#joining-the-staff
 */
export async function acceptInvitation(
  deps: Deps,
  input: { token: string; full_name: string; password: string; timezone?: string | undefined },
  device: Device,
): Promise<{ user: User; access: string; refresh: string }> {
  const { token, full_name: fullName, password, timezone = null } = input
  const attempt = await countMailedPasswordAttempt(deps, device.ipAddress)
  // Checked before hashing, so that guessed tokens cost little.
  const { id, email } = await requireInvitation(deps.database, token, deps.clock.now())
  await requireStrongPassword(password, { fullName, email })
  const passwordHash = await uncountOnFailure(attempt, hashPassword(password))

  const { user, session } = await withTransaction(deps.database, async (transaction) => {
    // Two invited admins join one after the other, so that the second one counts the first as an admin.
    await lockActiveAdmins(transaction)
    await lockInvitation(transaction, id)
    // Checked again under the lock: the link may have been used twice at the same time.
    const invitation = await requireInvitation(transaction, token, deps.clock.now())
    const user = await createStaffAccount(transaction, deps, invitation, { fullName, passwordHash, timezone })
    const session = await startSession(transaction, deps, user.id, device)
    const at = deps.clock.now()
    const entry = { at, actorId: user.id, subject: `user:${user.id}`, address: device.ipAddress }
    const after = { invitedBy: invitation.invitedBy, staffRole: invitation.staffRole }
    await audit(transaction, { ...entry, action: 'staff.joined', after })
    return { user, session }
  })
  const claims = { userId: user.id, role: user.role, sessionId: session.sessionId }
  return { user, access: await signAccessToken(deps, claims), refresh: session.refresh }
}

/**
 * Finds the invitation of a link.
 * @throws AppError 400 for a link that is unknown, used, withdrawn or expired, for an invitation whose sender
 *   may no longer invite, and for one that lacks an approval
 */
async function requireInvitation(reader: Reader, token: string, now: Date): Promise<InvitationRow> {
  const invitation = await findInvitationByToken(reader, hashToken(token))
  if (!invitation) throw invalidRequest('This invitation link is not valid, or was replaced by a newer one')
  if (invitation.acceptedAt) throw invalidRequest('This invitation link was already used')
  if (invitation.withdrawnAt) throw invalidRequest('This invitation was withdrawn')
  if (!mayInvite(await findUser(reader, invitation.invitedBy))) {
    throw invalidRequest(
      'This invitation ended, because the person who sent it can no longer invite. Ask for a new one',
    )
  }
  if (await lacksApproval(reader, invitation)) {
    throw invalidRequest(
      'This invitation ended, because another admin has to approve it by now. Ask for a new one',
    )
  }
  if (invitation.expiresAt <= now) throw invalidRequest('This invitation link has expired')
  return invitation
}

/**
 * Whether an invitation needs the approval of a second admin by now, and has none: it was sent while there
 * was one admin, and now there are two.
 */
async function lacksApproval(reader: Reader, invitation: InvitationRow): Promise<boolean> {
  const placeAfterJoining = { staffRole: invitation.staffRole, isActive: true }
  return (
    invitation.approvedBy === null &&
    needsSecondAdmin(null, placeAfterJoining, await countActiveAdmins(reader))
  )
}

/**
 * Makes the account of an invited person, with a verified address, and marks the invitation as accepted.
 * @throws AppError 409 if the address has an account by now
 */
async function createStaffAccount(
  transaction: Transaction,
  deps: Deps,
  { id: invitationId, email, staffRole }: InvitationRow,
  person: { fullName: string; passwordHash: string; timezone: string | null },
): Promise<User> {
  const at = deps.clock.now()
  const account = { ...person, email, role: 'admin' as const, staffRole, emailVerifiedAt: at, createdAt: at }
  const { id, isNew } = await insertUser(transaction, account)
  const row = isNew ? await findUser(transaction, id) : null
  if (!row) throw conflict('This email has an account by now. Ask for an invitation to a different one')
  await updateInvitation(transaction, invitationId, { acceptedAt: at })
  return toUserResponse(deps, row)
}
