/** Renders pages on the server for a visitor, so that they can be read before any script runs. */

import type { RenderPage } from '@tendwell/contract/rendering'
import { type RouteName, routes } from '@tendwell/contract/routes'
import { StrictMode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, matchRoutes, StaticRouterProvider } from 'react-router'
import { App } from './app/app.tsx'
import { defaultMeta, PageHead, type PageMeta } from './app/page-head.tsx'
import { Preloads } from './app/preloads.tsx'
import { routeObjects } from './app/router.tsx'
import { serverPages } from './app/server-pages.ts'
import { type AppStore, createStore } from './app/store.ts'
import { setClockAhead } from './lib/format/clock.ts'
import { api } from './lib/transport/api-base.ts'

const patterns = Object.entries(routes).map(([id, { path }]) => ({ id, path }))

export const renderPage: RenderPage = async ({ url, origin, clockAheadMs, fetchApi, manifest }) => {
  setClockAhead(clockAheadMs)
  const address = new URL(url, origin)
  const [match] = matchRoutes(patterns, address.pathname) ?? []
  const name = match ? (match.route.id as RouteName) : 'home'
  const renderHead = (meta: PageMeta) =>
    renderToStaticMarkup(
      <>
        <PageHead meta={meta} origin={origin} />
        <Preloads route={name} manifest={manifest} />
      </>,
    )
  const load = match && serverPages[name]
  const store = createStore()
  const params = match?.params ?? {}
  const meta = load ? await load({ store, fetchApi, params, search: address.searchParams }) : defaultMeta
  if (!load || !meta) {
    return { status: meta ? 200 : 404, head: renderHead(defaultMeta), body: '', state: null }
  }
  const body = await renderBody(address, store)
  const state = { api: store.getState().api }
  // Stops the timers of the cached answers.
  store.dispatch(api.util.resetApiState())
  return { status: 200, head: renderHead(meta), body, state }
}

async function renderBody(address: URL, store: AppStore): Promise<string> {
  const { query, dataRoutes } = createStaticHandler(routeObjects)
  const context = await query(new Request(address))
  if (context instanceof Response) throw new Error(`${address.pathname} redirects`)
  return renderToString(
    <StrictMode>
      <App store={store} serverState={store.getState()}>
        <StaticRouterProvider
          router={createStaticRouter(dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </App>
    </StrictMode>,
  )
}
