import type { ChatMessage } from '@tendwell/contract/chat'

/** What this tab knows of a conversation: a run of its messages without gaps, up to the newest it has heard of. */
export interface Thread {
  status: 'loading' | 'failed' | 'missing' | 'ready'
  messages: readonly ChatMessage[]
  /** Through which sequence the other person has read. */
  otherRead: number
  /** Whether there are older messages than the first of these, and whether they are on their way. */
  hasOlder: boolean
  older: 'idle' | 'loading' | 'failed'
}

export const unknownThread: Thread = {
  status: 'loading',
  messages: [],
  otherRead: 0,
  hasOlder: false,
  older: 'idle',
}

export const lastSequence = ({ messages }: Thread) => messages.at(-1)?.sequence ?? 0

/**
 * Takes what follows (contract/realtime.ts): the next sequence is added, a lower one is a repeat.
 * @returns null where messages are missing between, to be caught up with first
 */
export function withNewer(thread: Thread, messages: readonly ChatMessage[]): Thread | null {
  const last = lastSequence(thread)
  const fresh = messages.filter(({ sequence }) => sequence > last)
  if (fresh.length === 0) return thread
  if (fresh.some(({ sequence }, index) => sequence !== last + 1 + index)) return null
  return { ...thread, messages: [...thread.messages, ...fresh] }
}

/** Takes older messages, in order, that end where the thread begins. */
export function withOlder(thread: Thread, messages: readonly ChatMessage[], hasOlder: boolean): Thread {
  const first = thread.messages[0]?.sequence ?? Number.POSITIVE_INFINITY
  const older = messages.filter(({ sequence }) => sequence < first)
  return { ...thread, messages: [...older, ...thread.messages], hasOlder, older: 'idle' }
}

export function withOtherRead(thread: Thread, sequence: number): Thread {
  return sequence > thread.otherRead ? { ...thread, otherRead: sequence } : thread
}

/** The other person has read it. */
export function isRead(thread: Thread, { sequence, read_at }: ChatMessage): boolean {
  return read_at !== null || sequence <= thread.otherRead
}
