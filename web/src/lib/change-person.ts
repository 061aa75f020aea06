/**
 * Who uses this browser changes: by a login, a sign-up or a log-out. Whoever was here before leaves nothing: their
 * session ends on the server too, and what was kept for them is forgotten. A session that has expired is none of these:
 * what was typed and chosen outlives the way over the login screen, for the same person.
 */

import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import type { User } from '@tendwell/contract/accounts'
import { forgetAll, forgetOthers } from './kept.ts'
import { loggedIn, loggedOut, readStored, type SessionState, userStored } from './session.ts'
import { forgetTab } from './tab-storage.ts'

interface State {
  session: SessionState
}
type GetState = () => State
export type PersonDispatch = ThunkDispatch<State, undefined, UnknownAction>

/** Logs somebody in with what the server has answered. */
export function logIn(session: { user: User; access: string; refresh: string }) {
  return (dispatch: PersonDispatch, getState: GetState) => {
    const before = sessionHere(getState)
    dispatch(loggedIn(session))
    forgetOthers(session.user.id)
    endOnServer(before)
  }
}

/** Takes up who has just signed up, without a token; they are nobody who was here before. */
export function signUp(user: User) {
  return (dispatch: PersonDispatch, getState: GetState) => {
    const before = sessionHere(getState)
    dispatch(loggedOut())
    dispatch(userStored(user))
    forgetOthers(user.id)
    if (before.user) forgetTab()
    endOnServer(before)
  }
}

/** Ends the session here at once and on the server if it can be reached; its failure changes nothing. */
export function logOut() {
  return (dispatch: PersonDispatch, getState: GetState) => {
    const { session } = getState()
    dispatch(loggedOut())
    if (session.user) forgetAll(session.user.id)
    forgetTab()
    endOnServer(session)
  }
}

/** This tab's session, or the one that it did not take up because its access token had expired. */
function sessionHere(getState: GetState): SessionState {
  const { session } = getState()
  return session.refreshToken === null ? readStored() : session
}

function endOnServer({ refreshToken, token }: SessionState): void {
  if (!refreshToken) return
  fetch('/api/auth/logout/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ refresh: refreshToken }),
    keepalive: true,
  }).catch(() => undefined)
}
