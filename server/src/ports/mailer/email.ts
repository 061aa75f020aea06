import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { renderHtml } from './email-html.ts'
import type { Email } from './port.ts'

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
  /** Leaves out the product's signature, for text written by someone else. */
  isUnsigned?: boolean
}

/** Renders an email as plain text and HTML, in the one layout that all emails share. */
export function renderEmail(content: EmailContent): Email {
  const { to, subject, unsubscribeUrl } = content
  return {
    to,
    subject,
    text: renderText(content),
    html: renderHtml(content),
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
  }
}

function renderText(content: EmailContent): string {
  const { greeting, paragraphs, facts = [], action, secondAction, footer, isUnsigned } = content
  const toLink = ({ label, url }: EmailLink) => `${label}:\n${url}`
  const parts = [
    greeting,
    ...paragraphs,
    facts.map(({ label, lines }) => `${label}: ${lines.join('\n  ')}`).join('\n'),
    action && toLink(action),
    secondAction && toLink(secondAction),
    !isUnsigned && `With care,\n${PRODUCT_NAME}`,
    footer && ['--', footer.text, ...footer.links.map(({ label, url }) => `${label}: ${url}`)].join('\n'),
  ]
  return parts.filter(Boolean).join('\n\n')
}
