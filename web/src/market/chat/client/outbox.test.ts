import { beforeEach, expect, it, vi } from 'vitest'
import { clearUserStorage } from '../../../lib/session/user-storage.ts'
import type { DeliveryResult } from './acknowledgements.ts'
import { createDelivery } from './delivery.ts'
import { createOutbox, type Outbox } from './outbox.ts'

class FakeStorage {
  getItem(key: string) {
    return (this as unknown as Record<string, string>)[key] ?? null
  }
  setItem(key: string, value: string) {
    Object.assign(this, { [key]: value })
  }
  removeItem(key: string) {
    delete (this as unknown as Record<string, string>)[key]
  }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', new FakeStorage())
  vi.stubGlobal('navigator', {})
  return () => vi.unstubAllGlobals()
})

const userId = 3
const openOutbox = () => createOutbox(userId, () => undefined)
const textsIn = (outbox: Outbox) => outbox.messages().map(({ text }) => text)
function write(outbox: Outbox, ...texts: string[]) {
  for (const text of texts) outbox.add({ clientId: text, otherId: 8, conversationId: 1, text }, 1000)
}

/** Delivers an outbox to a fake server. @returns the texts that were sent */
async function deliver(outbox: Outbox, answer: (text: string) => DeliveryResult) {
  const sent: string[] = []
  let isOpen = true
  await createDelivery({
    userId,
    outbox,
    isOpen: () => isOpen,
    send: async ({ clientId, text }) => {
      sent.push(text)
      const result = answer(text)
      if (result === 'stored') outbox.remove(clientId)
      isOpen = result !== 'lost'
      return result
    },
  })()
  return sent
}

it('keeps messages in the order of writing, even after a reload', () => {
  write(openOutbox(), 'one', 'two', 'three')
  expect(textsIn(openOutbox())).toEqual(['one', 'two', 'three'])
})

it('is invisible to other users and empty after logout', () => {
  const outbox = openOutbox()
  write(outbox, 'one')
  expect(createOutbox(4, () => undefined).messages()).toEqual([])
  clearUserStorage()
  expect(textsIn(openOutbox())).toEqual([])
})

it('ignores stored items that are not messages', () => {
  localStorage.setItem(`tendwell.user.${userId}.outbox.1.x`, '{"text":1}')
  expect(textsIn(openOutbox())).toEqual([])
})

it('delivers each message once, in order', async () => {
  const outbox = openOutbox()
  write(outbox, 'one', 'two', 'three')
  expect(await deliver(outbox, () => 'stored')).toEqual(['one', 'two', 'three'])
  expect(textsIn(openOutbox())).toEqual([])
})

it('stops when the connection is lost, and keeps what was not acknowledged', async () => {
  const outbox = openOutbox()
  write(outbox, 'one', 'two', 'three')
  expect(await deliver(outbox, (text) => (text === 'two' ? 'lost' : 'stored'))).toEqual(['one', 'two'])
  expect(textsIn(openOutbox())).toEqual(['two', 'three'])
})

it('skips a refused message, which the user can retry', async () => {
  const outbox = openOutbox()
  write(outbox, 'one', 'two')
  const refusal = { code: 'conflict', detail: 'This account is closed' }
  await deliver(outbox, (text) => (text === 'one' ? refusal : 'stored'))
  expect(outbox.messages()).toMatchObject([{ text: 'one', failure: 'This account is closed' }])
  expect(outbox.next()).toBeUndefined()
  outbox.retry('one', 2000)
  expect(await deliver(outbox, () => 'stored')).toEqual(['one'])
})

it('pauses and sends again when the server is overloaded', async () => {
  vi.useFakeTimers()
  const outbox = openOutbox()
  write(outbox, 'one', 'two')
  let refusalsLeft = 2
  const delivery = deliver(outbox, () => (refusalsLeft-- > 0 ? { code: 'overloaded', detail: '' } : 'stored'))
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await delivery).toEqual(['one', 'one', 'one', 'two'])
  vi.useRealTimers()
})
