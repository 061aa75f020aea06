import type { ChatMessage } from '@tendwell/contract/chat/chat'

/** The part of a conversation that this tab has loaded: its newest messages, without gaps. */
export interface Thread {
  status: 'loading' | 'failed' | 'missing' | 'ready'
  /** Why it could not be loaded. */
  error: unknown
  messages: ChatMessage[]
  /** The last sequence that the other person has read. */
  otherReadSequence: number
  /** Whether there are messages before the first of these, and whether they are loading. */
  hasOlder: boolean
  olderStatus: 'idle' | 'loading' | 'failed'
}

export const emptyThread: Thread = {
  status: 'loading',
  error: null,
  messages: [],
  otherReadSequence: 0,
  hasOlder: false,
  olderStatus: 'idle',
}

export const lastSequence = ({ messages }: Thread) => messages.at(-1)?.sequence ?? 0

/**
 * Appends new messages and skips repeats.
 * @returns null if messages are missing in between: the caller catches up first
 * @see docs/rules/chat-and-notifications.md#catching-up
 */
export function appendMessages(thread: Thread, messages: readonly ChatMessage[]): Thread | null {
  const last = lastSequence(thread)
  const added = messages.filter(({ sequence }) => sequence > last)
  if (added.length === 0) return thread
  if (added.some(({ sequence }, index) => sequence !== last + 1 + index)) return null
  return { ...thread, messages: [...thread.messages, ...added] }
}

/** Replaces a message that staff removed or show again. One that isn't loaded changes nothing. */
export function replaceMessage(thread: Thread, changed: ChatMessage): Thread {
  const messages = thread.messages.map((message) => (message.id === changed.id ? changed : message))
  return { ...thread, messages }
}

/** @param messages in order, up to where the thread begins */
export function prependMessages(thread: Thread, messages: readonly ChatMessage[], hasOlder: boolean): Thread {
  const first = thread.messages[0]?.sequence ?? Number.POSITIVE_INFINITY
  const added = messages.filter(({ sequence }) => sequence < first)
  return { ...thread, messages: [...added, ...thread.messages], hasOlder, olderStatus: 'idle' }
}

export function markReadByOther(thread: Thread, sequence: number): Thread {
  return sequence > thread.otherReadSequence ? { ...thread, otherReadSequence: sequence } : thread
}

export function isReadByOther(thread: Thread, { sequence, read_at }: ChatMessage): boolean {
  return read_at !== null || sequence <= thread.otherReadSequence
}
