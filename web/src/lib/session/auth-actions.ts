/**
 * Login, sign-up and logout change who uses this browser. Each ends the previous user's session, on the
 * server too, and clears what was stored for them. An expired session is different: what was stored stays for
 * the same user, who may log in again. Unsaved changes to a profile or to availability were never stored, and
 * are lost.
 */

import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import type { User } from '@tendwell/contract/sign-in/accounts'
import {
  endingEnded,
  loggedIn,
  loggedOut,
  readStoredSession,
  type SessionState,
  userStored,
} from './session.ts'
import { clearTabStorage } from './tab-storage.ts'
import { clearOtherUsersStorage, clearUserStorage } from './user-storage.ts'

interface State {
  session: SessionState
}
type GetState = () => State
export type AuthDispatch = ThunkDispatch<State, undefined, UnknownAction>

export function logIn(session: { user: User; access: string; refresh: string }) {
  return (dispatch: AuthDispatch, getState: GetState) => {
    const previous = getPreviousSession(getState)
    dispatch(loggedIn(session))
    clearOtherUsersStorage(session.user.id)
    endOnServer(previous)
  }
}

/** Stores the new user, who has no token until they verify their email and log in. */
export function signUp(user: User) {
  return (dispatch: AuthDispatch, getState: GetState) => {
    const previous = getPreviousSession(getState)
    dispatch(loggedOut())
    dispatch(userStored(user))
    clearOtherUsersStorage(user.id)
    if (previous.user) clearTabStorage()
    endOnServer(previous)
  }
}

/** Ends the session here at once, and on the server if it can be reached. */
export function logOut() {
  return (dispatch: AuthDispatch, getState: GetState) => {
    const { session } = getState()
    dispatch(loggedOut())
    dispatch(endingEnded())
    clearUserStorage()
    clearTabStorage()
    endOnServer(session)
  }
}

/** This tab's session, or the stored one that it ignored because the access token had expired. */
function getPreviousSession(getState: GetState): SessionState {
  const { session } = getState()
  return session.refreshToken === null ? readStoredSession() : session
}

/** Failures are ignored, because the session expires on the server anyway. */
function endOnServer({ refreshToken, token }: SessionState): void {
  if (!refreshToken) return
  fetch('/api/auth/logout/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ refresh: refreshToken }),
    keepalive: true,
  }).catch(() => undefined)
}
