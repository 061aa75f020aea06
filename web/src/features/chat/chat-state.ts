import type { Pending } from './outbox.ts'
import { type Thread, unknownThread } from './thread.ts'

/** What the screens show. A new object after each change. */
export interface ChatState {
  isConnected: boolean
  threads: ReadonlyMap<number, Thread>
  /** Conversations that began while this tab was open, by the other person. */
  begun: ReadonlyMap<number, number>
  pending: readonly Pending[]
}

export const noChat: ChatState = { isConnected: false, threads: new Map(), begun: new Map(), pending: [] }

export type ChatStateHolder = ReturnType<typeof holdState>

/** Holds the state, and tells whoever listens of each change. */
export function holdState(first: ChatState) {
  const listeners = new Set<() => void>()
  let state = first

  function change(part: Partial<ChatState>) {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }

  return {
    now: () => state,
    thread: (conversationId: number) => state.threads.get(conversationId),
    change,
    changeThread(conversationId: number, part: Partial<Thread>) {
      const thread = { ...(state.threads.get(conversationId) ?? unknownThread), ...part }
      change({ threads: new Map(state.threads).set(conversationId, thread) })
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
