import {
  type FetchApi,
  PAGE_STATE_ID,
  type RenderedPage,
  type RenderPage,
} from '@tendwell/contract/rendering'
import type { FastifyRequest } from 'fastify'
import type { App } from './http.ts'

/** The web app's build for the server; the path is the same from the sources and from the build. */
const serverBuild = new URL('../../../web/dist-server/entry-server.js', import.meta.url).href

type Build = { renderPage: RenderPage }

/** A page that only the browser renders. */
const emptyPage: RenderedPage = { status: 200, head: '', body: '', state: null }

/**
 * Renders pages for visitors into the web app's index.html, so that they show before any script runs and have their own
 * title and description for search engines and social cards. Their data comes from the API with the visitor's address and
 * no session, so it is public and counts against the visitor's limits. If rendering fails, the browser renders the page.
 * @param template the built index.html
 * @param publicUrl this installation's address, without a trailing slash
 * @param loadBuild imports the web app's build, once
 */
export function createPageRenderer(
  app: App,
  template: string,
  publicUrl: () => string,
  loadBuild: () => Promise<Build> = () => import(serverBuild),
) {
  let build: Promise<Build> | null = null
  return async (request: FastifyRequest): Promise<{ status: number; html: string }> => {
    const fetchApi: FetchApi = async (url) => {
      const { ip: remoteAddress, headers } = request
      const host = { host: headers.host ?? '' }
      const response = await app.inject({ method: 'GET', url, headers: host, remoteAddress })
      return { status: response.statusCode, body: response.json() }
    }
    try {
      build ??= loadBuild()
      const { renderPage } = await build
      const page = await renderPage({ url: request.url, origin: publicUrl(), fetchApi })
      return { status: page.status, html: fillTemplate(template, page) }
    } catch (error) {
      request.log.warn({ err: error }, 'could not render a page')
      return { status: 200, html: fillTemplate(template, emptyPage) }
    }
  }
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
