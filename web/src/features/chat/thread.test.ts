import type { ChatMessage } from '@tendwell/contract/chat'
import { expect, it } from 'vitest'
import { isRead, type Thread, unknownThread, withNewer, withOlder, withOtherRead } from './thread.ts'

const message = (sequence: number): ChatMessage => ({
  id: sequence + 100,
  conversation_id: 1,
  sequence,
  sender_id: 7,
  text: `message ${sequence}`,
  created_at: '2026-11-20T10:00:00.000Z',
  read_at: null,
  client_id: null,
})
const from = (...sequences: number[]) => sequences.map(message)
const thread: Thread = { ...unknownThread, status: 'ready', messages: from(4, 5), hasOlder: true }
const sequencesOf = (of: Thread | null) => of?.messages.map(({ sequence }) => sequence)

it('takes what follows, in order', () => {
  expect(sequencesOf(withNewer(thread, from(6, 7)))).toEqual([4, 5, 6, 7])
})

it('takes a repeat for what it is', () => {
  expect(withNewer(thread, from(4, 5))).toBe(thread)
  expect(sequencesOf(withNewer(thread, from(5, 6)))).toEqual([4, 5, 6])
})

it('leaves no gap', () => {
  expect(withNewer(thread, from(7))).toBeNull()
  expect(withNewer(thread, from(6, 8))).toBeNull()
})

it('takes older messages once', () => {
  const grown = withOlder(thread, from(2, 3, 4), false)
  expect(sequencesOf(grown)).toEqual([2, 3, 4, 5])
  expect(grown.hasOlder).toBe(false)
})

it('never unreads', () => {
  const read = withOtherRead(thread, 5)
  expect(withOtherRead(read, 4)).toBe(read)
  expect(isRead(read, message(5))).toBe(true)
  expect(isRead(read, message(6))).toBe(false)
})
