/** Conversations, and the sockets of chat and notifications. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Channel, ServerFrame } from '@tendwell/contract/realtime'
import { WebSocket } from 'ws'
import type { TestApp } from '../app.ts'
import type { TestUser } from './accounts.ts'
import { makeCaregiver, makeFamily } from './profiles.ts'

export type Frame<Event extends ServerFrame['event'] = ServerFrame['event']> = Extract<
  ServerFrame,
  { event: Event }
>

export type TestSocket = {
  socket: WebSocket
  /** Every frame received, in order. */
  frames: ServerFrame[]
  /** The close code. */
  closed: Promise<number>
  send(frame: object | string): void
  /** The first matching frame, including those received before. @throws Error if the socket closes first */
  waitFor<Event extends ServerFrame['event']>(
    event: Event,
    matches?: (frame: Frame<Event>) => boolean,
  ): Promise<Frame<Event>>
  /** Resolves when the server has answered everything sent so far. */
  flush(): Promise<void>
}

/** Connects to `/ws/chat/` without waiting for the socket to open. @param address an http URL */
export function connectChatSocket(
  address: string,
  token: string,
  headers: Record<string, string> = {},
): TestSocket {
  return connectSocket('chat', address, token, headers)
}

function connectSocket(
  channel: Channel,
  address: string,
  token: string,
  headers: Record<string, string> = {},
): TestSocket {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/ws/${channel}/?token=${token}`, { headers })
  const frames: ServerFrame[] = []
  socket.on('message', (content) => frames.push(JSON.parse(String(content))))
  socket.on('error', () => {})
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  const failOnClose = closed.then((code) => {
    throw new Error(`The socket closed with ${code} after ${JSON.stringify(frames.slice(-3))}`)
  })
  failOnClose.catch(() => {})
  let flushes = 0
  const testSocket: TestSocket = {
    socket,
    frames,
    closed,
    send: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    async waitFor(event, matches = () => true) {
      for (;;) {
        const found = frames.find(
          (frame): frame is Frame<typeof event> => frame.event === event && matches(frame as never),
        )
        if (found) return found
        await Promise.race([once(socket, 'message'), failOnClose])
      }
    },
    async flush() {
      flushes += 1
      const client_id = `flush-${flushes}`
      // A visible page's ping would store when the user was last seen.
      testSocket.send({ action: 'ping', is_visible: false, client_id })
      const pong = await testSocket.waitFor('pong', (frame) => frame.client_id === client_id)
      frames.splice(frames.indexOf(pong), 1)
    },
  }
  return testSocket
}

/** Opens a chat socket for a user. */
export async function openChatSocket(
  app: Pick<TestApp, 'url'>,
  user: { token: string },
): Promise<TestSocket> {
  const testSocket = connectChatSocket(app.url, user.token)
  await once(testSocket.socket, 'open')
  return testSocket
}

/** Opens a notifications socket for a user. */
export async function openNotificationsSocket(
  app: Pick<TestApp, 'url'>,
  user: { token: string },
): Promise<TestSocket> {
  const testSocket = connectSocket('notifications', app.url, user.token)
  await once(testSocket.socket, 'open')
  return testSocket
}

export type TestConversation = { id: number; caregiver: TestUser; family: TestUser; messageId: number }

/** Resolves when everything published so far has been pushed to the sockets: the bus keeps the order. */
export async function waitForPushes({ deps: { bus } }: TestApp): Promise<void> {
  const topic = randomUUID()
  const arrived = new Promise<unknown>((resolve) => bus.listen(topic, resolve))
  await bus.publish(topic, {})
  await arrived
}

/** Makes a conversation with one message from the family. */
export async function makeConversation(
  app: TestApp,
  options: { caregiver?: TestUser; family?: TestUser; text?: string } = {},
): Promise<TestConversation> {
  const caregiver = options.caregiver ?? (await makeCaregiver(app))
  const family = options.family ?? (await makeFamily(app))
  const { status, body } = await family.client.post('/api/chat/conversations/create', {
    caregiver_id: caregiver.id,
    text: options.text ?? 'Hello',
  })
  if (status !== 201) throw new Error(`The conversation was rejected: ${JSON.stringify(body)}`)
  // Its frames must not reach a socket that the test opens next.
  await waitForPushes(app)
  return { id: body.conversation.id, caregiver, family, messageId: body.message.id }
}
