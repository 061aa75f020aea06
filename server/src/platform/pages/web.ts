import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { type RouteFacts, routes } from '@tendwell/contract/routes'
import { DAY_MS } from '@tendwell/contract/time'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../errors.ts'
import { allowInlineScripts } from '../http/html.ts'
import type { App } from '../http/http.ts'
import type { PageCache } from './cache.ts'
import { createPageRenderer } from './renderer.ts'

/** The built web app. The relative path is the same from `src` and from `dist`. */
const BUILT_APP = fileURLToPath(new URL('../../../../web/dist', import.meta.url))

const YEAR_MS = 365 * DAY_MS
const NOT_FOR_ROBOTS = ['/api/', '/admin', '/chat', '/checkout/']

/**
 * Serves the web app: its files, and its pages at all other paths. Unknown paths of the API stay 404.
 * @see docs/rules/README.md#screens
 */
export async function webRoutes(
  app: App,
  {
    publicUrl,
    root = BUILT_APP,
    ...pages
  }: {
    publicUrl: () => string
    clockAheadMs?: () => number
    root?: string
    cache: PageCache
    ttlMs: number
  },
): Promise<void> {
  // Calls of unknown paths count against the call limit too.
  const callLimit = app.hasDecorator('rateLimit') ? { preHandler: app.rateLimit() } : {}
  app.setNotFoundHandler(callLimit, (_request, _reply) => {
    throw notFound()
  })
  if (!existsSync(root)) return
  await app.register(fastifyStatic, { root, serve: false, preCompressed: true })
  const template = readFileSync(path.join(root, 'index.html'), 'utf8')
  const scriptHashes = hashInlineScripts(template)
  const manifest = JSON.parse(readFileSync(path.join(root, 'manifest.json'), 'utf8'))
  const render = createPageRenderer(app, { template, manifest, publicUrl, ...pages })
  const pageOptions = {
    config: { access: 'public', pressureHandler: answerBusyPage },
    schema: { hide: true },
  } as const
  // A busy process still sends the files of a page: they cost little, and a page without its style is
  // unreadable.
  const fileConfig = { access: 'public', rateLimit: false, pressureHandler: () => {} } as const
  const fileOptions = { config: fileConfig, schema: { hide: true } } as const

  app.get('/robots.txt', fileOptions, (request, reply) =>
    sendText(request, reply, 'text/plain', createRobotsTxt(publicUrl())),
  )
  app.get('/sitemap.xml', fileOptions, (request, reply) =>
    sendText(request, reply, 'application/xml', createSitemap(publicUrl())),
  )
  app.get('/assets/*', fileOptions, (request, reply) =>
    reply.sendFile(getPath(request).slice(1), { maxAge: YEAR_MS, immutable: true }),
  )
  app.get('/*', pageOptions, async (request, reply) => {
    const path = getPath(request)
    if (/^\/(api|ws|dev|sandbox|files|avatars)(\/|$)/.test(path)) throw notFound()
    // Paths of pages have no file extension.
    if (/\.[a-z0-9]{2,11}$/i.test(path)) return reply.sendFile(path.slice(1))
    const { status, html, etag } = await render(request)
    allowInlineScripts(reply, scriptHashes)
    return sendText(request, reply.code(status), 'text/html', html, etag)
  })
}

const BUSY_SECONDS = 5
const BUSY_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${BUSY_SECONDS}">
<title>One moment · ${PRODUCT_NAME}</title>
<body style="max-width: 30rem; margin: 20vh auto; padding: 0 1.5rem; font: 1.125rem/1.6 system-ui">
<h1 style="font-weight: 500">One moment</h1>
<p>We are very busy. This page opens by itself in a few seconds.</p>
</body>
</html>
`

/** Answers with the page that a busy process sends in place of any other. It loads again by itself. */
function answerBusyPage(_request: FastifyRequest, reply: FastifyReply): string {
  reply.code(503).header('retry-after', BUSY_SECONDS).type('text/html; charset=utf-8')
  return BUSY_PAGE
}

function getPath(request: FastifyRequest): string {
  return request.url.replace(/[?#].*$/s, '')
}

function createRobotsTxt(origin: string): string {
  const rules = NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}\n`).join('')
  return `User-agent: *\n${rules}\nSitemap: ${origin}/sitemap.xml\n`
}

/** Lists the routes that are marked for it; their pages link to all other public pages. */
function createSitemap(origin: string): string {
  const listedRoutes = Object.values<RouteFacts>(routes).filter(({ isListed }) => isListed)
  const urls = listedRoutes.map(({ path }) => `<url><loc>${origin}${path}</loc></url>`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`
}

/** The hashes of the template's inline scripts, as a content security policy writes them. */
function hashInlineScripts(template: string): string {
  const scripts = [...template.matchAll(/<script>(.*?)<\/script>/gs)]
  return scripts.map(([, script = '']) => `'sha256-${sha256(script)}'`).join(' ')
}

/** Sends a text, or 304 if the browser has it already. Browsers ask each time before they use theirs. */
function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  text: string,
  etag = `"${sha256(text)}"`,
): FastifyReply {
  reply.header('cache-control', 'no-cache').header('etag', etag)
  if (reply.statusCode === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type(`${type}; charset=utf-8`).send(text)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
