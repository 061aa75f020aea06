import { formatFullDay } from '@tendwell/contract/format'
import { REOPEN_DAYS } from '@tendwell/contract/people/own-data'
import { DAY_MS, toLocalDate } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { type Transaction, withTransaction } from '../../platform/database/database.ts'
import { mailQueue } from '../../ports/mailer/port.ts'
import { createMailedToken, findUser, getErasureTime, lockUser } from '../people/index.ts'
import { renderClosed, renderExportReady, renderKept, renderReopened } from './notices.ts'

export const SEND_EMAIL = 'own-data.send-email'
export type EmailJob = { kind: 'export-ready' | 'closed' | 'reopened'; userId: number }

/** Queues an email to a person, in the transaction of its cause. */
export function queueEmail(transaction: Transaction, deps: Deps, job: EmailJob): Promise<void> {
  return deps.jobs.add(transaction, SEND_EMAIL, job, { queue: mailQueue(job.userId) })
}

/** Sends it, unless the account was closed or opened again in the meantime. */
export async function sendEmail(deps: Deps, { kind, userId }: EmailJob): Promise<void> {
  const user = await findUser(deps.database, userId)
  if (!user?.emailVerifiedAt || (user.closedAt !== null) !== (kind === 'closed')) return
  if (kind === 'export-ready') return deps.mailer.send(renderExportReady(user, deps.publicUrl()))
  if (kind === 'reopened') {
    const { isActive, suspendedUntil } = user
    const day = suspendedUntil && toLocalDate(suspendedUntil.getTime(), 'UTC')
    return deps.mailer.send(
      isActive ? renderReopened(user, deps.publicUrl()) : renderKept(user, day, deps.publicUrl()),
    )
  }
  await sendClosed(deps, userId)
}

/** A retry sends a new link, which replaces the earlier one. */
async function sendClosed(deps: Deps, userId: number): Promise<void> {
  const mailed = await withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, userId)
    const ttlMs = user.closedAt
      ? user.closedAt.getTime() + REOPEN_DAYS * DAY_MS - deps.clock.now().getTime()
      : 0
    if (!user.closedAt || ttlMs <= 0) return null
    const token = await createMailedToken(transaction, deps, { userId, purpose: 'reopen_account', ttlMs })
    return { user, token, erasedAt: getErasureTime(user.closedAt) }
  })
  if (!mailed) return
  const { user, token, erasedAt } = mailed
  const day = formatFullDay(toLocalDate(erasedAt.getTime(), user.timezone ?? 'UTC'))
  await deps.mailer.send(renderClosed(user, `${deps.publicUrl()}/reopen-account?token=${token}`, day))
}
