import { shortenName } from '@tendwell/contract/people/names'
import { STAFF_ROLE_NAMES } from '@tendwell/contract/staff/staff'
import { SHOWN_PEOPLE_A_DAY } from '@tendwell/contract/staff/staff-access'
import { and, eq } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { greet, renderEmail } from '../../../ports/mailer/email.ts'
import { type Email, mailQueue } from '../../../ports/mailer/port.ts'
import { findUser, type UserRow, users } from '../../people/index.ts'

const SEND_SHOW_LIMIT_EMAIL = 'admin.send-show-limit-email'

/** `today` is the UTC day, `YYYY-MM-DD`. */
type Reached = { actorId: number; today: string }
type ShowLimitEmailJob = Reached & { adminId: number }

/**
 * Tells all active admins that a member of staff has opened the details of as many people as they can in a
 * day.
 */
export async function queueShowLimitEmails(
  transaction: Transaction,
  { jobs }: Pick<Deps, 'jobs'>,
  reached: Reached,
): Promise<void> {
  const admins = await transaction
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.staffRole, 'admin'), users.isActive))
  for (const { id: adminId } of admins) {
    const job: ShowLimitEmailJob = { ...reached, adminId }
    await jobs.add(transaction, SEND_SHOW_LIMIT_EMAIL, job, { queue: mailQueue(adminId) })
  }
}

export function showLimitJobs(deps: Deps): void {
  deps.jobs.handle<ShowLimitEmailJob>(SEND_SHOW_LIMIT_EMAIL, async ({ actorId, adminId, today }) => {
    const admin = await findUser(deps.database, adminId)
    const actor = await findUser(deps.database, actorId)
    if (!admin || !actor) return
    const url = `${deps.publicUrl()}/admin/audit?actor=${actorId}`
    await deps.mailer.send(renderShowLimitEmail(admin, actor, { today, url }))
  })
}

function renderShowLimitEmail(
  { email, fullName }: UserRow,
  actor: UserRow,
  { today, url }: { today: string; url: string },
): Email {
  return renderEmail({
    to: email,
    subject: `A colleague opened the details of ${SHOWN_PEOPLE_A_DAY} people in a day`,
    greeting: greet(fullName),
    paragraphs: [
      'That is the most that one of us can open in a day. They can open those of others after midnight UTC.',
      'The audit log says whose details they opened, and why. If it looks wrong to you, talk to them, and end their sessions if it wasn’t them.',
      'All admins get this email.',
    ],
    facts: [
      { label: 'Colleague', lines: [shortenName(actor.fullName)] },
      { label: 'Role', lines: [actor.staffRole ? STAFF_ROLE_NAMES[actor.staffRole] : 'None'] },
      { label: 'Day', lines: [today] },
    ],
    action: { label: 'See what they did', url },
  })
}
