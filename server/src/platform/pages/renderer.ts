import { createHash } from 'node:crypto'
import {
  type BuildManifest,
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

/** The web app's build for the server. The relative path is the same from `src` and from `dist`. */
const serverBuild = new URL('../../../../web/dist-server/entry-server.js', import.meta.url).href

type Build = { renderPage: RenderPage }

/**
 * A page that was rendered for one visitor, and whether others who wait for the same page may have it: not if
 * the visitor had reached a call limit, which is no concern of the others.
 */
type RenderedForVisitor = { page: Page; isForOthers: boolean }

/** A page without content, which the browser then renders. */
const emptyPage: RenderedPage = { status: 200, head: '', body: '', state: null }

/** Two pages at a time: one renders, which blocks the event loop, while the other waits for its data. */
const RENDER_CONCURRENCY = 2
const MAX_WAITING = 20

type RendererOptions = {
  /** The built index.html. */
  template: string
  manifest: BuildManifest
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
 * Creates the function that renders a page for a visitor into the web app's index.html, so that the page
 * shows before any script runs and has a title and description for search engines and social cards.
 * The page's data comes from the API, which is called with the visitor's address and without a session. So it
 * is public, and the calls count against the visitor's limits. As a page is the same for everyone, it is kept
 * for a few seconds and rendered once for all who ask at the same time. If the visitor for whom it is
 * rendered has reached a limit, it is rendered again for the next one. If rendering fails, or too many
 * pages wait, an empty page is sent, which the browser renders.
 */
export function createPageRenderer(app: App, options: RendererOptions) {
  const {
    template,
    manifest,
    publicUrl,
    clockAheadMs = () => 0,
    cache,
    ttlMs,
    loadBuild = () => import(serverBuild),
  } = options
  const enqueue = createWorkQueue({ concurrency: RENDER_CONCURRENCY, maxWaiting: MAX_WAITING })
  const runningRenders = new Map<string, Promise<RenderedForVisitor>>()
  /** Differs between builds of the web app, whose pages may be in one cache. */
  const buildHash = hash(template)
  const emptyAnswer = toPage(template, emptyPage)
  let build: Promise<Build> | null = null

  /** Renders a page for a visitor, and keeps it unless a call for its data failed or met a limit. */
  const renderAndKeep = async (
    request: FastifyRequest,
    url: string,
    key: string,
  ): Promise<RenderedForVisitor> => {
    const api = callAsVisitor(app, request)
    build ??= loadBuild()
    const { renderPage } = await build
    const visit = { url, origin: publicUrl(), clockAheadMs: clockAheadMs(), fetchApi: api.fetch }
    const rendered = await renderPage({ ...visit, manifest }).catch((error: unknown) => {
      if (api.wasLimited()) return emptyPage
      throw error
    })
    const page = toPage(template, rendered)
    if (ttlMs > 0 && !api.wasRefused()) await cache.set(key, page, ttlMs)
    return { page, isForOthers: !api.wasLimited() }
  }

  /** Renders a page, or waits for the visitor for whom it is being rendered. */
  const renderOnce = async (request: FastifyRequest, url: string, key: string): Promise<Page> => {
    // If a page isn't for others, the first visitor who waits for it renders it again.
    for (let running = runningRenders.get(key); running; running = runningRenders.get(key)) {
      const { page, isForOthers } = await running
      if (isForOthers) return page
    }
    const started = enqueue(() => renderAndKeep(request, url, key)).finally(() => runningRenders.delete(key))
    runningRenders.set(key, started)
    return (await started).page
  }

  return async (request: FastifyRequest): Promise<Page> => {
    const url = sortQuery(request.url)
    const key = `${buildHash} ${publicUrl()}${url}`
    try {
      return (ttlMs > 0 && (await cache.get(key))) || (await renderOnce(request, url, key))
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === 'overloaded'
      if (!isBusy) request.log.warn({ err: error }, 'could not render a page')
      return emptyAnswer
    }
  }
}

/**
 * Creates a function that calls the API with a visitor's address and without a session. `wasRefused` says
 * whether a call failed or met a limit, so that the page isn't kept; `wasLimited` says whether one met a
 * limit.
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

/** Sorts the parameters of a URL, so that URLs that differ only in their order get the same page. */
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
  // Without `<`, no value in the state can end the script element.
  const json = JSON.stringify(state).replaceAll('<', '\\u003c')
  const stateScript = state ? `<script type="application/json" id="${PAGE_STATE_ID}">${json}</script>` : ''
  return template
    .replace('<!--page-head-->', () => head)
    .replace('<!--page-body-->', () => body)
    .replace('<!--page-state-->', () => stateScript)
}
