import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Transaction } from './database.ts'
import type { Log } from './log.ts'

const CHANNEL = 'tendwell'
/** PostgreSQL refuses a payload of 8,000 bytes or more. */
const PAYLOAD_LIMIT_BYTES = 7_900
/** Of a larger message, before base64 makes four of three and the header is added. */
const PART_BYTES = 5_700
/** Two whole chat messages in the worst spelling of JSON: whatever is larger is a mistake. */
const MESSAGE_LIMIT_BYTES = 64 * 1024
const RECONNECT_MS = 500
const HEARTBEAT_MS = 10_000
const ANSWER_LIMIT_MS = 5_000

type Listener = (data: unknown) => void
type Part = { part: string; of: string; left: number }

/**
 * Tells every node of the product. What one transaction tells arrives whole and in its order, and transactions in
 * the order of their commits. While a node is cut off it hears nothing, so this is a hint and the database the truth.
 */
export type Bus = {
  listen<Data>(topic: string, listener: (data: Data) => void): void
  /** Called when this node hears again after it was cut off, and may have missed something. */
  onGap(listener: () => void): void
  publish(topic: string, ...messages: object[]): Promise<void>
  /** Tells it in the moment that the transaction commits, and not at all if it doesn't. */
  publishOnCommit(transaction: Transaction, topic: string, ...messages: object[]): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** A message as NOTIFY takes it: whole, or in numbered parts that follow each other. */
function payloadsOf(topic: string, data: object): string[] {
  const payload = JSON.stringify({ topic, data })
  const bytes = Buffer.from(payload)
  if (bytes.length <= PAYLOAD_LIMIT_BYTES) return [payload]
  if (bytes.length > MESSAGE_LIMIT_BYTES) throw new Error(`A ${topic} message is too large`)
  const of = randomUUID()
  const count = Math.ceil(bytes.length / PART_BYTES)
  return Array.from({ length: count }, (_, place) => {
    const part = bytes.subarray(place * PART_BYTES, (place + 1) * PART_BYTES).toString('base64')
    return JSON.stringify({ part, of, left: count - place - 1 } satisfies Part)
  })
}

/** Puts parts together again. Those of one message come one after the other, so there is one to collect at a time. */
function createCollector(): (payload: string) => { topic: string; data: unknown } | null {
  let collected = { of: '', parts: [] as Buffer[] }
  return (payload) => {
    const received = JSON.parse(payload) as { topic: string; data: unknown } | Part
    if (!('part' in received)) return received
    const { part, of, left } = received
    if (collected.of !== of) collected = { of, parts: [] }
    collected.parts.push(Buffer.from(part, 'base64'))
    if (left > 0) return null
    try {
      return JSON.parse(Buffer.concat(collected.parts).toString())
    } catch {
      // Its first parts were told while this node was cut off.
      return null
    }
  }
}

/** One connection that listens, and finds out within seconds when nobody is at the other end any more. */
async function listenOn(
  url: string,
  log: Log,
  on: { payload: (payload: string) => void; end: () => void },
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
    on.end()
  })
  client.on('notification', ({ payload }) => on.payload(payload ?? '{}'))
  await client.connect()
  await client.query(`LISTEN ${CHANNEL}`)
  return client
}

/** A bus by LISTEN and NOTIFY. @param url PostgreSQL's address, for the one listening connection */
export function createBus(url: string, pool: pg.Pool, log: Log): Bus {
  const listeners = new Map<string, Listener[]>()
  const gapListeners: (() => void)[] = []
  let client: pg.Client | null = null
  let stopped = false

  const connect = async () => {
    const collect = createCollector()
    const payload = (text: string) => {
      const message = collect(text)
      for (const listener of listeners.get(message?.topic ?? '') ?? []) listener(message?.data)
    }
    const end = () => {
      if (!stopped) setTimeout(reconnect, RECONNECT_MS)
    }
    client = await listenOn(url, log, { payload, end })
  }

  const reconnect = () => {
    if (stopped) return
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
      const payloads = messages.flatMap((data) => payloadsOf(topic, data))
      await pool.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [
        CHANNEL,
        payloads,
      ])
    },
    async publishOnCommit(transaction, topic, ...messages) {
      const payloads = sql.param(messages.flatMap((data) => payloadsOf(topic, data)))
      await transaction.execute(
        sql`SELECT pg_notify(${CHANNEL}, payload) FROM unnest(${payloads}::text[]) AS payload`,
      )
    },
    start: connect,
    async stop() {
      stopped = true
      await client?.end()
    },
  }
}
