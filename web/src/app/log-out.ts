import { forgetAll } from '../lib/kept.ts'
import { loggedOut, type SessionState } from '../lib/session.ts'
import type { store } from './store.ts'

/** Ends the session here at once and on the server if it can be reached; its failure changes nothing. */
export function logOut() {
  return (dispatch: typeof store.dispatch, getState: () => { session: SessionState }) => {
    const { refreshToken, token, user } = getState().session
    dispatch(loggedOut())
    if (user) forgetAll(user.id)
    if (!refreshToken) return
    fetch('/api/auth/logout/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ refresh: refreshToken }),
      keepalive: true,
    }).catch(() => undefined)
  }
}
