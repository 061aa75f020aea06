/** How the server gets a page of the web app as HTML, so that it can be read before any script runs. */

/** Calls the API without a session, as a visitor. @param path a path of the API, with its query */
export type FetchApi = (path: string) => Promise<{ status: number; body: unknown }>

/** The files of the web app's build by the modules they were made from, as Vite writes it. */
export type BuildManifest = Record<string, { file: string; imports?: string[] }>

export interface PageRequest {
  /** Path and query. */
  url: string
  /** This installation's address, without a trailing slash. */
  origin: string
  /** How far the product's clock is ahead of the machine's, which is 0 in production. */
  clockAheadMs: number
  fetchApi: FetchApi
  manifest: BuildManifest
}

export interface RenderedPage {
  status: 200 | 404
  /** Title and meta tags, as HTML. */
  head: string
  /** The screen, as HTML; empty if only the browser renders it. */
  body: string
  /** What the store starts with in the browser; null if there is nothing. */
  state: unknown
}

/** What the web app's server build exports as `renderPage`. */
export type RenderPage = (request: PageRequest) => Promise<RenderedPage>

/** The id of the script element that holds the page's state as JSON. */
export const PAGE_STATE_ID = 'page-state'
