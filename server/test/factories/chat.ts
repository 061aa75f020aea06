/** Conversations, and the sockets that people have them by. */
import { once } from 'node:events'
import type { ServerFrame } from '@tendwell/contract/realtime'
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
  /** All that came, in order. */
  frames: ServerFrame[]
  /** The code that it was closed with. */
  closed: Promise<number>
  send(frame: object | string): void
  /** The first frame of an event that fits, now or later. */
  next<Event extends ServerFrame['event']>(
    event: Event,
    fits?: (frame: Frame<Event>) => boolean,
  ): Promise<Frame<Event>>
  /** All that this socket has sent before is answered when this ends. */
  settle(): Promise<void>
}

/** Opens `/ws/chat/` with a token. @param address the server's, or a proxy's, as http */
export function chatSocket(address: string, token: string, headers: Record<string, string> = {}): TestSocket {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/ws/chat/?token=${token}`, { headers })
  const frames: ServerFrame[] = []
  socket.on('message', (content) => frames.push(JSON.parse(String(content))))
  socket.on('error', () => {})
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  const over = closed.then((code) => {
    throw new Error(`The socket was closed with ${code}; it had heard ${JSON.stringify(frames.slice(-3))}`)
  })
  over.catch(() => {})
  let settled = 0
  const testSocket: TestSocket = {
    socket,
    frames,
    closed,
    send: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    async next(event, fits = () => true) {
      for (;;) {
        const found = frames.find(
          (frame): frame is Frame<typeof event> => frame.event === event && fits(frame as never),
        )
        if (found) return found
        await Promise.race([once(socket, 'message'), over])
      }
    },
    async settle() {
      settled += 1
      const client_id = `settle-${settled}`
      // Out of sight, so that asking writes nothing down.
      testSocket.send({ action: 'ping', is_visible: false, client_id })
      const pong = await testSocket.next('pong', (frame) => frame.client_id === client_id)
      frames.splice(frames.indexOf(pong), 1)
    },
  }
  return testSocket
}

/** An open socket of a person's, which hears all that is told from now on. */
export async function listenAs(app: Pick<TestApp, 'url'>, person: { token: string }): Promise<TestSocket> {
  const listening = chatSocket(app.url, person.token)
  await once(listening.socket, 'open')
  return listening
}

export type TestConversation = { id: number; caregiver: TestUser; family: TestUser; messageId: number }

/** A conversation that a family has begun with one message. */
export async function makeConversation(
  app: TestApp,
  people: { caregiver?: TestUser; family?: TestUser; text?: string } = {},
): Promise<TestConversation> {
  const caregiver = people.caregiver ?? (await makeCaregiver(app))
  const family = people.family ?? (await makeFamily(app))
  const { status, body } = await family.client.post('/api/chat/conversations/create', {
    caregiver_id: caregiver.id,
    text: people.text ?? 'Hello',
  })
  if (status !== 201) throw new Error(`The conversation was refused: ${JSON.stringify(body)}`)
  return { id: body.conversation.id, caregiver, family, messageId: body.message.id }
}
