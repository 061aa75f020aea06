import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createPageRenderer } from './drawn-pages.ts'
import { notFound } from './errors.ts'
import type { App } from './http.ts'

/** The built web app; the path is the same from the sources and from the build. */
const root = fileURLToPath(new URL('../../../web/dist', import.meta.url))

const YEAR_MS = 365 * 24 * 3_600 * 1_000
/** The build's placeholder for this installation's address. */
const ORIGIN = '__ORIGIN__'
/** The pages of the sitemap; they link to all other public pages. */
const SITEMAP_PATHS = ['/', '/caregivers', '/help', '/contact', '/signup']

const CAREGIVER_PATH = '/caregivers/:id'

/** A text served from memory. A frame is the empty shell of a page that the server renders for each call. */
type Page = { type: string; text: string; etag: string; scriptHashes: string[]; isFrame: boolean }

/**
 * Serves the web app: its files, and its index page for all other paths. Unknown paths of the API stay 404.
 * @see docs/rules/README.md#screens
 */
export async function webRoutes(app: App, publicUrl: () => string): Promise<void> {
  app.setNotFoundHandler((_request, _reply) => {
    throw notFound()
  })
  if (!existsSync(root)) return
  await app.register(fastifyStatic, { root, serve: false, preCompressed: true })
  const find = createPageFinder(publicUrl)
  const draw = createPageRenderer(app, publicUrl)
  app.get(
    '/*',
    { config: { access: 'public', rateLimit: false }, schema: { hide: true } },
    async (request, reply) => {
      const path = request.url.replace(/[?#].*$/s, '').replace(/(.)\/$/, '$1')
      if (/^\/(api|ws|dev|sandbox|files|avatars)(\/|$)/.test(path)) throw notFound()
      if (path.startsWith('/assets/'))
        return reply.sendFile(path.slice(1), { maxAge: YEAR_MS, immutable: true })
      const page = find(path)
      if (!page) return reply.sendFile(path.slice(1))
      if (!page.isFrame) return sendPage(request, reply, page)
      const { status, text } = await draw(request, page.text)
      return sendPage(request, reply.code(status), { ...page, text, etag: toEtag(text) })
    },
  )
}

/**
 * Finds the page at a path: the prerendered home page, the frames, robots.txt and the sitemap, and the index page for
 * all other screens; null for a file. Pages are read at the first call, because the address is known only then.
 */
function createPageFinder(publicUrl: () => string): (path: string) => Page | null {
  let known: { origin: string; pages: Map<string, Page> } | null = null
  return (path) => {
    const origin = publicUrl()
    if (known?.origin !== origin) known = { origin, pages: readPages(origin) }
    const isFile = /\.[a-z0-9]{2,11}$/i.test(path) && !path.endsWith('.html')
    const name = /^\/caregivers\/\d+$/.test(path) ? CAREGIVER_PATH : path
    return known.pages.get(name) ?? (isFile ? null : (known.pages.get('*') ?? null))
  }
}

function readPages(origin: string): Map<string, Page> {
  const read = (name: string) => readFileSync(path.join(root, name), 'utf8').replaceAll(ORIGIN, origin)
  const addresses = SITEMAP_PATHS.map((listed) => `<url><loc>${origin}${listed}</loc></url>`).join('')
  return new Map([
    ['/', createPage('text/html', read('home.html'))],
    ['*', createPage('text/html', read('index.html'))],
    ['/caregivers', { ...createPage('text/html', read('caregivers.html')), isFrame: true }],
    [CAREGIVER_PATH, { ...createPage('text/html', read('caregiver.html')), isFrame: true }],
    ['/robots.txt', createPage('text/plain', read('robots.txt'))],
    [
      '/sitemap.xml',
      createPage(
        'application/xml',
        `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses}</urlset>`,
      ),
    ],
  ])
}

function createPage(type: string, text: string): Page {
  const scripts = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script)
  return {
    type: `${type}; charset=utf-8`,
    text,
    etag: toEtag(text),
    scriptHashes: scripts.map((script) => `'sha256-${sha256(script)}'`),
    isFrame: false,
  }
}

function toEtag(text: string): string {
  return `"${sha256(text)}"`
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const { scriptHashes } = page
  if (scriptHashes.length > 0) {
    // The policy allows only these inline scripts, by their hashes.
    const policy = String(reply.getHeader('content-security-policy'))
    const allowed = policy.replace("script-src 'self'", `script-src 'self' ${scriptHashes.join(' ')}`)
    reply.header('content-security-policy', allowed)
  }
  reply.header('cache-control', 'no-cache').header('etag', page.etag)
  const isUnchanged = reply.statusCode === 200 && request.headers['if-none-match'] === page.etag
  if (isUnchanged) return reply.code(304).send()
  return reply.type(page.type).send(page.text)
}
