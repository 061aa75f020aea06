import type { StaffRole } from '@tendwell/contract/sign-in/accounts'
import { STAFF_ROLE_NAMES } from '@tendwell/contract/staff/staff'
import type { Deps } from '../../deps.ts'
import { type Transaction, withTransaction } from '../../platform/database/database.ts'
import { randomToken } from '../../platform/secrets.ts'
import { mailQueue } from '../../ports/mailer/port.ts'
import { findNames, findUser, hashToken } from '../people/index.ts'
import { readStaff } from '../sign-in/index.ts'
import { findStaffChange } from './changes/queries.ts'
import {
  renderActiveEmail,
  renderInvitationEmail,
  renderRoleEmail,
  renderStaffChangeNotice,
} from './notices.ts'
import { type InvitationRow, lockInvitation, updateInvitation } from './store.ts'

export const SEND_INVITATION_EMAIL = 'accounts.send-invitation-email'
export const SEND_STAFF_EMAIL = 'accounts.send-staff-email'
export const SEND_STAFF_CHANGE_NOTICE = 'accounts.send-staff-change-notice'

export type InvitationEmailJob = { invitationId: number }
export type StaffEmailJob =
  | { userId: number; change: 'role'; staffRole: StaffRole }
  | { userId: number; change: 'activated' | 'deactivated' }

type StaffChangeStep = { changeId: number; step: 'asked' | 'approved' | 'declined' }
export type StaffChangeNoticeJob = StaffChangeStep & { adminId: number }

export function queueInvitationEmail(
  transaction: Transaction,
  deps: Deps,
  { id: invitationId, email }: InvitationRow,
): Promise<void> {
  const job: InvitationEmailJob = { invitationId }
  return deps.jobs.add(transaction, SEND_INVITATION_EMAIL, job, { queue: mailQueue(email) })
}

/**
 * Sends a new link unless the invitation is over. The token itself is only in the link; we store its hash.
 */
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

/**
 * Tells all active admins that a change of the staff was asked for or decided on, also the one who did it.
 * @param concerns who isn't told, because they learn of it once it is decided; null for nobody
 */
export async function queueStaffChangeNotices(
  transaction: Transaction,
  { jobs }: Pick<Deps, 'jobs'>,
  { concerns, ...step }: StaffChangeStep & { concerns: number | null },
): Promise<void> {
  const { adminIds } = await readStaff(transaction)
  for (const adminId of adminIds.filter((id) => id !== concerns)) {
    const job: StaffChangeNoticeJob = { ...step, adminId }
    await jobs.add(transaction, SEND_STAFF_CHANGE_NOTICE, job, { queue: mailQueue(adminId) })
  }
}

export async function sendStaffChangeNotice(
  deps: Deps,
  { changeId, step, adminId }: StaffChangeNoticeJob,
): Promise<void> {
  const admin = await findUser(deps.database, adminId)
  const change = await findStaffChange(deps.database, changeId)
  if (!admin || !change) return
  const { kind, userId, email, staffRole, requestedBy, decidedBy, expiresAt } = change
  const names = await findNames(deps.database, [userId, requestedBy, decidedBy])
  const nameOf = (id: number | null) => (id === null ? '' : (names.get(id) ?? ''))
  await deps.mailer.send(
    renderStaffChangeNotice(admin, {
      step,
      kind,
      person: email ?? nameOf(userId),
      role: staffRole && STAFF_ROLE_NAMES[staffRole],
      asker: nameOf(requestedBy),
      decider: nameOf(decidedBy),
      expiresAt,
      url: `${deps.publicUrl()}/admin/staff`,
    }),
  )
}
