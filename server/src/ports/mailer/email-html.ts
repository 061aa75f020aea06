import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { escapeHtml } from '../../platform/http/html.ts'
import type { EmailContent, EmailFact, EmailLink } from './port.ts'

const SERIF = "Georgia,'Times New Roman',serif"
const SANS = '-apple-system,BlinkMacSystemFont,Helvetica,Arial,sans-serif'
/** Tables with inline styles, because every email client supports them. */
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

/** In clients that follow the system's dark theme, these colors replace the inline ones. */
const DARK_STYLE = `
:root { color-scheme: light dark }
@media (max-width: 480px) {
  .head { padding: 22px 20px !important }
  .body { padding: 24px 20px !important }
}
@media (prefers-color-scheme: dark) {
  .page { background: #121D19 !important }
  .head { background: #0C1512 !important; border-color: #30433B !important }
  .body { background: #1A2823 !important; border-color: #30433B !important; color: #F2EDE1 !important }
  .facts { background: #22322C !important }
  .soft { color: #ADBBB3 !important }
  .link { color: #93CBB0 !important }
  .button { background: #93CBB0 !important }
  .button a { color: #0F2119 !important }
  .quiet { border-color: #93CBB0 !important }
  .quiet a { color: #93CBB0 !important }
}`

/**
 * Keeps times such as `8:00 AM – 10:00 AM EST` on one line. Non-breaking spaces would not be enough, because
 * a line may also break beside a dash.
 */
const keepTimesTogether = (html: string) =>
  html.replace(
    /\d{1,2}:\d\d [AP]M(?: [A-Z]{2,5})?(?: – \d{1,2}:\d\d [AP]M(?: [A-Z]{2,5})?)?/g,
    '<span style="white-space:nowrap">$&</span>',
  )

const ADDRESS = /(https:\/\/[^\s<>"“”]*[^\s<>"“”.,;:!?)])/

const toHtml = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')

/** A paragraph with links. Facts have none: they may quote what people wrote. */
const toLinkedHtml = (text: string) =>
  text
    .split(ADDRESS)
    .map((part, index) => (index % 2 === 1 ? renderLink({ label: part, url: part }) : toHtml(part)))
    .join('')

