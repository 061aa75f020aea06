import type { StaffRole } from '@tendwell/contract/accounts'
import type { AuditAction } from '@tendwell/contract/audit'
import { INVITATION_DAYS, type StaffInvitation } from '@tendwell/contract/staff'
import { DAY_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../platform/access.ts'
import { type Transaction, withTransaction } from '../../../platform/database.ts'
import { forbidden, invalid, notFound } from '../../../platform/errors.ts'
import { audit } from '../audit-store.ts'
import { findUserByEmail } from '../queries.ts'
import { requireRecentProof } from '../sessions/reauthentication.ts'
import { queueInvitationEmail } from './email-jobs.ts'
import { getInvitation } from './queries.ts'
import {
  type InvitationRow,
  insertInvitation,
  lockActiveAdmins,
  lockInvitation,
  updateInvitation,
} from './store.ts'

const taken = () => invalid({ email: ['This email already has an account. Invite a different one'] })

/**
 * Invites someone to the staff by mail.
 * @throws AppError 400 for an address that has an account or an open invitation; 403 without a recent proof
 * @see docs/rules/accounts.md#joining-the-staff
 */
export async function inviteStaff(
  transaction: Transaction,
  deps: Deps,
  invitation: { actor: Actor; email: string; staffRole: StaffRole; address: string },
): Promise<StaffInvitation> {
  const { actor, email, staffRole } = invitation
  await requireRecentProof(transaction, deps, actor)
  await requireInviter(transaction, actor)
  if (await findUserByEmail(transaction, email)) throw taken()
  const at = deps.clock.now()
  const terms = { email, staffRole, invitedBy: actor.id, sentAt: at, expiresAt: getExpiry(at) }
  const row = await insertInvitation(transaction, terms)
  if (!row) throw invalid({ email: ['This person is invited already. You can send the invitation again'] })
  await queueInvitationEmail(transaction, deps, row)
  await auditInvitation(transaction, deps, { action: 'staff.invited', row, ...invitation })
  return getInvitation(transaction, row.id, at)
}

/**
 * Mails a new link, which ends the earlier one, for another 7 days. The invitation is the caller's from then on.
 * @throws AppError 400 if the address has an account by now; 404 for an invitation that is not open
 */
export async function resendInvitation(
  deps: Deps,
  change: { id: number; actor: Actor; address: string },
): Promise<StaffInvitation> {
  return withTransaction(deps.database, async (transaction) => {
    await requireRecentProof(transaction, deps, change.actor)
    await requireInviter(transaction, change.actor)
    const row = await requireOpen(transaction, change.id)
    if (await findUserByEmail(transaction, row.email)) throw taken()
    const at = deps.clock.now()
    const terms = { tokenHash: null, invitedBy: change.actor.id, sentAt: at, expiresAt: getExpiry(at) }
    await updateInvitation(transaction, row.id, terms)
    await queueInvitationEmail(transaction, deps, row)
    await auditInvitation(transaction, deps, { action: 'staff.invitation-resent', row, ...change })
    return getInvitation(transaction, row.id, at)
  })
}

/** Ends an invitation and its link. @throws AppError 404 for one that is not open */
export async function withdrawInvitation(
  deps: Deps,
  change: { id: number; actor: Actor; address: string },
): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    const row = await requireOpen(transaction, change.id)
    await updateInvitation(transaction, row.id, { withdrawnAt: deps.clock.now() })
    await auditInvitation(transaction, deps, { action: 'staff.invitation-withdrawn', row, ...change })
  })
}

/** Locks the admins, so that an invitation and the end of the one who sends it come one after the other. */
async function requireInviter(transaction: Transaction, actor: Actor): Promise<void> {
  if (!(await lockActiveAdmins(transaction)).includes(actor.id)) throw forbidden()
}

function getExpiry(sentAt: Date): Date {
  return new Date(sentAt.getTime() + INVITATION_DAYS * DAY_MS)
}

async function requireOpen(transaction: Transaction, id: number): Promise<InvitationRow> {
  const row = await lockInvitation(transaction, id)
  if (!row) throw notFound()
  return row
}

function auditInvitation(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  entry: { action: AuditAction; row: InvitationRow; actor: Actor; address: string },
): Promise<void> {
  const { action, row, actor, address } = entry
  return audit(transaction, {
    at: clock.now(),
    actorId: actor.id,
    action,
    subject: `invitation:${row.id}`,
    after: { email: row.email, staffRole: row.staffRole },
    address,
  })
}
