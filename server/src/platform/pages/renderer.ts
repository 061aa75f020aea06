import { createHash } from 'node:crypto'
import {
  type FetchApi,
  PAGE_STATE_ID,
  type RenderedPage,
  type RenderPage,
} from '@tendwell/contract/rendering'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { App } from '../http/http.ts'
import { createWorkQueue } from '../limits/work-queue.ts'
import type { Page, PageCache } from './cache.ts'

/** The web app's build for the server; the path is the same from the sources and from the build. */
const serverBuild = new URL('../../../../web/dist-server/entry-server.js', import.meta.url).href

type Build = { renderPage: RenderPage }

/**
 * A page, and whether those who wait for it may have it too: not if its visitor had reached a limit, which is
 * theirs alone.
 */
type Rendered = { page: Page; isForOthers: boolean }

/** A page that only the browser renders. */
const emptyPage: RenderedPage = { status: 200, head: '', body: '', state: null }

/** Rendering blocks the event loop, so only one page renders while another waits for its data. */
const RENDER_CONCURRENCY = 2
const MAX_WAITING = 20

type RendererOptions = {
  /** The built index.html. */
  template: string
  /** This installation's address, without a trailing slash. */
  publicUrl: () => string
  /** How far the product's clock is ahead of the machine's. */
  clockAheadMs?: () => number
  cache: PageCache
  /** How long a page is kept; 0 renders each. */
  ttlMs: number
  /** Imports the web app's build, once. */
  loadBuild?: () => Promise<Build>
}

/**
 * Renders pages for visitors into the web app's index.html, so that they show before any script runs and have
 * their own title and description for search engines and social cards. Their data comes from the API with the
 * visitor's address and no session, so it is public and counts against the visitor's limits; that makes a
 * page the same for everyone, so it is kept for a few seconds and rendered once for all who ask at the same
 * time, unless the visitor for whom it is rendered has reached a limit: then the next of them has it
 * rendered. If rendering fails or too many pages wait for it, the browser renders the page.
 */
export function createPageRenderer(app: App, options: RendererOptions) {
  const {
    template,
    publicUrl,
    clockAheadMs = () => 0,
    cache,
    ttlMs,
    loadBuild = () => import(serverBuild),
  } = options
  const enqueue = createWorkQueue({ concurrency: RENDER_CONCURRENCY, maxWaiting: MAX_WAITING })
  const rendering = new Map<string, Promise<Rendered>>()
  const release = hash(template)
  const empty = toPage(template, emptyPage)
  let build: Promise<Build> | null = null

  const renderAndKeep = async (request: FastifyRequest, url: string, key: string): Promise<Rendered> => {
    const api = callAsVisitor(app, request)
    build ??= loadBuild()
    const { renderPage } = await build
    const asked = { url, origin: publicUrl(), clockAheadMs: clockAheadMs(), fetchApi: api.fetch }
    const rendered = await renderPage(asked).catch((error: unknown) => {
      if (api.wasLimited()) return emptyPage
      throw error
    })
    const page = toPage(template, rendered)
    if (ttlMs > 0 && !api.wasRefused()) await cache.set(key, page, ttlMs)
    return { page, isForOthers: !api.wasLimited() }
  }

  const renderOnce = async (request: FastifyRequest, url: string, key: string): Promise<Page> => {
    for (let running = rendering.get(key); running; running = rendering.get(key)) {
      const { page, isForOthers } = await running
      if (isForOthers) return page
    }
    const own = enqueue(() => renderAndKeep(request, url, key)).finally(() => rendering.delete(key))
    rendering.set(key, own)
    return (await own).page
  }

  return async (request: FastifyRequest): Promise<Page> => {
    const url = sortQuery(request.url)
    const key = `${release} ${publicUrl()}${url}`
    try {
      return (ttlMs > 0 && (await cache.get(key))) || (await renderOnce(request, url, key))
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === 'overloaded'
      if (!isBusy) request.log.warn({ err: error }, 'could not render a page')
      return empty
    }
  }
}

/**
 * Calls the API in a visitor's name, without a session. A page without data that the API refused isn't for
 * others.
 */
function callAsVisitor(app: App, { id, ip: remoteAddress, headers }: FastifyRequest) {
  let refused = false
  let limited = false
  const fetch: FetchApi = async (url) => {
    const { statusCode: status, ...response } = await app.inject({
      method: 'GET',
      url,
      headers: { host: headers.host ?? '', 'x-request-id': id },
      remoteAddress,
    })
    limited ||= status === 429
    refused ||= limited || status >= 500
    return { status, body: response.json() }
  }
  return { fetch, wasRefused: () => refused, wasLimited: () => limited }
}

/** Queries that differ only in the order of their parameters get the same page. */
function sortQuery(url: string): string {
  const [path = '', ...query] = url.split('?')
  const parameters = new URLSearchParams(query.join('?'))
  parameters.sort()
  return parameters.size === 0 ? path : `${path}?${parameters}`
}

function toPage(template: string, page: RenderedPage): Page {
  const html = fillTemplate(template, page)
  return { status: page.status, html, etag: `"${hash(html)}"` }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

/** Puts a page into the template's placeholders. */
export function fillTemplate(template: string, { head, body, state }: RenderedPage): string {
  // Without `<`, no value can end the script element.
  const json = JSON.stringify(state).replaceAll('<', '\\u003c')
  const stateScript = state ? `<script type="application/json" id="${PAGE_STATE_ID}">${json}</script>` : ''
  return template
    .replace('<!--page-head-->', () => head)
    .replace('<!--page-body-->', () => body)
    .replace('<!--page-state-->', () => stateScript)
}
