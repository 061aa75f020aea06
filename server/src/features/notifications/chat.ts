import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import type { EventMap } from '../../platform/events.ts'
import type { JobOptions } from '../../platform/jobs.ts'
import { renderEmail } from '../../ports/mailer/email.ts'
import { findUser } from '../accounts/index.ts'
import { getMessageDetails, type MessageDetails } from '../chat/index.ts'
import { notify } from './notify.ts'
import { markCausesRead } from './store.ts'
import { messageSent, messagesWaiting } from './texts.ts'

const SUBSCRIBER = 'notifications'
const TELL = 'notifications.chat-message'
const MAIL = 'notifications.chat-mail'
/** Who has the conversation before them reads a message within this time, and need not be told of it. */
const READING_MS = 3_000
/** Chat mails only when the other is away for so long (decisions §7). */
const AWAY_MS = 5 * 60_000

const causesOf = (conversationId: number) => `chat:${conversationId}:`
const isRead = (message: MessageDetails) => message.sequence <= message.recipientReadSequence

/** People are told of messages: in the bell once until they read, and by one mail a conversation while they are away. */
export function chatJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.subscribe('message.sent', SUBSCRIBER, ({ messageId }) => tell(deps, messageId), whenToTell)
  jobs.handle<{ messageId: number }>(TELL, ({ messageId }) => tell(deps, messageId))
  jobs.handle<{ messageId: number }>(MAIL, ({ messageId }) => mail(deps, messageId))
  jobs.subscribe('conversation.read', SUBSCRIBER, (event) => forget(deps, event))
}

const after = (moment: Date, ms: number) => new Date(moment.getTime() + ms)

/** Of the first message at once; all that somebody writes to it within the time of reading is one job. */
function whenToTell({ conversationId, senderId, sentAt, isFirst }: EventMap['message.sent']): JobOptions {
  if (isFirst) return {}
  return {
    runAt: after(new Date(sentAt), READING_MS),
    key: `message.sent:${conversationId}:${senderId}`,
    keepsTime: true,
  }
}

/** Tells of a message that still waits, once for all that wait since the last reading. */
async function tell(deps: Deps, messageId: number): Promise<void> {
  const message = await getMessageDetails(deps.database, messageId)
  const { conversationId, sequence, recipientId, recipientReadSequence, isByStarter, unreadSince } = message
  if (isRead(message) || unreadSince === null) return
  const isFirst = sequence === 1
  const runAt = after(unreadSince, READING_MS)
  if (!isFirst && runAt > deps.clock.now()) {
    await withTransaction(deps.database, (transaction) =>
      deps.jobs.add(transaction, TELL, { messageId }, { runAt }),
    )
    return
  }
  const cause = `${causesOf(conversationId)}${isFirst ? 'first' : `after-${recipientReadSequence}`}`
  const notice = messageSent(message, isFirst)
  await withTransaction(deps.database, async (transaction) => {
    const isNews = await notify(deps, transaction, { userId: recipientId, cause, notice })
    // While the first message waits, its mail is the one that tells of all.
    const isMailed = isByStarter && recipientReadSequence === 0 && !isFirst
    if (isNews && !isMailed)
      await deps.jobs.add(
        transaction,
        MAIL,
        { messageId },
        { runAt: after(message.sentAt, AWAY_MS), queue: 'mail' },
      )
  })
}

/** Mails of what waits in a conversation, unless it was read, and not before its reader has been away for a while. */
async function mail(deps: Deps, messageId: number): Promise<void> {
  const message = await getMessageDetails(deps.database, messageId)
  const recipient = await findUser(deps.database, message.recipientId)
  if (isRead(message) || !recipient?.isActive) return
  const awayFrom = (message.recipientSeenAt?.getTime() ?? 0) + AWAY_MS
  if (awayFrom > deps.clock.now().getTime()) {
    await withTransaction(deps.database, (transaction) =>
      deps.jobs.add(transaction, MAIL, { messageId }, { runAt: new Date(awayFrom), queue: 'mail' }),
    )
    return
  }
  const { subject, text, path, label } = messagesWaiting(message, message.unreadCount)
  await deps.mailer.send(
    renderEmail({
      to: recipient.email,
      subject,
      greeting: `Dear ${recipient.fullName},`,
      paragraphs: [text],
      action: { label, url: `${deps.publicUrl()}${path}` },
    }),
  )
}

/** The bell no longer tells of a conversation that was read. */
async function forget(
  deps: Deps,
  { conversationId, readerId, readAt }: EventMap['conversation.read'],
): Promise<void> {
  const ids = await withTransaction(deps.database, (transaction) =>
    markCausesRead(transaction, {
      userId: readerId,
      causePrefix: causesOf(conversationId),
      // What came after the reading is told of later than this.
      before: after(new Date(readAt), READING_MS),
      readAt: deps.clock.now(),
    }),
  )
  if (ids.length === 0) return
  await deps.hub.push('notifications', { userIds: [readerId], frame: { event: 'notifications.read', ids } })
}
