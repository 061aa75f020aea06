/**
 * Draws pages as a visitor sees them, so that they can be read before any script runs: the home page at the build
 * (see prerender.ts), those that show data for each visitor by the server, which calls `draw`.
 */

import { applyMiddleware, combineReducers, legacy_createStore, type Store } from '@reduxjs/toolkit'
import type { Ask, Draw, KnownAnswer } from '@tendwell/contract/drawing'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter } from 'react-router'
import { App } from './app/app.tsx'
import { routes } from './app/router.tsx'
import { whenReady } from './app/when-ready.ts'
import { consoleReducer } from './features/admin/console-state.ts'
import { aboutCaregiver, aboutSearch } from './features/search/about.ts'
import { askForCaregiver, askForSearch } from './features/search/known.ts'
import { api } from './lib/api-base.ts'
import { paths } from './lib/paths.ts'
import { nobody } from './lib/session.ts'

export async function drawHome(): Promise<{ head: string; body: string }> {
  return rendered(paths.home, [])
}

/** @param address path and query of a page that shows data */
export const draw: Draw = async (address, ask) => {
  const { pathname, searchParams } = new URL(address, 'http://of.this.product')
  const id = /^\/caregivers\/(\d+)$/.exec(pathname)?.[1]
  return id ? drawCaregiver(address, Number(id), ask) : drawSearch(address, searchParams, ask)
}

async function drawCaregiver(address: string, id: number, ask: Ask) {
  const known = await askForCaregiver(id, ask)
  if (!known) return null
  return { ...(await rendered(address, [known])), known: [known], about: aboutCaregiver(known.value) }
}

async function drawSearch(address: string, params: URLSearchParams, ask: Ask) {
  const known = await askForSearch(params, ask)
  return { ...(await rendered(address, known)), known, about: aboutSearch() }
}

/** React writes what belongs into the head first. */
async function rendered(address: string, known: KnownAnswer[]) {
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  await whenReady(router)
  const store = storeWith(known)
  const html = renderToString(
    <StrictMode>
      <App store={store} drawnFor={store.getState()} router={router} />
    </StrictMode>,
  )
  router.dispose()
  // Ends the clocks of the answers that it keeps.
  store.dispatch(api.util.resetApiState())
  const head = /^(?:<(?:title|meta|link)\b.*?(?:<\/title>|\/>))+/s.exec(html)?.[0] ?? ''
  if (!head.includes('<title>')) throw new Error(`${address} was drawn without its title`)
  return { head, body: html.slice(head.length) }
}

function storeWith(known: KnownAnswer[]): Store {
  const reducers = { session: () => nobody, console: consoleReducer, [api.reducerPath]: api.reducer }
  const store = legacy_createStore(combineReducers(reducers), applyMiddleware(api.middleware))
  if (known.length > 0) store.dispatch(api.util.upsertQueryEntries(known as never))
  return store
}
