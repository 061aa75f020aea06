import { MINUTE_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import type { EventMap } from '../../../events.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import type { JobOptions } from '../../../platform/jobs/jobs.ts'
import { greet, renderEmail } from '../../../ports/mailer/email.ts'
import { mailQueue } from '../../../ports/mailer/port.ts'
import { isPairBlocked } from '../../blocks/index.ts'
import { findQuote, getMessageDetails, type MessageDetails } from '../../chat/index.ts'
import { findUser } from '../../people/index.ts'
import { markCauseRead } from '../commands.ts'
import { notifyUsers } from '../delivering/delivery.ts'
import { renderFooter } from '../delivering/unsubscribe.ts'
import { findChannels } from '../settings.ts'
import { renderMessageReceived, renderUnreadMessagesEmail } from './texts.ts'

const SUBSCRIBER = 'notifications'
const NOTIFY_JOB = 'notifications.chat-message'
const EMAIL_JOB = 'notifications.chat-email'
/** A recipient who has the conversation open reads a message within this time and needs no notification. */
const READING_MS = 3_000
/** How long a recipient must have been away before an email goes out. */
const AWAY_MS = 5 * MINUTE_MS

const getCausePrefix = (conversationId: number) => `chat:${conversationId}:`
const isMessageRead = (message: MessageDetails) => message.sequence <= message.recipientReadSequence
const addMs = (date: Date, ms: number) => new Date(date.getTime() + ms)

/**
 * Notifies recipients once per batch of unread messages, and emails those who are away once per conversation.
 * @see docs/rules/chat-and-notifications.md#chat-emails
 */
export function subscribeToChat(deps: Deps): void {
  const { jobs } = deps
  jobs.subscribe(
    'message.sent',
    SUBSCRIBER,
    ({ messageId }) => notifyOfMessage(deps, messageId),
    getNotifyOptions,
  )
  jobs.handle<{ messageId: number }>(NOTIFY_JOB, ({ messageId }) => notifyOfMessage(deps, messageId))
  jobs.handle<{ messageId: number }>(EMAIL_JOB, ({ messageId }) => emailUnreadMessages(deps, messageId))
  jobs.subscribe('conversation.read', SUBSCRIBER, (event) => markConversationNotificationsRead(deps, event))
}

/**
 * When the job for a message runs: at once for the first message of a conversation. The job for a later
 * message waits 3 seconds for the recipient to read it, and messages sent meanwhile share this job.
 */
function getNotifyOptions({
  conversationId,
  senderId,
  sentAt,
  isFirst,
}: EventMap['message.sent']): JobOptions {
  if (isFirst) return {}
  return {
    runAt: addMs(new Date(sentAt), READING_MS),
    key: `message.sent:${conversationId}:${senderId}`,
    keepsTime: true,
  }
}

/**
 * Notifies the recipient of an unread message, and adds the job that may email it. If the message may still
 * be read in time, the job for the notification is added again for later.
 */
async function notifyOfMessage(deps: Deps, messageId: number): Promise<void> {
  const message = await getMessageDetails(deps.database, messageId)
  const { conversationId, sequence, senderId, recipientId, recipientReadSequence, isByStarter, unreadSince } =
    message
  if (isMessageRead(message) || unreadSince === null) return
  const isFirst = sequence === 1
  const runAt = addMs(unreadSince, READING_MS)
  if (!isFirst && runAt > deps.clock.now()) {
    await withTransaction(deps.database, (transaction) =>
      deps.jobs.add(transaction, NOTIFY_JOB, { messageId }, { runAt }),
    )
    return
  }
  const cause = `${getCausePrefix(conversationId)}${isFirst ? 'first' : `after-${recipientReadSequence}`}`
  const content = renderMessageReceived(message, { isFirst })
  await withTransaction(deps.database, async (transaction) => {
    const notice = { userId: recipientId, from: senderId, cause, content }
    const isNew = (await notifyUsers(deps, transaction, [notice])) > 0
    // As long as the recipient has read nothing, the email about the first message covers later ones.
    const isCovered = isByStarter && recipientReadSequence === 0 && !isFirst
    if (!isNew || isCovered) return
    const options = { runAt: addMs(message.sentAt, AWAY_MS), queue: mailQueue(recipientId) }
    await deps.jobs.add(transaction, EMAIL_JOB, { messageId }, options)
  })
}

/**
 * Emails a recipient who has been away for 5 minutes about their unread messages, unless staff have removed all
 * of them. If they were seen more
 * recently, the job is added again for the time at which 5 minutes will have passed.
 */
async function emailUnreadMessages(deps: Deps, messageId: number): Promise<void> {
  const message = await getMessageDetails(deps.database, messageId)
  const recipient = await findUser(deps.database, message.recipientId)
  if (isMessageRead(message) || message.unreadCount === 0 || !recipient?.isActive) return
  if (await isPairBlocked(deps.database, message.senderId, recipient.id)) return
  const runAt = addMs(message.recipientSeenAt ?? new Date(0), AWAY_MS)
  if (runAt > deps.clock.now()) {
    await withTransaction(deps.database, (transaction) =>
      deps.jobs.add(transaction, EMAIL_JOB, { messageId }, { runAt, queue: mailQueue(recipient.id) }),
    )
    return
  }
  if (!(await findChannels(deps.database, recipient.id, 'messages')).email) return
  const quote = await findQuote(deps.database, {
    conversationId: message.conversationId,
    side: message.senderSide === 'caretaker' ? 'caregiver' : 'caretaker',
    readSequence: message.recipientReadSequence,
  })
  const { subject, text, facts, action } = renderUnreadMessagesEmail(message, message.unreadCount, quote)
  await deps.mailer.send(
    renderEmail({
      to: recipient.email,
      subject,
      greeting: greet(recipient.fullName),
      paragraphs: [text],
      facts,
      action: { label: action.label, url: `${deps.publicUrl()}${action.path}` },
      ...renderFooter(deps, recipient.id, 'messages'),
    }),
  )
}

/** Marks a conversation's notifications as read when its messages have been read. */
async function markConversationNotificationsRead(
  deps: Deps,
  { conversationId, readerId, readAt }: EventMap['conversation.read'],
): Promise<void> {
  await markCauseRead(deps, readerId, {
    causePrefix: getCausePrefix(conversationId),
    // A message sent after `readAt` creates its notification at this time or later.
    before: addMs(new Date(readAt), READING_MS),
  })
}
