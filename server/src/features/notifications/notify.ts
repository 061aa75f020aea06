import { eq } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { type Transaction, withTransaction } from '../../platform/database.ts'
import { renderEmail } from '../../ports/mailer/email.ts'
import { users } from '../accounts/index.ts'
import { insertNotification } from './store.ts'
import { notifications } from './tables.ts'
import type { Notice } from './texts.ts'

const TELL = 'notifications.tell'
const MAIL = 'notifications.mail'

type Told = { notificationId: number; userId: number; subject: string | null }

/**
 * Tells a person: the notice is stored, and pushing and mailing it are jobs of the same transaction, so neither
 * is lost and neither happens before the commit. The same cause tells a person once.
 * @returns whether the person had not been told of this cause before
 */
export async function notify(
  deps: Deps,
  transaction: Transaction,
  { userId, cause, notice }: { userId: number; cause: string; notice: Notice },
): Promise<boolean> {
  const createdAt = deps.clock.now()
  const notificationId = await insertNotification(transaction, { userId, cause, notice, createdAt })
  if (notificationId === null) return false
  const told: Told = { notificationId, userId, subject: notice.subject }
  await deps.jobs.add(transaction, TELL, told)
  if (notice.subject) await deps.jobs.add(transaction, MAIL, told, { queue: 'mail' })
  return true
}

/** Tells each person of a list in one transaction. */
export function notifyAll(
  deps: Deps,
  told: { userId: number; cause: string; notice: Notice }[],
): Promise<void> {
  return withTransaction(deps.database, async (transaction) => {
    for (const one of told) await notify(deps, transaction, one)
  })
}

/** The jobs behind `notify`. */
export function tellingJobs(deps: Deps): void {
  deps.jobs.handle<Told>(TELL, ({ notificationId, userId }) =>
    deps.hub.push('notifications', {
      userIds: [userId],
      frame: { event: 'notification.created', id: notificationId },
    }),
  )
  deps.jobs.handle<Told>(MAIL, (told) => mail(deps, told))
}

async function mail(deps: Deps, { notificationId, subject }: Told): Promise<void> {
  const [row] = await deps.database
    .select({ payload: notifications.payload, email: users.email, fullName: users.fullName })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.userId))
    .where(eq(notifications.id, notificationId))
  if (!row || !subject) return
  const { message, action_url: path, action_text: label } = row.payload
  await deps.mailer.send(
    renderEmail({
      to: row.email,
      subject,
      greeting: `Dear ${row.fullName},`,
      paragraphs: message ? [message] : [],
      action: path && label ? { label, url: `${deps.publicUrl()}${path}` } : undefined,
    }),
  )
}