/** The HTML of an email. Its hidden beginning is the preview in lists of emails. */
export function renderHtml(content: EmailContent): string {
  const {
    subject,
    greeting,
    paragraphs,
    code,
    facts = [],
    action,
    secondAction,
    footer,
    isUnsigned,
  } = content
  const body = [
    `<p style="margin:0 0 16px;font:400 21px/30px ${SERIF}">${escapeHtml(greeting)}</p>`,
    code && renderCode(code),
    ...paragraphs.map(
      (paragraph) => `<p style="margin:0 0 16px">${keepTimesTogether(toLinkedHtml(paragraph))}</p>`,
    ),
    ...renderFacts(facts),
    action && renderButton(action),
    secondAction && renderQuietButton(secondAction),
    !isUnsigned && `<p class="soft" style="margin:24px 0 0;color:#55645D">With care,<br>${PRODUCT_NAME}</p>`,
  ]
  const preview = code ? `Your code: ${code}` : (paragraphs[0] ?? '')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${DARK_STYLE}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#FBF8F2">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table ${TABLE} class="page" width="100%" style="background:#FBF8F2"><tr><td align="center" style="padding:32px 16px">
<table ${TABLE} width="100%" style="max-width:560px">
<tr><td class="head" style="background:#153F30;border:1px solid #153F30;border-bottom:0;border-radius:20px 20px 0 0;padding:22px 32px;color:#F6F1E6;font:400 22px/28px ${SERIF}">${PRODUCT_NAME}</td></tr>
<tr><td style="background:#D8B26A;font-size:0;line-height:2px;height:2px">&nbsp;</td></tr>
<tr><td class="body" style="background:#FFFFFF;border:1px solid #E4DCCB;border-top:0;border-radius:0 0 20px 20px;padding:32px;color:#1C2B26;font:16px/26px ${SANS}">
${body.filter(Boolean).join('\n')}
</td></tr>
${footer ? renderFooter(footer) : ''}
</table>
</td></tr></table>
</body>
</html>`
}

/** The code, large, so that it can be read while it is typed. */
function renderCode(code: string): string {
  return `<table ${TABLE} class="facts" width="100%" style="margin:8px 0 24px;background:#F1EADD;border-radius:14px">
<tr><td style="padding:16px 20px"><span class="soft" style="color:#55645D;font-size:13px;line-height:20px">Your code</span><br><span style="font:600 28px/40px ${SANS};letter-spacing:4px">${escapeHtml(code)}</span></td></tr>
</table>`
}

/** The facts below the paragraphs: one box for most of them, and one each for those that stand apart. */
function renderFacts(facts: NonNullable<EmailContent['facts']>): string[] {
  const together = facts.filter(({ isApart }) => !isApart)
  const apart = facts.filter(({ isApart }) => isApart)
  return [
    ...(together.length > 0 ? [renderBox(together)] : []),
    ...apart.map(({ link, ...fact }) => renderBox([fact], link && renderQuietButton(link, 10))),
  ]
}

/** A box of facts. @param below HTML below them */
function renderBox(facts: readonly EmailFact[], below = ''): string {
  const rows = facts.map((fact, index) => {
    const top = index === 0 ? 16 : 0
    return `<tr><td style="padding:${top}px 20px 14px"><span class="soft" style="color:#55645D;font-size:13px;line-height:20px">${escapeHtml(fact.label)}</span><br>${renderLines(fact)}${fact.link ? `<br>${renderLink(fact.link)}` : ''}${below}</td></tr>`
  })
  return `<table ${TABLE} class="facts" width="100%" style="margin:8px 0 16px;background:#F1EADD;border-radius:14px">
${rows.join('\n')}
</table>`
}

function renderLines({ lines, href, isList }: EmailFact): string {
  if (href) return renderLink({ label: lines.join(' '), url: href })
  const shown = lines.map((line) => keepTimesTogether(toHtml(line)))
  return isList
    ? shown.map((line, index) => `<div style="padding-top:${index === 0 ? 0 : 6}px">${line}</div>`).join('')
    : shown.join('<br>')
}

/** The button, followed by its URL for clients that show no buttons. */
function renderButton({ label, url }: EmailLink): string {
  const href = escapeHtml(url)
  return `<table ${TABLE} style="margin:24px 0"><tr><td class="button" style="background:#1F5D46;border-radius:10px">
<a href="${href}" style="display:inline-block;padding:14px 26px;color:#FDFBF6;font:600 16px/22px ${SANS};text-decoration:none">${escapeHtml(label)}</a>
</td></tr></table>
<p class="soft" style="margin:0;color:#55645D;font-size:13px;line-height:20px">Or copy this link into your browser:<br><a class="link" href="${href}" style="color:#1F5D46;word-break:break-word;overflow-wrap:anywhere">${href}</a></p>`
}

/** A button for what fewer readers want. @param marginTop in pixels */
function renderQuietButton({ label, url }: EmailLink, marginTop = 20): string {
  return `<table ${TABLE} style="margin:${marginTop}px 0 0"><tr><td class="quiet" style="border:1px solid #1F5D46;border-radius:10px">
<a href="${escapeHtml(url)}" style="display:inline-block;padding:9px 18px;color:#1F5D46;font:600 15px/22px ${SANS};text-decoration:none">${escapeHtml(label)}</a>
</td></tr></table>`
}

function renderLink({ label, url }: EmailLink): string {
  return `<a class="link" href="${escapeHtml(url)}" style="color:#1F5D46;overflow-wrap:anywhere">${escapeHtml(label)}</a>`
}

function renderFooter({ text, links }: NonNullable<EmailContent['footer']>): string {
  const parts = [toHtml(text), links.map(renderLink).join(' &nbsp;·&nbsp; ')]
  return `<tr><td class="soft" align="center" style="padding:20px 16px 0;color:#55645D;font:13px/20px ${SANS}">${parts.join('<br>')}</td></tr>`
}
