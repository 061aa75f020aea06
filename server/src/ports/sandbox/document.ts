/** What the hosted pages of the sandboxes share. */
import { createHash } from 'node:crypto'
import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { escapeHtml } from '../../platform/http/html.ts'
import { SANDBOX_STYLE } from './style.ts'

const STYLE_HASH = createHash('sha256').update(SANDBOX_STYLE).digest('base64')

/**
 * A content security policy that allows only the page's own style and form. `form-action` includes the
 * product's origin, because browsers also check where the form redirects to.
 */
export function buildContentPolicy(publicUrl: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action 'self' ${new URL(publicUrl).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The product's logo, as in the web app. */
const LOGO = `<svg viewBox="0 0 32 32" width="36" height="36" aria-hidden="true">
<path class="line" d="M6 28V15a10 10 0 0 1 20 0v13M3 28h26" stroke-width="1.75"/>
<path class="stem" d="M16 28V16" stroke-width="1.75"/>
<path class="leaf" d="M16 17.5c0-4 2.4-6 6-6 0 4-2.4 6-6 6ZM16 22c0-3.2-2-4.9-5-4.9 0 3.2 2 4.9 5 4.9Z"/></svg>`

/** The logo with a name beside it. @param name plain text */
function renderBrand(name: string): string {
  return `<p class="brand">${LOGO}<span>${escapeHtml(name)}</span></p>`
}

/** A whole page. @param page.notice and `content` are escaped HTML; `title` is plain text */
function renderDocument(page: { title: string; notice: string; content: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)} · ${PRODUCT_NAME}</title>
<style>${SANDBOX_STYLE}</style>
</head>
<body>
<header class="notice"><p><strong>Test page.</strong> ${page.notice}</p></header>
<main>
${page.content}
</main>
</body>
</html>`
}

/**
 * What a page with a form shows. `notice`, `details`, `fields` and `below` are escaped HTML; all other texts
 * are plain.
 */
type FormPage = {
  title: string
  hasProblem: boolean
  notice: string
  /** Names the part that says what the form is for, to screen readers. */
  label: string
  /** Who asks; by default the product. */
  brand?: string
  /** The first line of the page's heading; `heading` is the second, in large type. */
  lead: string
  heading: string
  details: string
  /** The path that the form is sent to. */
  action: string
  fields: string
  button: string
  cancel: { url: string; text: string }
  /** What follows the form. */
  below?: string
}

/** A page that says what a form is for, with the form beside it. */
export function renderFormPage(page: FormPage): string {
  return renderDocument({
    title: `${page.hasProblem ? 'Error: ' : ''}${page.title}`,
    notice: page.notice,
    content: `<section class="order" aria-label="${escapeHtml(page.label)}">
${renderBrand(page.brand ?? PRODUCT_NAME)}
<h1><span class="lead">${escapeHtml(page.lead)}</span> <span class="amount">${escapeHtml(page.heading)}</span></h1>
${page.details}
</section>
<div class="pay">
<form method="post" action="${page.action}" novalidate>
${page.fields}
<button type="submit">${escapeHtml(page.button)}</button>
<a class="cancel" href="${escapeHtml(page.cancel.url)}">${escapeHtml(page.cancel.text)}</a>
</form>
${page.below ?? ''}
</div>`,
  })
}

/** A page with one message and a link. @param page.notice escaped HTML */
export function renderNotePage(page: {
  title: string
  text: string
  notice: string
  link?: { url: string; text: string }
}): string {
  const link = page.link
    ? `<a class="button" href="${escapeHtml(page.link.url)}">${escapeHtml(page.link.text)}</a>`
    : ''
  const content = `<section class="note">${renderBrand(PRODUCT_NAME)}
<h1>${escapeHtml(page.title)}</h1><p>${escapeHtml(page.text)}</p>${link}</section>`
  return renderDocument({ title: page.title, notice: page.notice, content })
}
