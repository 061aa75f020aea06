import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Transaction } from '../database/database.ts'
import type { Log } from '../log.ts'

const CHANNEL = 'tendwell'
/** PostgreSQL refuses a payload of 8,000 bytes or more. */
const PAYLOAD_LIMIT_BYTES = 7_900
/** The size of the parts of a larger message. Base64 makes 4 bytes of 3, and a header is added. */
const PART_BYTES = 5_700
/**
 * Enough for two chat messages of maximum length with every character escaped. A larger message is a mistake.
 */
const MESSAGE_LIMIT_BYTES = 64 * 1024
const RECONNECT_MS = 500
const HEARTBEAT_MS = 10_000
const ANSWER_LIMIT_MS = 5_000

type Listener = (data: unknown) => void
/**
 * A part of a message that is too large for one payload. `part`: its bytes as base64. `of`: an id of the
 * whole message. `left`: how many parts follow.
 */
type Part = { part: string; of: string; left: number }

/**
 * Publishes messages to every node. The messages of one transaction arrive in order, and those of several
 * transactions in the order of the commits. A node that is cut off misses messages, so a message is only a
 * hint, and the database has the truth.
 */
export type Bus = {
  listen<Data>(topic: string, listener: (data: Data) => void): void
  /**
   * Calls the listener when this node is connected again after it was cut off: it may have missed messages.
   */
  onGap(listener: () => void): void
  publish(topic: string, ...messages: object[]): Promise<void>
  /** Publishes when the transaction commits; if it is rolled back, nothing is published. */
  publishOnCommit(transaction: Transaction, topic: string, ...messages: object[]): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** Makes the payloads for NOTIFY of a message: one, or several parts in a row that say how many are left. */
function toPayloads(topic: string, data: object): string[] {
  const payload = JSON.stringify({ topic, data })
  const bytes = Buffer.from(payload)
  if (bytes.length <= PAYLOAD_LIMIT_BYTES) return [payload]
  if (bytes.length > MESSAGE_LIMIT_BYTES) throw new Error(`A ${topic} message is too large`)
  const messageId = randomUUID()
  const partCount = Math.ceil(bytes.length / PART_BYTES)
  return Array.from({ length: partCount }, (_, index) => {
    const part = bytes.subarray(index * PART_BYTES, (index + 1) * PART_BYTES).toString('base64')
    return JSON.stringify({ part, of: messageId, left: partCount - index - 1 } satisfies Part)
  })
}

/**
 * Creates a function that takes payloads and returns the message, or null until its last part has arrived.
 * The parts of a message arrive in a row, so only one message is collected at a time.
 */
function createCollector(): (payload: string) => { topic: string; data: unknown } | null {
  let collected = { messageId: '', parts: [] as Buffer[] }
  return (payload) => {
    const messageOrPart = JSON.parse(payload) as { topic: string; data: unknown } | Part
    if (!('part' in messageOrPart)) return messageOrPart
    const { part, of: messageId, left } = messageOrPart
    if (collected.messageId !== messageId) collected = { messageId, parts: [] }
    collected.parts.push(Buffer.from(part, 'base64'))
    if (left > 0) return null
    try {
      return JSON.parse(Buffer.concat(collected.parts).toString())
    } catch {
      // The first parts were published while this node was cut off.
      return null
    }
  }
}

/** Opens the connection that listens. Its heartbeat ends a connection that no longer answers. */
async function listenOn(
  url: string,
  log: Log,
  { onPayload, onEnd }: { onPayload: (payload: string) => void; onEnd: () => void },
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2_000,
    query_timeout: ANSWER_LIMIT_MS,
    keepAlive: true,
    application_name: 'tendwell bus',
  })
  const heartbeat = setInterval(() => {
    client.query('SELECT 1').catch(() => client.end().catch(() => {}))
  }, HEARTBEAT_MS)
  client.on('error', (error) => log.warn({ err: error }, 'the bus lost its connection'))
  client.once('end', () => {
    clearInterval(heartbeat)
    onEnd()
  })
  client.on('notification', ({ payload }) => onPayload(payload ?? '{}'))
  await client.connect()
  await client.query(`LISTEN ${CHANNEL}`)
  return client
}

/**
 * A bus on PostgreSQL's LISTEN and NOTIFY.
 * @param url PostgreSQL's own address and not a pooler's, because LISTEN needs a session
 */
export function createBus(url: string, pool: pg.Pool, log: Log): Bus {
  const listeners = new Map<string, Listener[]>()
  const gapListeners: (() => void)[] = []
  let client: pg.Client | null = null
  let isStopped = false

  const connect = async () => {
    const collect = createCollector()
    const onPayload = (payload: string) => {
      const message = collect(payload)
      for (const listener of listeners.get(message?.topic ?? '') ?? []) listener(message?.data)
    }
    const onEnd = () => {
      if (!isStopped) setTimeout(reconnect, RECONNECT_MS)
    }
    client = await listenOn(url, log, { onPayload, onEnd })
  }

  /** Connects again. If that fails, `onEnd` starts the next attempt. */
  const reconnect = () => {
    if (isStopped) return
    connect().then(
      () => {
        for (const listener of gapListeners) listener()
      },
      (error: unknown) => log.warn({ err: error }, 'the bus could not reconnect'),
    )
  }

  return {
    listen(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener as Listener])
    },
    onGap(listener) {
      gapListeners.push(listener)
    },
    async publish(topic, ...messages) {
      const payloads = messages.flatMap((data) => toPayloads(topic, data))
      await pool.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [
        CHANNEL,
        payloads,
      ])
    },
    async publishOnCommit(transaction, topic, ...messages) {
      const payloads = sql.param(messages.flatMap((data) => toPayloads(topic, data)))
      await transaction.execute(
        sql`SELECT pg_notify(${CHANNEL}, payload) FROM unnest(${payloads}::text[]) AS payload`,
      )
    },
    start: connect,
    async stop() {
      isStopped = true
      await client?.end()
    },
  }
}
