import { createHash } from 'node:crypto'
import { escapeHtml } from '../../platform/http/html.ts'
import type { mailbox } from './tables.ts'

export type StoredEmail = typeof mailbox.$inferSelect

const STYLE = `
:root{color-scheme:light dark;--ground:#FBF8F2;--ink:#1C2B26;--quiet:#55645D;--green:#1F5D46;--paper:#FFFFFF;--line:#E4DCCB;--edge:#8A948E;--gold:#A97C2F}
@media (prefers-color-scheme:dark){:root{--ground:#121D19;--ink:#F1EDE4;--quiet:#B4BEB8;--green:#8FCBB0;--paper:#1B2521;--line:#33403A;--edge:#7F8C85;--gold:#D9B46A}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:46rem;padding:32px 16px;background:var(--ground);color:var(--ink);font:17px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif;overflow-wrap:anywhere}
h1{margin:0 0 8px;font:500 28px/1.25 Georgia,"Times New Roman",serif}
a{color:var(--green)}
:focus-visible{outline:3px solid var(--gold);outline-offset:2px}
small{color:var(--quiet);font-size:15px}
form{display:flex;flex-wrap:wrap;gap:8px;margin:20px 0 16px}
label{width:100%;font-weight:600;font-size:15px}
input,button{min-height:48px;padding:10px 14px;border:1px solid var(--edge);border-radius:10px;background:var(--paper);color:var(--ink);font:inherit}
input{flex:1;min-width:0}
button{border-color:var(--green);color:var(--green);font-weight:600;cursor:pointer}
ul{margin:0;padding:0}
li{list-style:none;padding:12px 0;border-top:1px solid var(--line)}
li a{display:inline-block;padding:4px 0;font-weight:600}
.letter{overflow-wrap:normal}
time{white-space:nowrap}
summary{padding:10px 0;cursor:pointer;color:var(--green)}
pre{margin:0;padding:24px;border:1px solid var(--line);border-radius:20px;background:var(--paper);font:inherit;white-space:pre-wrap}`

/** Writes times in the reader's time zone, which only the browser knows. */
const SCRIPT = `
for (const time of document.querySelectorAll('time')) {
  time.textContent = new Date(time.dateTime).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
}`

/** The hash by which a content security policy allows the page's script. */
export const SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`

/** A whole page. @param content escaped HTML */
function renderPage(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/favicon.svg">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1>
${content}</main><script>${SCRIPT}</script></body></html>`
}

function renderTime(time: Date): string {
  const text = time.toISOString()
  return `<time datetime="${text}">${text}</time>`
}

function renderRow({ id, subject, recipient, sentAt }: StoredEmail): string {
  return `<li><a href="/dev/mailbox/${id}">${escapeHtml(subject)}</a><br>
<small>to ${escapeHtml(recipient)} · ${renderTime(sentAt)}</small></li>`
}

/** The page that lists emails. @param filter the text that the emails contain; empty for all emails */
export function renderList(emails: readonly StoredEmail[], filter: string): string {
  const rows = emails.map(renderRow).join('\n')
  const none = filter
    ? '<p>No mail matches. <a href="/dev/mailbox">Show all mail</a></p>'
    : '<p>No mail yet</p>'
  return renderPage(
    'Sent mail',
    `<form><label for="q">Email address or text</label>
<input id="q" name="q" type="search" maxlength="200" value="${escapeHtml(filter)}"><button>Filter</button></form>
${rows ? `<ul>${rows}</ul>` : none}`,
  )
}

/** The page of one email: as its reader sees it, with its own styles, and as plain text. */
export function renderEmailPage({
  id,
  subject,
  recipient,
  replyTo,
  sentAt,
  html,
  text,
  attachments,
}: StoredEmail): string {
  const replies = replyTo ? ` · replies go to ${escapeHtml(replyTo)}` : ''
  return renderPage(
    subject,
    `<small>to ${escapeHtml(recipient)}${replies} · ${renderTime(sentAt)}<br>
<a href="/dev/mailbox">All mail</a> · <a href="/dev/mailbox/${id}/html">The email alone</a></small>
${attachments.map(({ filename }, index) => renderAttachment(id, filename, index)).join('')}<div class="letter"><template shadowrootmode="open">${html}</template></div>
<details><summary>Plain text</summary><pre>${linkify(text)}</pre></details>`,
  )
}

function renderAttachment(emailId: number, filename: string, index: number): string {
  return `<p>Attached: <a href="/dev/mailbox/${emailId}/attachments/${index}" download>${escapeHtml(filename)}</a></p>`
}

/** Escapes the text and turns its URLs into links. */
function linkify(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
}
