import { MINUTE_MS } from '@tendwell/contract/time'

const SECOND_MAIL_AFTER_MS = 10 * MINUTE_MS

/**
 * The content of a notice that a request or proposal was taken back. If that happened within 10 minutes of
 * sending, the notice has no subject: it is shown in the bell but not mailed. So a sender who keeps sending
 * and taking back doesn't fill the receiver's mailbox with second mails.
 * @see docs/rules/chat-and-notifications.md#notifications
 */
export function withoutSecondMail<Content extends { subject: string | null }>(
  content: Content,
  sentAt: Date,
  takenBackAt: Date,
): Content {
  const isTakenBackSoon = takenBackAt.getTime() - sentAt.getTime() < SECOND_MAIL_AFTER_MS
  return isTakenBackSoon ? { ...content, subject: null } : content
}
