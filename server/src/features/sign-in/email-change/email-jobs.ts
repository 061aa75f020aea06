import type { EmailChangeSide } from '@tendwell/contract/sign-in/accounts'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { mailQueue } from '../../../ports/mailer/port.ts'
import { createMailedToken, findUser, findUserByEmail, isBannedEmail, lockUser } from '../../people/index.ts'
import { type Change, toNotMeUrl } from '../not-me/link.ts'
import { renderBannedEmail } from '../signup/notices.ts'
import { renderChangedEmail, renderNewSideEmail, renderOldSideEmail, renderTakenEmail } from './notices.ts'
import { findEmailChange } from './store.ts'

export const SEND_EMAIL_CHANGE_LINK = 'accounts.send-email-change-link'
export const SEND_EMAIL_CHANGED = 'accounts.send-email-changed'

/** `newEmail` identifies the change: a link of one that was replaced by another is not sent. */
export type EmailChangeLinkJob = { userId: number; newEmail: string; side: EmailChangeSide }
/** `change` is for the old address, which can take it back. */
export type EmailChangedJob = { to: string; change: Change | null }

/** Queues the links to both addresses. */
export async function queueLinkEmails(
  transaction: Transaction,
  deps: Deps,
  change: { userId: number; newEmail: string },
): Promise<void> {
  for (const side of ['old', 'new'] as const) {
    const job: EmailChangeLinkJob = { ...change, side }
    await deps.jobs.add(transaction, SEND_EMAIL_CHANGE_LINK, job, { queue: mailQueue(change.userId) })
  }
}

/**
 * Sends one side's link. The owner of a taken or banned address learns that someone tried, and gets no link.
 */
export async function sendEmailChangeLink(
  deps: Deps,
  { userId, newEmail, side }: EmailChangeLinkJob,
): Promise<void> {
  const user = await findUser(deps.database, userId)
  if (!user?.isActive) return
  if (side === 'new' && (await isBannedEmail(deps.database, deps, newEmail))) {
    await deps.mailer.send(renderBannedEmail(newEmail, deps.publicUrl()))
    return
  }
  if (side === 'new' && (await findUserByEmail(deps.database, newEmail))) {
    await deps.mailer.send(renderTakenEmail(newEmail, deps.publicUrl()))
    return
  }
  const token = await withTransaction(deps.database, async (transaction) => {
    await lockUser(transaction, userId)
    const now = deps.clock.now()
    const change = await findEmailChange(transaction, userId, now)
    if (change?.newEmail !== newEmail) return null
    const ttlMs = change.expiresAt.getTime() - now.getTime()
    return createMailedToken(transaction, deps, { userId, purpose: `change_email_${side}`, ttlMs })
  })
  if (token === null) return
  const url = `${deps.publicUrl()}/confirm-email-change?token=${token}&side=${side}`
  await deps.mailer.send(
    side === 'old' ? renderOldSideEmail(user.email, url, newEmail) : renderNewSideEmail(newEmail, url),
  )
}

/** Queues a notice to both addresses that the change is done. */
export async function queueChangedEmails(
  transaction: Transaction,
  deps: Deps,
  change: Change & { emails: { before: string; after: string } },
): Promise<void> {
  const { before, after } = change.emails
  for (const to of [before, after]) {
    const job: EmailChangedJob = { to, change: to === before ? change : null }
    await deps.jobs.add(transaction, SEND_EMAIL_CHANGED, job, { queue: mailQueue(to) })
  }
}

export function sendEmailChanged(deps: Deps, { to, change }: EmailChangedJob): Promise<void> {
  const notMeUrl = change && toNotMeUrl(deps, change)
  return deps.mailer.send(renderChangedEmail(to, { publicUrl: deps.publicUrl(), notMeUrl }))
}
