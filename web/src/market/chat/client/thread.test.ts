import type { ChatMessage } from '@tendwell/contract/chat/chat'
import { expect, it } from 'vitest'
import {
  appendMessages,
  emptyThread,
  isReadByOther,
  markReadByOther,
  prependMessages,
  type Thread,
} from './thread.ts'

const message = (sequence: number): ChatMessage => ({
  id: sequence + 100,
  conversation_id: 1,
  sequence,
  sender_id: 7,
  text: `message ${sequence}`,
  is_removed: false,
  has_contact_details: false,
  created_at: '2026-11-20T10:00:00.000Z',
  read_at: null,
  client_id: null,
})
const messages = (...sequences: number[]) => sequences.map(message)
const thread: Thread = { ...emptyThread, status: 'ready', messages: messages(4, 5), hasOlder: true }
const sequencesOf = (thread: Thread | null) => thread?.messages.map(({ sequence }) => sequence)

it('appends the next messages in order', () => {
  expect(sequencesOf(appendMessages(thread, messages(6, 7)))).toEqual([4, 5, 6, 7])
})

it('skips repeated messages', () => {
  expect(appendMessages(thread, messages(4, 5))).toBe(thread)
  expect(sequencesOf(appendMessages(thread, messages(5, 6)))).toEqual([4, 5, 6])
})

it('refuses messages that would leave a gap', () => {
  expect(appendMessages(thread, messages(7))).toBeNull()
  expect(appendMessages(thread, messages(6, 8))).toBeNull()
})

it('prepends older messages once', () => {
  const longer = prependMessages(thread, messages(2, 3, 4), false)
  expect(sequencesOf(longer)).toEqual([2, 3, 4, 5])
  expect(longer.hasOlder).toBe(false)
})

it('never marks a read message as unread', () => {
  const read = markReadByOther(thread, 5)
  expect(markReadByOther(read, 4)).toBe(read)
  expect(isReadByOther(read, message(5))).toBe(true)
  expect(isReadByOther(read, message(6))).toBe(false)
})
