import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { escapeHtml } from '../../platform/html.ts'
import type { Mail } from './port.ts'

/** What a letter says, before it is laid out. */
export type Letter = {
  to: string
  subject: string
  greeting: string
  /** Each a paragraph of plain text. */
  paragraphs: string[]
  action?: { label: string; url: string }
}

/** Lays a letter out as plain text and as HTML: the one form of every mail. */
export function layOut(letter: Letter): Mail {
  const { greeting, paragraphs, action } = letter
  const text = [
    greeting,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    `With care,\n${PRODUCT_NAME}`,
  ].join('\n\n')
  const button = action
    ? `<p style="margin:28px 0"><a href="${escapeHtml(action.url)}" style="background:#1F5D46;color:#FFFFFF;padding:14px 24px;border-radius:10px;text-decoration:none">${escapeHtml(action.label)}</a></p>`
    : ''
  const body = [greeting, ...paragraphs].map((part) => `<p>${escapeHtml(part)}</p>`).join('')
  const html = `<!doctype html><html lang="en"><body style="margin:0;background:#FBF8F2;color:#1C2B26;font:17px/1.6 Georgia,serif">
<div style="max-width:560px;margin:0 auto;padding:40px 24px"><p style="font-size:21px;color:#1F5D46">${PRODUCT_NAME}</p>
${body}${button}<p style="color:#55645D">With care,<br>${PRODUCT_NAME}</p></div></body></html>`
  return { to: letter.to, subject: letter.subject, text, html }
}
