import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { type Email, mailQueue } from '../../../ports/mailer/port.ts'
import { findUser } from '../queries.ts'
import type { UserRow } from '../user.ts'
import {
  type Deactivation,
  renderActivatedEmail,
  renderDeactivatedEmail,
  renderSuspendedEmail,
} from './notices.ts'

export const SEND_ACTIVATION_EMAIL = 'accounts.send-activation-email'

/** `deactivation` is null for an account that was activated again. */
export type ActivationEmailJob = { userId: number; deactivation: Deactivation | null }

/** Tells a family or caregiver that their account was deactivated, suspended or activated again. */
export function queueActivationEmail(
  transaction: Transaction,
  deps: Deps,
  job: ActivationEmailJob,
): Promise<void> {
  return deps.jobs.add(transaction, SEND_ACTIVATION_EMAIL, job, { queue: mailQueue(job.userId) })
}

/** Sends it, unless the address was never verified: it may be a stranger's. */
export async function sendActivationEmail(
  deps: Deps,
  { userId, deactivation }: ActivationEmailJob,
): Promise<void> {
  const user = await findUser(deps.database, userId)
  if (!user?.emailVerifiedAt) return
  await deps.mailer.send(renderChange(user, deactivation, deps.publicUrl()))
}

function renderChange(user: UserRow, deactivation: Deactivation | null, publicUrl: string): Email {
  if (!deactivation) return renderActivatedEmail(user, publicUrl)
  const { suspendedUntil } = deactivation
  if (suspendedUntil === null) return renderDeactivatedEmail(user, deactivation, publicUrl)
  return renderSuspendedEmail(user, { ...deactivation, suspendedUntil }, publicUrl)
}
