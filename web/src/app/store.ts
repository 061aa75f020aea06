import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { endingReducer, resumingReducer, sessionReducer } from '../lib/session/session.ts'
import { api } from '../lib/transport/api-base.ts'
import { chatReducer } from '../market/chat/client/chat-slice.ts'

const reducer = combineReducers({
  session: sessionReducer,
  isResuming: resumingReducer,
  isEnding: endingReducer,
  chat: chatReducer,
  [api.reducerPath]: api.reducer,
})

export type RootState = ReturnType<typeof reducer>
export type AppStore = ReturnType<typeof createStore>

/** Creates the app's store: one per tab, and one for each page that the server renders. */
export function createStore(preloadedState?: Partial<RootState>) {
  return configureStore({
    reducer,
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(api.middleware),
    preloadedState,
  })
}
