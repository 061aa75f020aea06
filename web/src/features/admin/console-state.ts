import { createAction, type UnknownAction } from '@reduxjs/toolkit'
import type { AdminListState } from '@tendwell/contract/admin'
import { useDispatch, useSelector } from 'react-redux'
import { searchText } from '../../lib/search-text.ts'
import { loggedOut, sessionReplaced } from '../../lib/session.ts'

/** The filters in the console's header; the server applies them. @see docs/rules/console.md#lists-and-filters */
export interface ConsoleState {
  globalSearch: string
  status: AdminListState
}

const initial: ConsoleState = { globalSearch: '', status: 'open' }

export const searched = createAction<string>('console/searched')
export const statusChosen = createAction<string>('console/statusChosen')

export function consoleReducer(state: ConsoleState = initial, action: UnknownAction): ConsoleState {
  if (searched.match(action)) return { ...state, globalSearch: searchText(action.payload) }
  // Any value other than closed becomes open.
  if (statusChosen.match(action)) {
    return { ...state, status: action.payload === 'closed' ? 'closed' : 'open' }
  }
  // The next person finds the console as it is at first.
  const hasLeft = loggedOut.match(action) || (sessionReplaced.match(action) && !action.payload.token)
  return hasLeft ? initial : state
}

/** The header's search and Status, and how to change them. */
export function useConsole() {
  const state = useSelector((root: { console: ConsoleState }) => root.console)
  const dispatch = useDispatch()
  return {
    ...state,
    search: (text: string) => dispatch(searched(text)),
    chooseStatus: (status: string) => dispatch(statusChosen(status)),
  }
}
