import { crc32 } from 'node:zlib'

/** A text file that is attached to an email. */
export type Attachment = { filename: string; contentType: string; content: string }

/** An email to one person. */
export type Email = {
  to: string
  subject: string
  text: string
  html: string
  /** Mail programs post to this URL to stop emails of this kind. Missing if these can't be stopped. */
  unsubscribeUrl?: string
  /** Where replies go, if not to the sender. */
  replyTo?: string
  attachments?: readonly Attachment[]
}

/** Thrown if the mail server doesn't answer, so that other emails fail too. A refused login is an answer. */
export class UnreachableError extends Error {}

export type Mailer = {
  /**
   * Hands an email over to the mail server.
   * @throws FinalError if the server will never accept this email; UnreachableError if the server doesn't
   *   answer; another Error if it refused the login or didn't accept the email for now. After the last two
   *   the job tries again
   */
  send(email: Email): Promise<void>
  /** Closes idle connections at once, and busy ones after their email is sent. */
  close(): void
}
export type EmailLink = { label: string; url: string }

/** A line of the box below the paragraphs, perhaps with something that the reader can do about it. */
export type EmailFact = {
  label: string
  lines: readonly string[]
  link?: EmailLink
  /** Where its lines lead, such as `tel:` of a phone number. */
  href?: string
  /** Whether its lines are a list, with space between them. */
  isList?: boolean
  /** Whether it has a box of its own, with its link as a button. */
  isApart?: boolean
}

export type EmailContent = {
  to: string
  /**
   * The subject. It has no text of a user but a first name.
   * @see docs/rules/chat-and-notifications.md#emails
   */
  subject: string
  greeting: string
  /** Plain text, one string per paragraph; line breaks are kept. */
  paragraphs: string[]
  /** A code to type in, large above the paragraphs. */
  code?: string
  /** Who, when, where and how much, in a box below the paragraphs. */
  facts?: readonly EmailFact[]
  action?: EmailLink
  /** Another thing that the reader can do, as a link below the action. */
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
 * The name of the queue of a person's emails, one of four. The emails of a queue are sent one after another,
 * so a slow email delays at most a quarter of the others.
 * @param recipient a user id or an email address
 */
export function mailQueue(recipient: number | string): string {
  return MAIL_QUEUES[crc32(String(recipient)) % QUEUES] as string
}
