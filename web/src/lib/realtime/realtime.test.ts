import type { ServerFrame } from '@tendwell/contract/realtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeSocket } from '../../../test/fake-socket.ts'
import type { Renewal } from '../session/token-refresh.ts'
import { connectRealtime, type RealtimeOptions } from './realtime.ts'

const sockets = () => FakeSocket.all.length
const latest = () => FakeSocket.all.at(-1) as FakeSocket
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
let page: EventTarget & { visibilityState: string }
let browser: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  // Without jitter.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  FakeSocket.all = []
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  browser = Object.assign(new EventTarget(), { location: { href: 'https://app.test/requests' } })
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('window', browser)
  vi.stubGlobal('document', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function connect(options: Partial<RealtimeOptions> = {}) {
  const frames: ServerFrame[] = []
  const onClose = vi.fn()
  const onOpen = vi.fn()
  const client = connectRealtime({
    path: '/ws/notifications/',
    token: () => 'a b',
    renewSession: async () => 'ended',
    ping: () => ({ action: 'ping' }),
    onFrame: (frame) => frames.push(frame),
    onOpen,
    onClose,
    ...options,
  })
  await wait(0)
  latest().open()
  return { client, frames, onOpen, onClose }
}

/** A fake `renewSession` with one answer per call. */
const renewals = (...answers: Renewal[]) => vi.fn(async () => answers.shift() ?? 'ended')

it('sends the token, and reports frames but nothing else', async () => {
  const { frames } = await connect()
  expect(latest().url).toBe('wss://app.test/ws/notifications/?token=a+b')
  latest().receive({ event: 'notification.created', id: 1 })
  latest().receive('not json')
  latest().receive('{"event":"unknown"}')
  expect(frames).toEqual([{ event: 'notification.created', id: 1 }])
})

describe('reconnecting', () => {
  it('waits 1, 2, 4, 8 and then 15 s, and starts over once connected for 5 s', async () => {
    const { onOpen } = await connect()
    latest().end(1006)
    for (const [index, delayMs] of [1_000, 2_000, 4_000, 8_000, 15_000, 15_000].entries()) {
      await wait(delayMs - 1)
      expect(sockets()).toBe(index + 1)
      await wait(1)
      expect(sockets()).toBe(index + 2)
      latest().fail()
    }
    await wait(15_000)
    latest().open()
    latest().pong()
    await wait(5_000)
    latest().end(1006)
    const before = sockets()
    await wait(1_000)
    expect(sockets()).toBe(before + 1)
    expect(onOpen).toHaveBeenCalledTimes(2)
  })

  it.each([1013, 4429, 1006])(
    'waits longer each time while the server closes it at once with %i',
    async (code) => {
      await connect()
      latest().end(code)
      for (const [index, delayMs] of [1_000, 2_000, 4_000, 8_000, 15_000, 15_000].entries()) {
        await wait(delayMs - 1)
        expect(sockets()).toBe(index + 1)
        await wait(1)
        expect(sockets()).toBe(index + 2)
        latest().open()
        await wait(1_000)
        latest().end(code)
      }
    },
  )

  it('shortens the delays by up to a fifth, so that clients spread out', async () => {
    vi.mocked(Math.random).mockReturnValue(1)
    await connect()
    latest().end(1006)
    await wait(799)
    expect(sockets()).toBe(1)
    await wait(1)
    expect(sockets()).toBe(2)
  })

  it('gives up an attempt that takes too long', async () => {
    await connect()
    latest().end(1006)
    await wait(1_000)
    expect(sockets()).toBe(2)
    await wait(12_000)
    expect(sockets()).toBe(3)
  })

  it('stays closed after a normal close', async () => {
    await connect()
    latest().end(1000)
    await wait(60_000)
    browser.dispatchEvent(new Event('online'))
    await wait(60_000)
    expect(sockets()).toBe(1)
  })

  it('reconnects at once when the network is back', async () => {
    await connect()
    latest().end(1006)
    await wait(1_000)
    latest().fail()
    await wait(10)
    browser.dispatchEvent(new Event('online'))
    await wait(0)
    expect(sockets()).toBe(3)
    latest().open()
    latest().pong()
    await wait(20_000)
    expect(sockets()).toBe(3)
  })

  it('leaves no timer or listener when closed', async () => {
    const { client, onClose } = await connect()
    client.close()
    expect(vi.getTimerCount()).toBe(0)
    expect(client.isOpen()).toBe(false)
    expect(onClose).toHaveBeenCalledTimes(1)
    browser.dispatchEvent(new Event('online'))
    page.dispatchEvent(new Event('visibilitychange'))
    await wait(60_000)
    expect(sockets()).toBe(1)
  })

  it('makes no further attempt when it is closed between two attempts', async () => {
    const renewSession = renewals('renewed')
    const { client } = await connect({ renewSession })
    latest().end(4401)
    client.close()
    await wait(60_000)
    expect(sockets()).toBe(1)
    expect(renewSession).not.toHaveBeenCalled()
  })
})

describe('sending while disconnected', () => {
  const frame = { action: 'leave', conversation_id: 1 } as const

  it('keeps frames until the socket opens, if asked to', async () => {
    const { client } = await connect({ isBuffered: true })
    latest().end(1006)
    expect(client.send(frame)).toBe(false)
    browser.dispatchEvent(new Event('online'))
    await wait(0)
    latest().open()
    expect(latest().sent).toContain(JSON.stringify(frame))
  })

  it('drops frames otherwise', async () => {
    const { client } = await connect()
    latest().end(1006)
    expect(client.send(frame)).toBe(false)
    await wait(1_000)
    latest().open()
    expect(latest().sent).not.toContain(JSON.stringify(frame))
  })
})

describe('when the server ends the session', () => {
  it('renews it and reconnects with the new token', async () => {
    let token = 'old'
    const renewSession = vi.fn(async (): Promise<Renewal> => {
      token = 'new'
      return 'renewed'
    })
    await connect({ token: () => token, renewSession })
    latest().pong()
    latest().end(4401)
    await wait(1_000)
    expect(renewSession.mock.calls).toEqual([['old']])
    expect(sockets()).toBe(2)
    expect(latest().url).toContain('?token=new')
  })

  it('gives up when the new token is refused too', async () => {
    const renewSession = renewals('renewed', 'renewed')
    await connect({ renewSession })
    latest().end(4401)
    await wait(1_000)
    latest().open()
    latest().end(4401)
    await wait(60_000)
    browser.dispatchEvent(new Event('online'))
    await wait(60_000)
    expect(renewSession).toHaveBeenCalledTimes(1)
    expect(sockets()).toBe(2)
  })

  it('renews it again and again if each new token was accepted for a while', async () => {
    const renewSession = renewals('renewed', 'renewed', 'renewed')
    await connect({ renewSession })
    for (let times = 1; times <= 3; times += 1) {
      latest().pong()
      await wait(5_000)
      latest().end(4401)
      await wait(1_000)
      expect(renewSession).toHaveBeenCalledTimes(times)
      expect(sockets()).toBe(times + 1)
      latest().open()
    }
  })

  it('tries again later if the server can’t be reached, and never with the refused token', async () => {
    const renewSession = renewals('later', 'later', 'renewed')
    await connect({ renewSession })
    latest().end(4401)
    await wait(1_000)
    expect(renewSession).toHaveBeenCalledTimes(1)
    await wait(2_000)
    expect(renewSession).toHaveBeenCalledTimes(2)
    expect(sockets()).toBe(1)
    browser.dispatchEvent(new Event('online'))
    await wait(0)
    expect(renewSession).toHaveBeenCalledTimes(3)
    expect(sockets()).toBe(2)
  })

  it('stays closed if the session is over', async () => {
    const renewSession = renewals('ended')
    await connect({ renewSession })
    latest().end(4401)
    await wait(60_000)
    expect(renewSession).toHaveBeenCalledTimes(1)
    expect(sockets()).toBe(1)
  })
})

describe('the heartbeat', () => {
  it('pings on opening and every 25 s', async () => {
    await connect()
    expect(latest().sent).toEqual(['{"action":"ping"}'])
    latest().pong()
    await wait(25_000)
    expect(latest().sent).toHaveLength(2)
  })

  it('opens another connection if no pong arrives within 8 s, even if other frames do', async () => {
    const { onClose } = await connect()
    latest().pong()
    await wait(25_000)
    latest().receive({ event: 'notification.created', id: 1 })
    await wait(7_999)
    expect(onClose).not.toHaveBeenCalled()
    await wait(1)
    expect(onClose).toHaveBeenCalledTimes(1)
    await wait(1)
    expect(sockets()).toBe(2)
  })

  it('pings when the page becomes visible', async () => {
    await connect()
    latest().pong()
    page.visibilityState = 'hidden'
    page.dispatchEvent(new Event('visibilitychange'))
    expect(latest().sent).toHaveLength(1)
    page.visibilityState = 'visible'
    page.dispatchEvent(new Event('visibilitychange'))
    expect(latest().sent).toHaveLength(2)
  })

  it.each([
    ['a pong', { event: 'pong' }, 1],
    ['nothing', null, 2],
    ['another frame', { event: 'notification.created', id: 1 }, 2],
  ] as const)('allows 2 s when the browser is offline: after %s', async (_name, frame, expected) => {
    const { onClose } = await connect()
    latest().pong()
    browser.dispatchEvent(new Event('offline'))
    if (frame) latest().receive(frame)
    await wait(2_001)
    expect(sockets()).toBe(expected)
    expect(onClose).toHaveBeenCalledTimes(expected - 1)
  })
})
