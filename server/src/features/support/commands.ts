import { randomBytes } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { countAttempt, limitNetwork } from '../../platform/limits/attempts.ts'
import { queueMail } from '../notices/index.ts'
import { type ContactMessage, contactMail } from './notices.ts'

const HOUR_MINUTES = 60
/** The limit of one network, and of one email address. */
const MESSAGES_PER_HOUR = 5

/**
 * Queues a visitor's message as an email to support. The visitor gets no email, as their address is not
 * verified.
 * @throws AppError 429 after 5 messages in an hour
 * @see docs/rules/chat-and-notifications.md#contact-form
 */
export async function sendContactMessage(
  deps: Deps,
  message: Omit<ContactMessage, 'reference'>,
  ipAddress: string,
): Promise<void> {
  await countAttempt(deps, [
    ...limitNetwork({ action: 'contact from', ipAddress, most: MESSAGES_PER_HOUR, minutes: HOUR_MINUTES }),
    { action: 'contact of', who: message.email, most: MESSAGES_PER_HOUR, minutes: HOUR_MINUTES },
  ])
  const job: ContactMessage = { ...message, reference: randomBytes(4).toString('hex') }
  await withTransaction(deps.database, (transaction) => queueMail(transaction, deps, contactMail, job))
}
