import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connectRealtime, reconnectDelayMs } from './realtime.ts'

class FakeSocket {
  static OPEN = 1
  static all: FakeSocket[] = []
  readyState = 0
  sent: string[] = []
  onopen?: () => void
  onclose?: (event: { code: number }) => void
  onmessage?: (event: { data: string }) => void
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

const last = () => FakeSocket.all.at(-1) as FakeSocket

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.all = []
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('window', { location: { href: 'https://app.test/requests' } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function connect(options: { buffered?: boolean; onSessionEnded?: () => Promise<boolean> } = {}) {
  const frames: unknown[] = []
  const client = connectRealtime({
    path: '/ws/notifications/',
    token: () => 'a b',
    onFrame: (frame) => frames.push(frame),
    onSessionEnded: options.onSessionEnded ?? (async () => false),
    buffered: options.buffered ?? false,
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
  const onSessionEnded = vi.fn(async () => true)
  connect({ onSessionEnded })
  last().open()
  last().end(4401)
  await vi.advanceTimersByTimeAsync(1000)
  expect(FakeSocket.all).toHaveLength(2)
  last().open()
  last().end(4401)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onSessionEnded).toHaveBeenCalledTimes(1)
  expect(FakeSocket.all).toHaveLength(2)
})

it('stays closed once closed', async () => {
  const { client } = connect()
  last().open()
  client.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeSocket.all).toHaveLength(1)
  expect(client.isOpen()).toBe(false)
})
