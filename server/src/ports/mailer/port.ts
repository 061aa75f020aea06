import { crc32 } from 'node:zlib'

/** A text file that comes with an email. */
export type Attachment = { filename: string; contentType: string; content: string }

/** An email to one person. */
export type Email = {
  to: string
  subject: string
  text: string
  html: string
  /** Stops emails of this kind when mail programs post to it; none where they may not be stopped. */
  unsubscribeUrl?: string
  /** Where replies go, if not to the sender. */
  replyTo?: string
  attachments?: readonly Attachment[]
}

/** The mail server could not be used, whatever the email. */
export class UnreachableError extends Error {}

export type Mailer = {
  /**
   * Hands an email over for delivery. Rejects if it was not accepted; the job that sends it retries.
   * @throws FinalError if this email will never be accepted @throws UnreachableError
   */
  send(email: Email): Promise<void>
  /** Closes idle connections, and the others when their email is sent. */
  close(): void
}
export type EmailLink = { label: string; url: string }

export type EmailContent = {
  to: string
  /** Ours alone: no text of a user, not even a name. @see docs/rules/chat-and-notifications.md#emails */
  subject: string
  greeting: string
  /** Plain text, one string per paragraph; line breaks are kept. */
  paragraphs: string[]
  /** Who, when, where and how much, in a box below the paragraphs. */
  facts?: readonly { label: string; lines: readonly string[] }[]
  action?: EmailLink
  /** What else can be done, as a link below the action. */
  secondAction?: EmailLink
  /** Why the reader gets this email, and how to get fewer. */
  footer?: { text: string; links: readonly EmailLink[] }
  /** Stops emails of this kind when mail programs post to it. */
  unsubscribeUrl?: string
  /** Where replies go, if not to the sender. */
  replyTo?: string
  attachments?: readonly Attachment[]
  /** Leaves out the product's signature, for text written by someone else. */
  isUnsigned?: boolean
}

const QUEUES = 4

export const MAIL_QUEUES = Array.from({ length: QUEUES }, (_, index) => `mail-${index}`)

/**
 * The queue of a person's emails. Those of one queue are sent one after another, so a slow email delays a
 * quarter of the others at most.
 * @param recipient an id or an address
 */
export function mailQueue(recipient: number | string): string {
  return MAIL_QUEUES[crc32(String(recipient)) % QUEUES] as string
}
