import { setupListeners } from '@reduxjs/toolkit/query'
import {
  restoreSession,
  type SessionState,
  sessionReplaced,
  watchStoredSession,
  writeSession,
} from '../lib/session/session.ts'
import { claimTabStorage } from '../lib/session/tab-storage.ts'
import { resumeSession } from '../lib/session/token-refresh.ts'
import { api } from '../lib/transport/api-base.ts'
import { type AppStore, createStore, type RootState } from './store.ts'

/**
 * Creates this tab's store with the stored session, which is renewed if its access token has expired.
 * @param pageState the state that the server sent with the page
 */
export function openStore(pageState: Partial<RootState> = {}): AppStore {
  const store = createStore({ ...pageState, session: restoreSession() })
  setupListeners(store.dispatch)
  clearCacheOnUserChange(store)
  persistSession(store)
  if (store.getState().session.user === null) void store.dispatch(resumeSession())
  return store
}

/**
 * Stores the session after each change, and follows the other tabs. The session read at the start is not
 * written back: a tab that starts logged out because its access token has expired must not log out the other
 * tabs.
 */
function persistSession(store: AppStore): void {
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

/**
 * Clears the cached data when the user changes. That gives up the calls that are under way, so the one that
 * ends the session is waited for.
 */
export function clearCacheOnUserChange(store: AppStore): void {
  let last = toUserId(store.getState().session)
  store.subscribe(() => {
    const { session, isEnding } = store.getState()
    const userId = toUserId(session)
    if (userId === last || (userId === null && isEnding)) return
    last = userId
    store.dispatch(api.util.resetApiState())
  })
}

function claim(session: SessionState): void {
  const userId = toUserId(session)
  if (userId !== null) claimTabStorage(userId)
}

function toUserId({ user, token }: SessionState): number | null {
  return user && token ? user.id : null
}
