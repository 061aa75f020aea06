/** Chat clients that keep sending while one of the nodes they are connected to is killed. */
import type { ChatMessage } from '@tendwell/contract/chat/chat'
import { RETRYABLE_ERROR_CODES, type ServerFrame } from '@tendwell/contract/realtime'
import { WebSocket } from 'ws'
import type { TestApp } from './app.ts'
import { makeUser, type TestUser } from './factories/accounts.ts'
import { waitUntil } from './wait.ts'

/** After this long without a frame a client pings; after twice as long it reconnects. */
const SILENCE_MS = 2_500
const WATCH_MS = 250

type OutboxMessage = { client_id: string; text: string }

/**
 * A client that behaves like the web app: it has an outbox, catches up by sequence and backs off for 1 to 15
 * s.
 * @see docs/rules/chat-and-notifications.md#catching-up
 */
export type ChatClient = {
  user: TestUser
  /** The messages it displays, in order. */
  messages: ChatMessage[]
  outbox: OutboxMessage[]
  isCaughtUp(): boolean
  /** When it last caught up after connecting, in epoch ms, and how many times it has. */
  caughtUp: { at: number; times: number }
  /** Rejected frames. */
  problems: string[]
  /** How many messages came before their predecessor, after which it caught up. */
  countGaps(): number
  send(text: string): void
  stop(): void
}

/** Connects a user to one conversation. @param address an http URL */
function createChatClient(
  address: string,
  { user, conversationId }: { user: TestUser; conversationId: number },
): ChatClient {
  const messages: ChatMessage[] = []
  const outbox: OutboxMessage[] = []
  const problems: string[] = []
  const caughtUp = { at: 0, times: 0 }
  let socket: WebSocket
  let [attempt, lastFrameAt, sent, gaps] = [0, 0, 0, 0]
  /**
   * The highest sequence it has received, which may come before the answer to a join that doesn't include it
   * yet.
   */
  let latest = 0
  let [isCaughtUp, isStopped] = [false, false]

  const sendFrame = (frame: object) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
  }
  const join = () => sendFrame({ action: 'join', conversation_id: conversationId, after: messages.length })
  /** Waits for each acknowledgement before sending the next message, which keeps them in order. */
  const sendNext = () => {
    const [next] = outbox
    if (next && isCaughtUp) sendFrame({ action: 'send_message', conversation_id: conversationId, ...next })
  }

  const append = (message: ChatMessage) => {
    latest = Math.max(latest, message.sequence)
    if (message.sequence <= messages.length) return
    if (message.sequence === messages.length + 1) messages.push(message)
    else if (isCaughtUp) {
      gaps += 1
      join()
    }
  }
  const handleFrame = (frame: ServerFrame) => {
    lastFrameAt = Date.now()
    if (frame.event === 'message.created') {
      append(frame.message)
      if (frame.client_id !== undefined && outbox[0]?.client_id === frame.client_id) {
        outbox.shift()
        sendNext()
      }
    }
    if (frame.event === 'joined') {
      for (const message of frame.messages) append(message)
      if (frame.has_more || messages.length < latest) return join()
      attempt = 0
      if (!isCaughtUp) {
        caughtUp.at = Date.now()
        caughtUp.times += 1
      }
      isCaughtUp = true
      sendNext()
    }
    if (frame.event === 'error') {
      if (RETRYABLE_ERROR_CODES.includes(frame.code)) socket.close()
      else problems.push(`${frame.code}: ${frame.detail}`)
    }
  }
  const connect = () => {
    if (isStopped) return
    lastFrameAt = Date.now()
    const current = new WebSocket(`${address.replace('http', 'ws')}/ws/chat/?token=${user.token}`)
    socket = current
    current.on('error', () => {})
    current.on('open', join)
    current.on('message', (content) => handleFrame(JSON.parse(String(content))))
    current.on('close', () => {
      isCaughtUp = false
      const delayMs = Math.min(1_000 * 2 ** attempt, 15_000) * (1 - 0.2 * Math.random())
      attempt += 1
      setTimeout(connect, delayMs)
    })
  }
  const watch = setInterval(() => {
    const silenceMs = Date.now() - lastFrameAt
    if (silenceMs > 2 * SILENCE_MS) socket.terminate()
    else if (silenceMs > SILENCE_MS) sendFrame({ action: 'ping' })
  }, WATCH_MS)
  connect()

  return {
    user,
    messages,
    outbox,
    problems,
    countGaps: () => gaps,
    isCaughtUp: () => isCaughtUp,
    caughtUp,
    send(text) {
      sent += 1
      outbox.push({ client_id: `${user.id}-${sent}`, text })
      if (outbox.length === 1) sendNext()
    },
    stop() {
      isStopped = true
      clearInterval(watch)
      socket.terminate()
    },
  }
}

