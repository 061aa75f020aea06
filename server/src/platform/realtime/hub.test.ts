/** How frames are sent; their content is tested in the slices that send them. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { ServerFrame } from '@tendwell/contract/realtime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { Bus } from './bus.ts'
import { createHub, type Hub } from './hub.ts'

/** A bus of this node alone. */
function createLocalBus(): Bus {
  const listeners = new Map<string, (data: never) => void>()
  const publish = async (topic: string, ...messages: object[]) => {
    for (const message of messages) listeners.get(topic)?.(message as never)
  }
  return {
    listen: (topic, listener) => void listeners.set(topic, listener as (data: never) => void),
    onGap: () => {},
    publish,
    publishOnCommit: (_transaction, topic, ...messages) => publish(topic, ...messages),
    start: async () => {},
    stop: async () => {},
  }
}

let hub: Hub
let server: WebSocketServer
let client: WebSocket
beforeAll(async () => {
  hub = createHub({
    bus: createLocalBus(),
    findLiveSessions: async () => [],
    log: console as never,
    hasLimits: false,
  })
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  server.on('connection', (socket) => {
    const actor = { id: 1, role: 'caretaker' as const, sessionId: 'one' }
    hub.accept(socket, { actor: actor as never, channel: 'chat', receive: async () => {} })
  })
  client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await once(client, 'open')
})
afterAll(() => {
  hub.stop()
  server.close()
  client.terminate()
})

const createFrame = (text: string) =>
  ({ event: 'error', code: 'x', detail: text, client_id: null }) as ServerFrame
const BARE = JSON.stringify(createFrame('')).length

test.each([BARE, 125, 126, 127, 65_535, 65_536, 200_000])(
  'a frame of %d bytes arrives whole',
  async (length) => {
    const frame = createFrame(
      'é'.repeat((length - BARE) >> 1).padEnd(length - BARE - ((length - BARE) >> 1), '.'),
    )
    expect(Buffer.byteLength(JSON.stringify(frame))).toBe(length)
    const received = once(client, 'message')
    await hub.push('chat', { userIds: [1], frame })
    const [content, isBinary] = await received
    expect([JSON.parse(String(content)), isBinary]).toEqual([frame, false])
  },
)

test('keeps frames and pings in order and sends nothing after closing', async () => {
  const received: string[] = []
  client.on('message', (content) => received.push(JSON.parse(String(content)).detail))
  client.on('ping', () => received.push('ping'))
  const closed = once(client, 'close')
  await hub.push('chat', { userIds: [1], frame: createFrame('one') })
  await hub.checkSockets()
  await hub.push('chat', { userIds: [1], frame: createFrame('never') })
  await closed
  expect(received).toEqual(['one', 'ping'])
})
