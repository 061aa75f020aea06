import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageDrawing } from './drawn-pages.ts'
import { notFound } from './errors.ts'
import type { App } from './http.ts'

/** The built web app; the same place from the sources and from the build. */
const root = fileURLToPath(new URL('../../../web/dist', import.meta.url))

const YEAR_MS = 365 * 24 * 3_600 * 1_000
/** Where the build leaves room for this installation's own address. */
const ORIGIN = '__ORIGIN__'
/** What search engines are to know; every other public page is found from these. */
const LISTED = ['/', '/caregivers', '/help', '/contact', '/signup']

const A_CAREGIVER = '/caregivers/:id'

/** A text that this process serves from memory; a frame has its page drawn into it first. */
type Page = { type: string; text: string; etag: string; scriptHashes: string[]; isFrame: boolean }

/** Serves the web app. A path that is no file is the app's own to show; those of the server stay 404. */
export async function webRoutes(app: App, publicUrl: () => string): Promise<void> {
  app.setNotFoundHandler((_request, _reply) => {
    throw notFound()
  })
  if (!existsSync(root)) return
  await app.register(fastifyStatic, { root, serve: false, preCompressed: true })
  const find = pageFinder(publicUrl)
  const draw = pageDrawing(app, publicUrl)
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
      return sendPage(request, reply.code(status), { ...page, text, etag: etagOf(text) })
    },
  )
}

/**
 * Finds the page at a path: the home page as the build has drawn it, the empty frame of all other screens, what
 * search engines ask for; null for a file. Made at the first call, as the address is known once the product listens.
 */
function pageFinder(publicUrl: () => string): (path: string) => Page | null {
  let known: { origin: string; pages: Map<string, Page> } | null = null
  return (path) => {
    const origin = publicUrl()
    if (known?.origin !== origin) known = { origin, pages: pagesOf(origin) }
    const isFile = /\.[a-z0-9]{2,11}$/i.test(path) && !path.endsWith('.html')
    const name = /^\/caregivers\/\d+$/.test(path) ? A_CAREGIVER : path
    return known.pages.get(name) ?? (isFile ? null : (known.pages.get('*') ?? null))
  }
}

function pagesOf(origin: string): Map<string, Page> {
  const read = (name: string) => readFileSync(path.join(root, name), 'utf8').replaceAll(ORIGIN, origin)
  const addresses = LISTED.map((listed) => `<url><loc>${origin}${listed}</loc></url>`).join('')
  return new Map([
    ['/', toPage('text/html', read('home.html'))],
    ['*', toPage('text/html', read('index.html'))],
    ['/caregivers', { ...toPage('text/html', read('caregivers.html')), isFrame: true }],
    [A_CAREGIVER, { ...toPage('text/html', read('caregiver.html')), isFrame: true }],
    ['/robots.txt', toPage('text/plain', read('robots.txt'))],
    [
      '/sitemap.xml',
      toPage(
        'application/xml',
        `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses}</urlset>`,
      ),
    ],
  ])
}

function toPage(type: string, text: string): Page {
  const scripts = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script)
  return {
    type: `${type}; charset=utf-8`,
    text,
    etag: etagOf(text),
    scriptHashes: scripts.map((script) => `'sha256-${sha256(script)}'`),
    isFrame: false,
  }
}

function etagOf(text: string): string {
  return `"${sha256(text)}"`
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const { scriptHashes } = page
  if (scriptHashes.length > 0) {
    // The policy knows each inline script by its bytes; no other runs.
    const policy = String(reply.getHeader('content-security-policy'))
    const allowed = policy.replace("script-src 'self'", `script-src 'self' ${scriptHashes.join(' ')}`)
    reply.header('content-security-policy', allowed)
  }
  reply.header('cache-control', 'no-cache').header('etag', page.etag)
  const isKnown = reply.statusCode === 200 && request.headers['if-none-match'] === page.etag
  if (isKnown) return reply.code(304).send()
  return reply.type(page.type).send(page.text)
}
