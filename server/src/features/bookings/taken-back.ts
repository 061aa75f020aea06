import { MINUTE_MS } from '@tendwell/contract/time'

const SECOND_MAIL_AFTER_MS = 10 * MINUTE_MS

/**
 * What tells that something was taken back: by the bell alone if its sender did so within 10 minutes, because
 * somebody who sends and takes back shall not fill a mailbox.
 * @see docs/rules/chat-and-notifications.md#notifications
 */
export function withoutSecondMail<Content extends { subject: string | null }>(
  content: Content,
  sentAt: Date,
  takenBackAt: Date,
): Content {
  const isSoon = takenBackAt.getTime() - sentAt.getTime() < SECOND_MAIL_AFTER_MS
  return isSoon ? { ...content, subject: null } : content
}
