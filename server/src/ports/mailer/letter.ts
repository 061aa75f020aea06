import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { escapeHtml } from '../../platform/html.ts'
import type { Mail } from './port.ts'

/** What a letter says, before it is laid out. */
export type Letter = {
  to: string
  subject: string
  greeting: string
  /** Each a paragraph of plain text; its lines stay lines. */
  paragraphs: string[]
  action?: { label: string; url: string }
  /** The words are somebody else's: the product doesn't put its name under them. */
  isUnsigned?: boolean
}

/** Lays a letter out as plain text and as HTML: the one form of every mail. */
export function layOut(letter: Letter): Mail {
  const { greeting, paragraphs, action, isUnsigned } = letter
  const text = [
    greeting,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(isUnsigned ? [] : [`With care,\n${PRODUCT_NAME}`]),
  ].join('\n\n')
  return { to: letter.to, subject: letter.subject, text, html: htmlOf(letter) }
}

const SERIF = "Georgia,'Times New Roman',serif"
const SANS = '-apple-system,BlinkMacSystemFont,Helvetica,Arial,sans-serif'
/** Tables and styles on the elements themselves: the one layout that every mail program shows. */
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

function htmlOf({ subject, greeting, paragraphs, action, isUnsigned }: Letter): string {
  const linesOf = (part: string) => escapeHtml(part).replaceAll('\n', '<br>')
  const body = paragraphs.map((part) => `<p style="margin:0 0 16px">${linesOf(part)}</p>`).join('\n')
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
${action ? buttonOf(action) : ''}
${isUnsigned ? '' : `<p style="margin:24px 0 0;color:#55645D">With care,<br>${PRODUCT_NAME}</p>`}
</td></tr>
</table>
</td></tr></table>
</body>
</html>`
}

/** The button, and its address for programs that show no buttons. */
function buttonOf({ label, url }: { label: string; url: string }): string {
  const href = escapeHtml(url)
  return `<table ${TABLE} style="margin:24px 0"><tr><td style="background:#1F5D46;border-radius:10px">
<a href="${href}" style="display:inline-block;padding:14px 26px;color:#FDFBF6;font:600 16px/22px ${SANS};text-decoration:none">${escapeHtml(label)}</a>
</td></tr></table>
<p style="margin:0;color:#55645D;font-size:13px;line-height:20px">Or open this address:<br><a href="${href}" style="color:#1F5D46;word-break:break-word;overflow-wrap:anywhere">${href}</a></p>`
}
