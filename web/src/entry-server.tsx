/** Renders pages on the server for a visitor, so that they can be read before any script runs. */

import type { RenderPage } from '@tendwell/contract/rendering'
import { type RouteName, routes } from '@tendwell/contract/routes'
import { StrictMode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, matchPath, StaticRouterProvider } from 'react-router'
import { App } from './app/app.tsx'
import { defaultMeta, PageHead, type PageMeta } from './app/page-head.tsx'
import { routeObjects } from './app/router.tsx'
import { serverPages } from './app/server-pages.ts'
import { type AppStore, createStore } from './app/store.ts'
import { setClockAhead } from './lib/format/clock.ts'
import { api } from './lib/transport/api-base.ts'

export const renderPage: RenderPage = async ({ url, origin, clockAheadMs, fetchApi }) => {
  setClockAhead(clockAheadMs)
  const address = new URL(url, origin)
  const withoutBody = (status: 200 | 404) => ({
    status,
    head: renderHead(defaultMeta, origin),
    body: '',
    state: null,
  })
  for (const name of Object.keys(serverPages) as RouteName[]) {
    const match = matchPath(routes[name].path, address.pathname)
    const load = serverPages[name]
    if (!match || !load) continue
    const store = createStore()
    const meta = await load({ store, fetchApi, params: match.params, search: address.searchParams })
    if (!meta) return withoutBody(404)
    const body = await renderBody(address, store)
    const state = { api: store.getState().api }
    // Stops the timers of the cached answers.
    store.dispatch(api.util.resetApiState())
    return { status: 200, head: renderHead(meta, origin), body, state }
  }
  return withoutBody(200)
}

function renderHead(meta: PageMeta, origin: string): string {
  return renderToStaticMarkup(<PageHead meta={meta} origin={origin} />)
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
