import type { StaffRole } from '@tendwell/contract/accounts'
import { STAFF_ROLE_NAMES } from '@tendwell/contract/staff'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database.ts'
import { randomToken } from '../../../platform/secrets.ts'
import { mailQueue } from '../../../ports/mailer/port.ts'
import { findUser } from '../queries.ts'
import { hashToken } from '../token-hash.ts'
import { renderActiveEmail, renderInvitationEmail, renderRoleEmail } from './emails.ts'
import { type InvitationRow, lockInvitation, updateInvitation } from './store.ts'

export const SEND_INVITATION_EMAIL = 'accounts.send-invitation-email'
export const SEND_STAFF_EMAIL = 'accounts.send-staff-email'

export type InvitationEmailJob = { invitationId: number }
export type StaffEmailJob =
  | { userId: number; change: 'role'; staffRole: StaffRole }
  | { userId: number; change: 'activated' | 'deactivated' }

export function queueInvitationEmail(
  transaction: Transaction,
  deps: Deps,
  { id: invitationId, email }: InvitationRow,
): Promise<void> {
  const job: InvitationEmailJob = { invitationId }
  return deps.jobs.add(transaction, SEND_INVITATION_EMAIL, job, { queue: mailQueue(email) })
}

/** Sends a new link unless the invitation is over. The token itself is only in the link; we store its hash. */
export async function sendInvitationEmail(deps: Deps, { invitationId }: InvitationEmailJob): Promise<void> {
  const token = randomToken()
  const invitation = await withTransaction(deps.database, async (transaction) => {
    const row = await lockInvitation(transaction, invitationId)
    if (!row || row.expiresAt <= deps.clock.now()) return null
    await updateInvitation(transaction, row.id, { tokenHash: hashToken(token) })
    return row
  })
  if (!invitation) return
  const inviter = await findUser(deps.database, invitation.invitedBy)
  await deps.mailer.send(
    renderInvitationEmail(invitation.email, {
      url: `${deps.publicUrl()}/staff/accept?token=${token}`,
      role: STAFF_ROLE_NAMES[invitation.staffRole],
      inviter: inviter?.fullName ?? '',
    }),
  )
}

/** Queues a notice to someone whose staff account was changed. */
export function queueStaffEmail(transaction: Transaction, deps: Deps, job: StaffEmailJob): Promise<void> {
  return deps.jobs.add(transaction, SEND_STAFF_EMAIL, job, { queue: mailQueue(job.userId) })
}

export async function sendStaffEmail(deps: Deps, job: StaffEmailJob): Promise<void> {
  const user = await findUser(deps.database, job.userId)
  if (!user) return
  const email =
    job.change === 'role'
      ? renderRoleEmail(user, STAFF_ROLE_NAMES[job.staffRole], deps.publicUrl())
      : renderActiveEmail(user, job.change === 'activated', deps.publicUrl())
  await deps.mailer.send(email)
}
