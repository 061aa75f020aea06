// Joins the API's cache and the console's state to the store. Loaded together with the first screen that shows data, so that the landing
// page doesn't wait for it: see `screen` in router.tsx.
import { combineReducers } from '@reduxjs/toolkit'
import { setupListeners } from '@reduxjs/toolkit/query'
import { consoleReducer } from '../features/admin/console-state.ts'
import { api } from '../lib/api-base.ts'
import type { SessionState } from '../lib/session.ts'
import { knownAnswers } from './known-answers.ts'
import { addMiddleware, reducers, store } from './store.ts'

const later = { console: consoleReducer, [api.reducerPath]: api.reducer }
store.replaceReducer(combineReducers({ ...reducers, ...later }) as never)
addMiddleware(api.middleware)
setupListeners(store.dispatch)
forgetOnChange()

/** Begins with what the page was drawn from, once the screen has named its queries. */
export function takeKnownAnswers(): void {
  const known = knownAnswers()
  if (known.length > 0) store.dispatch(api.util.upsertQueryEntries(known as never))
}

/** One person's data is forgotten before another's comes. */
function forgetOnChange() {
  let last = personOf(store.getState().session)
  store.subscribe(() => {
    const person = personOf(store.getState().session)
    if (person === last) return
    last = person
    store.dispatch(api.util.resetApiState())
  })
}

function personOf({ user, token }: SessionState): number | null {
  return user && token ? user.id : null
}
