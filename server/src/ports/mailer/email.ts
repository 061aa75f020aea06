import { toFirstName } from '@tendwell/contract/people/first-name'
import { shortenName } from '@tendwell/contract/people/names'
import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { renderHtml } from './email-html.ts'
import type { Email, EmailContent, EmailLink } from './port.ts'

/** Renders an email as plain text and HTML, in the one layout that all emails share. */
export function renderEmail(content: EmailContent): Email {
  const { to, subject, unsubscribeUrl, replyTo, attachments } = content
  return {
    to,
    subject,
    text: renderText(content),
    html: renderHtml(content),
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
    ...(replyTo !== undefined && { replyTo }),
    ...(attachments && { attachments }),
  }
}

/**
 * The first line of an email to an address that may be unverified, where a name could be a stranger's text.
 */
export const NAMELESS_GREETING = 'Hi there,'

/** The first line of an email to this person: `Hi Fay,`, `Hi Okoro family,`. */
export function greet(fullName: string): string {
  return `Hi ${shortenName(toFirstName(fullName)).replace(/^the /i, '')},`
}

/** The plain text of an email, with an empty line between its parts. */
function renderText(content: EmailContent): string {
  const { greeting, paragraphs, code, facts = [], action, secondAction, footer, isUnsigned } = content
  const toLink = ({ label, url }: EmailLink) => `${label}:\n${url}`
  const parts = [
    greeting,
    code && `Your code: ${code}`,
    ...paragraphs,
    facts
      .map(({ label, lines, link }) =>
        [`${label}: ${lines.join('\n  ')}`, ...(link ? [`  ${link.label}: ${link.url}`] : [])].join('\n'),
      )
      .join('\n'),
    action && toLink(action),
    secondAction && toLink(secondAction),
    !isUnsigned && `With care,\n${PRODUCT_NAME}`,
    footer && ['--', footer.text, ...footer.links.map(({ label, url }) => `${label}: ${url}`)].join('\n'),
  ]
  return parts.filter(Boolean).join('\n\n')
}
