import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connectRealtime, type RealtimeOptions, reconnectDelayMs } from './realtime.ts'

class FakeSocket {
  static OPEN = 1
  static all: FakeSocket[] = []
  readyState = 0
  sent: string[] = []
  onopen?: (() => void) | null
  onclose?: ((event: { code: number }) => void) | null
  onmessage?: ((event: { data: string }) => void) | null
  constructor(readonly url: string) {
    FakeSocket.all.push(this)
  }
  send(text: string) {
    this.sent.push(text)
  }
  close(code: number) {
    this.end(code)
  }
  open() {
    this.readyState = 1
    this.onopen?.()
  }
  end(code: number) {
    this.readyState = 3
    this.onclose?.({ code })
  }
}

let online: (() => void) | undefined
let offline: (() => void) | undefined
const listeners = () => ({
  addEventListener: (type: string, listener: () => void) => {
    if (type === 'online') online = listener
    if (type === 'offline') offline = listener
  },
  removeEventListener: () => {},
})

const last = () => FakeSocket.all.at(-1) as FakeSocket

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.all = []
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('window', { location: { href: 'https://app.test/requests' }, ...listeners() })
  vi.stubGlobal('document', { visibilityState: 'visible', ...listeners() })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function connect(options: Partial<RealtimeOptions> = {}) {
  const frames: unknown[] = []
  const client = connectRealtime({
    path: '/ws/notifications/',
    token: () => 'a b',
    onFrame: (frame) => frames.push(frame),
    ping: () => ({ action: 'ping' }),
    onSessionEnded: async () => 'ended' as const,
    ...options,
  })
  return { client, frames }
}

it('carries the token, reads frames and skips what is no JSON', () => {
  const { frames } = connect()
  expect(last().url).toBe('wss://app.test/ws/notifications/?token=a+b')
  last().open()
  last().onmessage?.({ data: '{"event":"notification.created","id":1}' })
  last().onmessage?.({ data: 'not json' })
  expect(frames).toEqual([{ event: 'notification.created', id: 1 }])
})

it('waits 1, 2, 4, 8 and then 15 s, and never longer', () => {
  expect([0, 1, 2, 3, 4, 9].map((attempt) => reconnectDelayMs(attempt, 0))).toEqual([
    1000, 2000, 4000, 8000, 15_000, 15_000,
  ])
  expect(reconnectDelayMs(0, 1)).toBe(800)
})

it('reconnects after an abnormal close, and not after a normal one', async () => {
  connect()
  last().open()
  last().end(1006)
  await vi.advanceTimersByTimeAsync(1000)
  expect(FakeSocket.all).toHaveLength(2)
  last().open()
  last().end(1000)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeSocket.all).toHaveLength(2)
})

it('keeps what is sent while closed, if asked to', () => {
  const { client } = connect({ buffered: true })
  expect(client.send({ action: 'one' })).toBe(true)
  last().open()
  expect(last().sent).toEqual(['{"action":"one"}'])
})

it('drops what is sent while closed otherwise', () => {
  const { client } = connect()
  expect(client.send({ action: 'one' })).toBe(false)
  last().open()
  expect(last().sent).toEqual([])
})

it('asks for a new session once when the server ends it', async () => {
  const onSessionEnded = vi.fn(async () => 'renewed' as const)
  connect({ onSessionEnded })
  last().open()
  last().end(4401)
  await vi.advanceTimersByTimeAsync(1000)
  expect(FakeSocket.all).toHaveLength(2)
  expect(onSessionEnded).toHaveBeenCalledWith('a b')
  last().open()
  last().end(4401)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onSessionEnded).toHaveBeenCalledTimes(1)
  expect(FakeSocket.all).toHaveLength(2)
})

it('asks for a new session each time, where the connection has lived in between without a frame', async () => {
  const onSessionEnded = vi.fn(async () => 'renewed' as const)
  connect({ onSessionEnded })
  for (let times = 1; times <= 3; times += 1) {
    last().open()
    await vi.advanceTimersByTimeAsync(6_000)
    last().end(4401)
    await vi.advanceTimersByTimeAsync(1000)
    expect(onSessionEnded).toHaveBeenCalledTimes(times)
    expect(FakeSocket.all).toHaveLength(times + 1)
  }
})

it('asks later, and later still, where the session could not be asked for', async () => {
  const answers = ['later', 'later', 'renewed'] as const
  const onSessionEnded = vi.fn(async () => answers[onSessionEnded.mock.calls.length - 1] ?? 'ended')
  connect({ onSessionEnded })
  last().open()
  last().end(4401)
  await vi.advanceTimersByTimeAsync(0)
  expect(onSessionEnded).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(onSessionEnded).toHaveBeenCalledTimes(2)
  expect(FakeSocket.all, 'no connection is tried with the token that was refused').toHaveLength(1)
  online?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(onSessionEnded).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(4000)
  expect(FakeSocket.all).toHaveLength(2)
})

it('leaves a session that has ended', async () => {
  const onSessionEnded = vi.fn(async () => 'ended' as const)
  connect({ onSessionEnded })
  last().open()
  last().end(4401)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onSessionEnded).toHaveBeenCalledTimes(1)
  expect(FakeSocket.all).toHaveLength(1)
})

it('stays closed once closed', async () => {
  const { client } = connect()
  last().open()
  client.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeSocket.all).toHaveLength(1)
  expect(client.isOpen()).toBe(false)
})

it('asks every 25 s, and opens another connection where nobody answers', async () => {
  const onClose = vi.fn()
  connect({ onClose })
  last().open()
  await vi.advanceTimersByTimeAsync(25_000)
  expect(last().sent).toEqual(['{"action":"ping"}'])
  last().onmessage?.({ data: '{"event":"pong"}' })
  // Whatever else comes in between.
  await vi.advanceTimersByTimeAsync(20_000)
  last().onmessage?.({ data: '{"event":"notification.created","id":1}' })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(last().sent).toHaveLength(2)
  expect(onClose).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(8_000)
  expect(onClose).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(FakeSocket.all).toHaveLength(2)
})

it('is back as soon as the line is', async () => {
  connect()
  last().end(1006)
  await vi.advanceTimersByTimeAsync(10)
  online?.()
  expect(FakeSocket.all).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(FakeSocket.all).toHaveLength(2)
})

it.each([
  ['nothing', null, true],
  ['what was on its way', { event: 'message.read' }, true],
  ['the answer', { event: 'pong' }, false],
])(
  'when the line is said to be down, hears %s and gives the connection up: %o %s',
  async (_what, frame, isGone) => {
    const onClose = vi.fn()
    connect({ onClose })
    last().open()
    offline?.()
    if (frame) last().onmessage?.({ data: JSON.stringify(frame) })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(onClose).toHaveBeenCalledTimes(isGone ? 1 : 0)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(FakeSocket.all).toHaveLength(isGone ? 2 : 1)
  },
)
