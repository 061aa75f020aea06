import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Transaction } from './database.ts'
import type { Log } from './log.ts'

const CHANNEL = 'tendwell'
/** PostgreSQL refuses a payload of 8,000 bytes or more. */
const PAYLOAD_LIMIT_BYTES = 7_900
const RECONNECT_MS = 500

type Listener = (data: unknown) => void

/** Tells every node of the product; a message may be lost, so it is a hint and the database is the truth. */
export type Bus = {
  listen<Data>(topic: string, listener: (data: Data) => void): void
  tell(topic: string, data: object): Promise<void>
  /** Tells it in the moment that the transaction commits, and not at all if it doesn't. */
  tellWithin(transaction: Transaction, topic: string, data: object): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

function payloadOf(topic: string, data: object): string {
  const payload = JSON.stringify({ topic, data })
  if (Buffer.byteLength(payload) > PAYLOAD_LIMIT_BYTES) throw new Error(`A ${topic} message is too large`)
  return payload
}

/** A bus by LISTEN and NOTIFY. @param url PostgreSQL's address, for the one listening connection */
export function createBus(url: string, pool: pg.Pool, log: Log): Bus {
  const listeners = new Map<string, Listener[]>()
  let client: pg.Client | null = null
  let stopped = false

  const dispatch = (payload: string) => {
    const { topic, data } = JSON.parse(payload) as { topic: string; data: unknown }
    for (const listener of listeners.get(topic) ?? []) listener(data)
  }

  const connect = async () => {
    const next = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, keepAlive: true })
    next.on('error', (error) => log.warn({ err: error }, 'the bus lost its connection'))
    next.on('end', () => {
      if (!stopped) setTimeout(reconnect, RECONNECT_MS)
    })
    next.on('notification', (message) => dispatch(message.payload ?? '{}'))
    await next.connect()
    await next.query(`LISTEN ${CHANNEL}`)
    client = next
  }

  const reconnect = () => {
    if (stopped) return
    connect().catch((error: unknown) => {
      log.warn({ err: error }, 'the bus could not reconnect')
    })
  }

  return {
    listen(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener as Listener])
    },
    async tell(topic, data) {
      await pool.query('SELECT pg_notify($1, $2)', [CHANNEL, payloadOf(topic, data)])
    },
    async tellWithin(transaction, topic, data) {
      await transaction.execute(sql`SELECT pg_notify(${CHANNEL}, ${payloadOf(topic, data)})`)
    },
    start: connect,
    async stop() {
      stopped = true
      await client?.end()
    },
  }
}
