// Redux alone, by the toolkit's door: the toolkit itself and immer come with the first screen that shows data.
import {
  applyMiddleware,
  combineReducers,
  legacy_createStore,
  type Middleware,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit'
import {
  readSession,
  type SessionState,
  sessionReducer,
  sessionReplaced,
  watchStoredSession,
  writeSession,
} from '../lib/session.ts'
import { claimTab } from '../lib/tab-storage.ts'

export const reducers = { session: sessionReducer }

type Step = ReturnType<ReturnType<Middleware>>

/** A function that is dispatched is run, as the API's cache and the log-out ask for. */
const thunks: Middleware = (store) => (next) => (action) =>
  typeof action === 'function' ? action(store.dispatch, store.getState) : next(action)

let joined: Step | null = null
let join: (middleware: Middleware) => void

/** Holds a place for what comes later. */
const late: Middleware = (store) => (next) => {
  join = (middleware) => {
    joined = middleware(store)(next)
  }
  return (action) => (joined ?? next)(action)
}

interface State {
  session: SessionState
}

const rootReducer = combineReducers(reducers)

export const store = legacy_createStore(
  rootReducer,
  { session: readSession() },
  applyMiddleware<ThunkDispatch<State, undefined, UnknownAction>, State>(thunks, late),
)

/** What data.ts adds the API's cache by, when the first screen that needs data loads. */
export function addMiddleware(middleware: Middleware): void {
  join(middleware)
}

keepSession()

/**
 * Writes the session after each change, and follows the other tabs. What was read at the start is not written back: a
 * tab that starts empty because the access token has expired leaves the other tabs theirs, and the refresh token.
 */
function keepSession() {
  let last = store.getState().session
  let fromStorage = false
  claim(last)
  store.subscribe(() => {
    const { session } = store.getState()
    if (session === last) return
    last = session
    claim(session)
    if (!fromStorage) writeSession(session)
  })
  watchStoredSession((session) => {
    fromStorage = true
    store.dispatch(sessionReplaced(session))
    fromStorage = false
  })
}

function claim({ user, token }: SessionState) {
  if (user && token) claimTab(user.id)
}
