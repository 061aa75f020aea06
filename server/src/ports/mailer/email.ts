import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { escapeHtml } from '../../platform/html.ts'
import type { Email } from './port.ts'

type EmailContent = {
  to: string
  /** Ours alone: no text of a user, not even a name. @see docs/rules/chat-and-notifications.md#emails */
  subject: string
  greeting: string
  /** Plain text, one string per paragraph; line breaks are kept. */
  paragraphs: string[]
  action?: { label: string; url: string }
  /** Leaves out the product's signature, for text written by someone else. */
  isUnsigned?: boolean
}

/** Renders an email as plain text and HTML, in the one layout that all emails share. */
export function renderEmail(content: EmailContent): Email {
  const { greeting, paragraphs, action, isUnsigned } = content
  const text = [
    greeting,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(isUnsigned ? [] : [`With care,\n${PRODUCT_NAME}`]),
  ].join('\n\n')
  return { to: content.to, subject: content.subject, text, html: renderHtml(content) }
}

const SERIF = "Georgia,'Times New Roman',serif"
const SANS = '-apple-system,BlinkMacSystemFont,Helvetica,Arial,sans-serif'
/** Every email client supports tables with inline styles, and nothing newer. */
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

function renderHtml({ subject, greeting, paragraphs, action, isUnsigned }: EmailContent): string {
  const toHtml = (part: string) => escapeHtml(part).replaceAll('\n', '<br>')
  const body = paragraphs.map((part) => `<p style="margin:0 0 16px">${toHtml(part)}</p>`).join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#FBF8F2">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(paragraphs[0] ?? '')}</div>
<table ${TABLE} width="100%" style="background:#FBF8F2"><tr><td align="center" style="padding:32px 16px">
<table ${TABLE} width="100%" style="max-width:560px">
<tr><td style="background:#153F30;border-radius:20px 20px 0 0;padding:22px 32px;color:#F6F1E6;font:400 22px/28px ${SERIF}">${PRODUCT_NAME}</td></tr>
<tr><td style="background:#D8B26A;font-size:0;line-height:2px;height:2px">&nbsp;</td></tr>
<tr><td style="background:#FFFFFF;border:1px solid #E4DCCB;border-top:0;border-radius:0 0 20px 20px;padding:32px;color:#1C2B26;font:16px/26px ${SANS}">
<p style="margin:0 0 16px;font:400 21px/30px ${SERIF}">${escapeHtml(greeting)}</p>
${body}
${action ? renderButton(action) : ''}
${isUnsigned ? '' : `<p style="margin:24px 0 0;color:#55645D">With care,<br>${PRODUCT_NAME}</p>`}
</td></tr>
</table>
</td></tr></table>
</body>
</html>`
}

/** The button, followed by its URL for clients that show no buttons. */
function renderButton({ label, url }: { label: string; url: string }): string {
  const href = escapeHtml(url)
  return `<table ${TABLE} style="margin:24px 0"><tr><td style="background:#1F5D46;border-radius:10px">
<a href="${href}" style="display:inline-block;padding:14px 26px;color:#FDFBF6;font:600 16px/22px ${SANS};text-decoration:none">${escapeHtml(label)}</a>
</td></tr></table>
<p style="margin:0;color:#55645D;font-size:13px;line-height:20px">Or copy this link into your browser:<br><a href="${href}" style="color:#1F5D46;word-break:break-word;overflow-wrap:anywhere">${href}</a></p>`
}
