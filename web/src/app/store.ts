import { combineReducers, configureStore, createDynamicMiddleware } from '@reduxjs/toolkit'
import {
  readSession,
  sessionReducer,
  sessionReplaced,
  watchStoredSession,
  writeSession,
} from '../lib/session.ts'

/** What data.ts adds itself to, when the first screen that needs data loads. */
export const lateMiddleware = createDynamicMiddleware()

export const reducers = { session: sessionReducer }

export const store = configureStore({
  reducer: combineReducers(reducers),
  preloadedState: { session: readSession() },
  middleware: (defaults) => defaults().concat(lateMiddleware.middleware),
})

keepSession()

/** Writes the session after each change, and follows the other tabs. */
function keepSession() {
  let last = store.getState().session
  let fromStorage = false
  writeSession(last)
  store.subscribe(() => {
    const { session } = store.getState()
    if (session === last) return
    last = session
    if (!fromStorage) writeSession(session)
  })
  watchStoredSession((session) => {
    fromStorage = true
    store.dispatch(sessionReplaced(session))
    fromStorage = false
  })
}
