/**
 * Chat throughput. Two users with 1,000 sockets on one node: every message is stored and delivered to all
 * sockets. The result is a ratio to a bare `ws` server that sends the same bytes and stores nothing (goal: at
 * least 0.7). Each server is a separate process, and one client measures them alternately. Also reports,
 * without a goal, users chatting in pairs and the memory per socket.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../server/test/app.ts'
import { makeUser } from '../server/test/factories/accounts.ts'
import { makeConversation } from '../server/test/factories/chat.ts'
import { buildServer, openSocket, type ServerNode, startNode } from '../server/test/nodes.ts'
import { waitUntil } from '../server/test/wait.ts'
import { readMemoryMb } from './load/product.ts'
import { getQuantile } from './load/quantile.ts'
import { isSmall, size } from './load/size.ts'

const SOCKETS = size(1_000, 6)
const ROUNDS = size(5, 1)
const MESSAGES_PER_ROUND = size(100, 12)
const MAX_IN_FLIGHT = 10
const MESSAGES_PER_PAIR_MEMBER = size(20, 2)
const GOAL = 0.7

type Socket = Awaited<ReturnType<typeof openSocket>>

/** Broadcasts a frame of the product's size to every socket with the same URL. */
const BARE_SERVER = `
  import { WebSocketServer } from 'ws'
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  const rooms = new Map()
  server.on('connection', (socket, { url }) => {
    const room = rooms.get(url) ?? new Set()
    rooms.set(url, room.add(socket))
    socket.on('close', () => room.delete(socket))
    socket.on('message', (content) => {
      const { conversation_id, text } = JSON.parse(content)
      const message = { id: 1000, conversation_id, sequence: 100, sender_id: 10, text,
        created_at: new Date().toISOString(), read_at: null, client_id: null }
      const frame = JSON.stringify({ event: 'message.created', conversation_id, sender_id: 10, message })
      for (const other of room) other.send(frame)
    })
  })
  server.on('listening', () => console.log('ready: http://127.0.0.1:' + server.address().port))
`

