import type { SessionState } from '../../lib/session.ts'

/** The store, as far as the chat uses it. */
export interface ChatStore {
  getState: () => { session: SessionState }
  // biome-ignore lint/suspicious/noExplicitAny: thunks of the API's cache, whose types belong to the whole store
  dispatch: (action: any) => any
}