/** Makes pairs of users with one conversation each, and connects them all to an address. */
export async function connectChatClients(
  app: TestApp,
  address: string,
  pairs: number,
): Promise<ChatClient[]> {
  const clients: ChatClient[] = []
  for (let pair = 0; pair < pairs; pair += 1) {
    const caregiver = await makeUser(app, { role: 'caregiver' })
    const family = await makeUser(app, { role: 'caretaker' })
    const { rows } = await app.deps.database.execute<{ id: number }>(
      `INSERT INTO conversations (family_id, caregiver_id, last_message_at, created_at)
       VALUES (${family.id}, ${caregiver.id}, now(), now()) RETURNING id`,
    )
    const conversationId = rows[0]?.id as number
    for (const user of [caregiver, family]) {
      clients.push(createChatClient(address, { user, conversationId }))
    }
  }
  await waitUntil(() => clients.every((client) => client.isCaughtUp()))
  return clients
}

/**
 * Has every client send `each` messages, about one every `everyMs`. Calls `killNode` after a third of the
 * deliveries.
 * @returns how many clients were disconnected, and the time from the kill until the last of them had caught
 *   up
 */
export async function sendThroughStorm(
  clients: readonly ChatClient[],
  { each, everyMs, killNode }: { each: number; everyMs: number; killNode: () => Promise<void> },
): Promise<{ reconnectedMs: number; disconnected: number }> {
  const timers = clients.map((client, index) => {
    let sent = 0
    const timer = setInterval(
      () => {
        sent += 1
        client.send(`${client.user.id} sends ${sent}`)
        if (sent === each) clearInterval(timer)
      },
      everyMs * (0.8 + (0.4 * index) / clients.length),
    )
    return timer
  })
  const countDelivered = () => clients.reduce((sum, { messages }) => sum + messages.length, 0)
  try {
    await waitUntil(() => countDelivered() >= (2 * each * clients.length) / 3)
    await killNode()
    const killedAt = Date.now()
    await waitUntil(() =>
      clients.every(({ messages, outbox }) => messages.length >= 2 * each && outbox.length === 0),
    ).catch((error: unknown) => {
      const errors = findDeliveryErrors(clients, each).slice(0, 10).join('; ')
      throw new Error(`Not everything was delivered: ${errors}`, { cause: error })
    })
    const disconnected = clients.filter(({ caughtUp }) => caughtUp.times > 1)
    const reconnectedMs = Math.max(0, ...disconnected.map(({ caughtUp }) => caughtUp.at)) - killedAt
    return { reconnectedMs, disconnected: disconnected.length }
  } finally {
    for (const timer of timers) clearInterval(timer)
  }
}

/** Describes every message that was lost, duplicated or out of order for one of these clients. */
export function findDeliveryErrors(clients: readonly ChatClient[], each: number): string[] {
  return clients.flatMap(({ user, messages, outbox, problems, isCaughtUp }, index) => {
    const other = clients[index % 2 === 0 ? index + 1 : index - 1] as ChatClient
    const errors = [...problems]
    if (messages.some(({ sequence }, position) => sequence !== position + 1)) errors.push('gaps')
    if (outbox.length > 0)
      errors.push(`${outbox.length} unsent, ${isCaughtUp() ? 'connected' : 'disconnected'}`)
    for (const sender of [user, other.user]) {
      const received = messages.filter(({ sender_id }) => sender_id === sender.id).map(({ text }) => text)
      const expected = Array.from({ length: each }, (_, position) => `${sender.id} sends ${position + 1}`)
      if (received.join() !== expected.join()) errors.push(`from ${sender.id}: ${received.length} of ${each}`)
    }
    return errors.map((error) => `${user.id}: ${error}`)
  })
}
