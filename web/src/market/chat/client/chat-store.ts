import type { Store, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import type { SessionState } from '../../../lib/session/session.ts'
import type { chatApi } from '../chat-api.ts'
import type { WithChat } from './chat-slice.ts'

interface State extends WithChat {
  session: SessionState
  api: ReturnType<typeof chatApi.reducer>
}

/** The part of the Redux store that the chat uses. */
export type ChatStore = Store<State> & { dispatch: ThunkDispatch<State, undefined, UnknownAction> }