let app: TestApp
let node: ServerNode
let bare: ChildProcess
let bareUrl: string
beforeAll(async () => {
  await buildServer()
  app = await testApp()
  node = await startNode(app)
  bare = spawn(process.execPath, ['--input-type=module', '-e', BARE_SERVER], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(bare.stdout as NodeJS.ReadableStream, 'data')
  bareUrl = /ready: (\S+)/.exec(String(line))?.[1] as string
})
afterAll(async () => {
  bare.kill()
  await node.kill()
  await app.close()
})

/**
 * A set of sockets that counts the messages they receive, and the latency from the timestamp in each text.
 */
function createSocketGroup() {
  const group = { sockets: [] as Socket[], received: 0, latenciesMs: [] as number[], errors: [] as string[] }
  const handleFrame = (content: Buffer) => {
    if (content.includes('"event":"error"')) group.errors.push(String(content))
    const at = content.indexOf('"text":"')
    if (at < 0) return
    group.received += 1
    group.latenciesMs.push(performance.now() - Number.parseFloat(content.toString('latin1', at + 8, at + 24)))
  }
  return {
    group,
    async open(address: string) {
      const socket = await openSocket(address)
      socket.on('message', handleFrame)
      group.sockets.push(socket)
    },
    close() {
      for (const socket of group.sockets) socket.terminate()
    },
  }
}
type SocketGroup = ReturnType<typeof createSocketGroup>

const makeTimestampedText = () => performance.now().toFixed(4).padEnd(60, ' x')

function send(socket: Socket | undefined, conversation_id: number): void {
  socket?.send(JSON.stringify({ action: 'send_message', conversation_id, text: makeTimestampedText() }))
}

/** Sends a round of messages that every socket receives. @returns deliveries per second */
async function broadcast({ group }: SocketGroup, conversationId: number): Promise<number> {
  group.received = 0
  const start = performance.now()
  let sent = 0
  const expected = MESSAGES_PER_ROUND * group.sockets.length
  while (group.received < expected) {
    if (group.errors.length > 0) throw new Error(group.errors[0])
    const delivered = Math.floor(group.received / group.sockets.length)
    while (sent < MESSAGES_PER_ROUND && sent - delivered < MAX_IN_FLIGHT) {
      send(group.sockets[sent % group.sockets.length], conversationId)
      sent += 1
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  return (expected / (performance.now() - start)) * 1_000
}

/** Has each user send messages one by one to the other user of their pair. @returns messages per second */
async function chatInPairs({ group }: SocketGroup, conversations: readonly number[]): Promise<number> {
  const start = performance.now()
  for (let message = 1; message <= MESSAGES_PER_PAIR_MEMBER; message += 1) {
    group.received = 0
    for (const [index, socket] of group.sockets.entries()) {
      send(socket, conversations[Math.floor(index / 2)] as number)
    }
    await waitUntil(() => group.received === 2 * group.sockets.length || group.errors.length > 0)
    expect(group.errors).toEqual([])
  }
  return ((MESSAGES_PER_PAIR_MEMBER * group.sockets.length) / (performance.now() - start)) * 1_000
}

test(`delivers each message to ${SOCKETS} sockets`, async () => {
  const { id, caregiver, family } = await makeConversation(app)
  const [product, bareSockets] = [createSocketGroup(), createSocketGroup()]
  const beforeMb = await readMemoryMb(node)
  for (let index = 0; index < SOCKETS; index += 1) {
    await product.open(`${node.url}/ws/chat/?token=${(index % 2 === 0 ? caregiver : family).token}`)
  }
  const memoryMb = (await readMemoryMb(node)) - beforeMb
  for (let index = 0; index < SOCKETS; index += 1) await bareSockets.open(`${bareUrl}/one`)
  await broadcast(product, id)
  await broadcast(bareSockets, id)
  product.group.latenciesMs.length = 0
  bareSockets.group.latenciesMs.length = 0
  const rates = { product: [] as number[], bare: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.product.push(await broadcast(product, id))
    rates.bare.push(await broadcast(bareSockets, id))
  }
  const [rate, bareRate] = [getQuantile(rates.product, 0.5), getQuantile(rates.bare, 0.5)]
  console.log(
    `chat: ${Math.round(rate)} messages per second delivered to ${SOCKETS} sockets, bare ws ${Math.round(bareRate)}, ratio ${(rate / bareRate).toFixed(2)} (medians of ${ROUNDS} rounds); p99 ${getQuantile(product.group.latenciesMs, 0.99).toFixed(0)} ms, bare ${getQuantile(bareSockets.group.latenciesMs, 0.99).toFixed(0)} ms, with ${MAX_IN_FLIGHT} in flight; ${((1_000 * memoryMb) / SOCKETS).toFixed(1)} kB per socket`,
  )
  product.close()
  bareSockets.close()
  if (!isSmall) expect(rate / bareRate).toBeGreaterThanOrEqual(GOAL)
})

test(`delivers each message to one pair among ${SOCKETS} sockets`, async () => {
  const [product, bareSockets] = [createSocketGroup(), createSocketGroup()]
  const conversations: number[] = []
  for (let pair = 0; pair < SOCKETS / 2; pair += 1) {
    const caregiver = await makeUser(app, { role: 'caregiver' })
    const family = await makeUser(app, { role: 'caretaker' })
    const { rows } = await app.deps.database.execute<{ id: number }>(
      `INSERT INTO conversations (family_id, caregiver_id, last_message_at, created_at)
       VALUES (${family.id}, ${caregiver.id}, now(), now()) RETURNING id`,
    )
    conversations.push(rows[0]?.id as number)
    for (const { token } of [caregiver, family]) {
      await product.open(`${node.url}/ws/chat/?token=${token}`)
      await bareSockets.open(`${bareUrl}/${pair}`)
    }
  }
  const rate = await chatInPairs(product, conversations)
  const bareRate = await chatInPairs(bareSockets, conversations)
  console.log(
    `chat in pairs: ${Math.round(rate)} messages per second stored and delivered, bare ws ${Math.round(bareRate)} without storing, ratio ${(rate / bareRate).toFixed(3)}; p99 ${getQuantile(product.group.latenciesMs, 0.99).toFixed(0)} ms with ${SOCKETS} in flight`,
  )
  product.close()
  bareSockets.close()
  expect(product.group.received).toBe(2 * SOCKETS)
})
