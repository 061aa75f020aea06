import { beforeEach, expect, it, vi } from 'vitest'
import { forgetAll } from '../../lib/kept.ts'
import { createDelivery, type Outcome } from './deliver.ts'
import { createOutbox } from './outbox.ts'

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

const me = 3
const open = () => createOutbox(me, () => undefined)
const write = (outbox: ReturnType<typeof open>, ...texts: string[]) => {
  for (const text of texts) outbox.add({ clientId: text, otherId: 8, conversationId: 1, text }, 1000)
}
const texts = (outbox: ReturnType<typeof open>) => outbox.items().map(({ text }) => text)

/** Sends what waits, by answers given beforehand. */
function deliver(outbox: ReturnType<typeof open>, answer: (text: string) => Outcome) {
  const sent: string[] = []
  const begin = createDelivery({
    userId: me,
    outbox,
    isOpen: () => !lost,
    send: async ({ clientId, text }) => {
      sent.push(text)
      const outcome = answer(text)
      if (outcome === 'stored') outbox.remove(clientId)
      lost = outcome === 'lost'
      return outcome
    },
  })
  let lost = false
  return begin().then(() => sent)
}

it('keeps the order of writing, over a reload too', () => {
  write(open(), 'one', 'two', 'three')
  expect(texts(open())).toEqual(['one', 'two', 'three'])
})

it('is nobody else’s, and empty after the log-out', () => {
  const outbox = open()
  write(outbox, 'one')
  expect(createOutbox(4, () => undefined).items()).toEqual([])
  forgetAll(me)
  expect(texts(open())).toEqual([])
})

it('passes by what is no message', () => {
  localStorage.setItem(`tendwell.kept.${me}.outbox.1.x`, '{"text":1}')
  expect(texts(open())).toEqual([])
})

it('sends each once, one after the other', async () => {
  const outbox = open()
  write(outbox, 'one', 'two', 'three')
  expect(await deliver(outbox, () => 'stored')).toEqual(['one', 'two', 'three'])
  expect(texts(open())).toEqual([])
})

it('stops where the connection is lost, and keeps what was not acknowledged', async () => {
  const outbox = open()
  write(outbox, 'one', 'two', 'three')
  expect(await deliver(outbox, (text) => (text === 'two' ? 'lost' : 'stored'))).toEqual(['one', 'two'])
  expect(texts(open())).toEqual(['two', 'three'])
})

it('goes on past what was refused for good, which can be sent once more', async () => {
  const outbox = open()
  write(outbox, 'one', 'two')
  const refusal = { code: 'conflict', detail: 'This account is closed' }
  await deliver(outbox, (text) => (text === 'one' ? refusal : 'stored'))
  expect(outbox.items()).toMatchObject([{ text: 'one', failure: 'This account is closed' }])
  expect(outbox.next()).toBeUndefined()
  outbox.retry('one', 2000)
  expect(await deliver(outbox, () => 'stored')).toEqual(['one'])
})

it('waits and tries again where the server asks for patience', async () => {
  vi.useFakeTimers()
  const outbox = open()
  write(outbox, 'one', 'two')
  let busy = 2
  const sending = deliver(outbox, () => (busy-- > 0 ? { code: 'overloaded', detail: '' } : 'stored'))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await sending).toEqual(['one', 'one', 'one', 'two'])
  vi.useRealTimers()
})
