/**
 * What a message costs: 1,000 sockets of two people on one process, each message stored and delivered to all of them,
 * as a ratio to a bare `ws` server that stores nothing and sends the same bytes in a loop (goal: at least 0.7). Both
 * are processes of their own, and the same client measures both in turns. Then, without a goal, people in pairs, where
 * each message is stored for two sockets alone, and the memory of a socket. BENCH_SOCKETS tries it with fewer.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../server/test/app.ts'
import { makeUser } from '../server/test/factories/accounts.ts'
import { makeConversation } from '../server/test/factories/chat.ts'
import { buildServer, type Node, openSocket, startNode } from '../server/test/nodes.ts'
import { until } from '../server/test/storm.ts'

const SOCKETS = Number(process.env.BENCH_SOCKETS ?? 1_000)
const ROUNDS = 5
/** Messages of a round, and how many of them are on their way at once. */
const MESSAGES = 100
const AT_ONCE = 10
const PAIR_MESSAGES = 20
const GOAL = 0.7

type Socket = Awaited<ReturnType<typeof openSocket>>

/** Sends each frame on to everybody, as large as the product's own; in pairs, to the pair alone. */
const BARE = `
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
let node: Node
let bare: ChildProcess
let bareUrl: string
beforeAll(async () => {
  await buildServer()
  app = await testApp()
  node = await startNode(app)
  bare = spawn(process.execPath, ['--input-type=module', '-e', BARE], {
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

/** Sockets that count what comes, and how long it took by the time that stands in each text. */
function createCrowd() {
  const crowd = { sockets: [] as Socket[], heard: 0, times: [] as number[], refusals: [] as string[] }
  const hear = (content: Buffer) => {
    if (content.includes('"event":"error"')) crowd.refusals.push(String(content))
    const at = content.indexOf('"text":"')
    // The other frames, of joining and reading, don't count.
    if (at < 0) return
    crowd.heard += 1
    crowd.times.push(performance.now() - Number.parseFloat(content.toString('latin1', at + 8, at + 24)))
  }
  return {
    ...crowd,
    counts: crowd,
    async open(address: string) {
      const socket = await openSocket(address)
      socket.on('message', hear)
      crowd.sockets.push(socket)
    },
    close() {
      for (const socket of crowd.sockets) socket.terminate()
    },
  }
}
type Crowd = ReturnType<typeof createCrowd>

const textNow = () => performance.now().toFixed(4).padEnd(60, ' x')

function send(socket: Socket | undefined, conversation_id: number): void {
  socket?.send(JSON.stringify({ action: 'send_message', conversation_id, text: textNow() }))
}

/** One socket writes, all hear. @returns messages delivered a second */
async function broadcast({ counts }: Crowd, conversationId: number): Promise<number> {
  counts.heard = 0
  const start = performance.now()
  let sent = 0
  const wanted = MESSAGES * counts.sockets.length
  while (counts.heard < wanted) {
    if (counts.refusals.length > 0) throw new Error(counts.refusals[0])
    const done = Math.floor(counts.heard / counts.sockets.length)
    while (sent < MESSAGES && sent - done < AT_ONCE) {
      send(counts.sockets[sent % counts.sockets.length], conversationId)
      sent += 1
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  return (wanted / (performance.now() - start)) * 1_000
}

/** Everyone writes to the other of their pair, one message after the other. @returns messages stored a second */
async function chatter({ counts }: Crowd, conversations: readonly number[]): Promise<number> {
  const start = performance.now()
  for (let message = 1; message <= PAIR_MESSAGES; message += 1) {
    counts.heard = 0
    for (const [index, socket] of counts.sockets.entries()) {
      send(socket, conversations[Math.floor(index / 2)] as number)
    }
    await until(() => counts.heard === 2 * counts.sockets.length || counts.refusals.length > 0)
    expect(counts.refusals).toEqual([])
  }
  return ((PAIR_MESSAGES * counts.sockets.length) / (performance.now() - start)) * 1_000
}

/** The value that this part of all the others is below. */
function quantileOf(values: readonly number[], part: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? 0
}

async function residentBytes(): Promise<number> {
  const text = await (await fetch(`${node.url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1])
}

test(`each message to ${SOCKETS} sockets`, async () => {
  const { id, caregiver, family } = await makeConversation(app)
  const [ours, bares] = [createCrowd(), createCrowd()]
  const before = await residentBytes()
  for (let index = 0; index < SOCKETS; index += 1) {
    await ours.open(`${node.url}/ws/chat/?token=${(index % 2 === 0 ? caregiver : family).token}`)
  }
  const memory = (await residentBytes()) - before
  for (let index = 0; index < SOCKETS; index += 1) await bares.open(`${bareUrl}/one`)
  await broadcast(ours, id)
  await broadcast(bares, id)
  ours.counts.times.length = 0
  bares.counts.times.length = 0
  const rates = { ours: [] as number[], bare: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.ours.push(await broadcast(ours, id))
    rates.bare.push(await broadcast(bares, id))
  }
  const [rate, bareRate] = [quantileOf(rates.ours, 0.5), quantileOf(rates.bare, 0.5)]
  console.log(
    `chat: ${Math.round(rate)} messages delivered a second to ${SOCKETS} sockets, bare ws ${Math.round(bareRate)}, ratio ${(rate / bareRate).toFixed(2)} (medians of ${ROUNDS} rounds); p99 ${quantileOf(ours.counts.times, 0.99).toFixed(0)} ms, bare ${quantileOf(bares.counts.times, 0.99).toFixed(0)} ms, with ${AT_ONCE} at once; ${(memory / SOCKETS / 1_024).toFixed(1)} kB a socket`,
  )
  ours.close()
  bares.close()
  expect(rate / bareRate).toBeGreaterThanOrEqual(GOAL)
})

test(`${SOCKETS} sockets in pairs, each message stored for two`, async () => {
  const [ours, bares] = [createCrowd(), createCrowd()]
  const conversations: number[] = []
  for (let pair = 0; pair < SOCKETS / 2; pair += 1) {
    const caregiver = await makeUser(app, { role: 'caregiver' })
    const family = await makeUser(app, { role: 'caretaker' })
    const { rows } = await app.deps.database.execute<{ id: number }>(
      `INSERT INTO conversations (caretaker_id, caregiver_id, last_message_at, created_at)
       VALUES (${family.id}, ${caregiver.id}, now(), now()) RETURNING id`,
    )
    conversations.push(rows[0]?.id as number)
    for (const { token } of [caregiver, family]) {
      await ours.open(`${node.url}/ws/chat/?token=${token}`)
      await bares.open(`${bareUrl}/${pair}`)
    }
  }
  const rate = await chatter(ours, conversations)
  const bareRate = await chatter(bares, conversations)
  console.log(
    `chat in pairs: ${Math.round(rate)} messages stored and delivered a second, bare ws ${Math.round(bareRate)} not stored, ratio ${(rate / bareRate).toFixed(3)}; p99 ${quantileOf(ours.counts.times, 0.99).toFixed(0)} ms with ${SOCKETS} at once`,
  )
  ours.close()
  bares.close()
  expect(ours.counts.heard).toBe(2 * SOCKETS)
})
