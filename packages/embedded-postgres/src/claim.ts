/**
 * A claim makes sure that only one application uses a data folder. It is a session lock in the folder's
 * database, which ends with the application's process.
 */
import pg from 'pg'
import { pause } from './process.ts'

/** An arbitrary key that nothing else locks. */
const claimKey = '7305804402'
/**
 * How long to try: PostgreSQL releases the lock of a killed process only when it notices the lost connection.
 */
const retryMs = 1_000
const renewPauseMs = 250

export interface FolderClaim {
  release(): Promise<void>
}

/**
 * Claims the data folder whose database is at `url` for this process, until `release` or the end of the
 * process. A claim whose connection is lost is renewed.
 * @param onLost called if another process got the claim before it was renewed: this process must then exit
 * @returns null if another process holds the claim
 */
export async function claimFolder({
  url,
  onLost = () => {},
}: {
  url: string
  onLost?: () => void
}): Promise<FolderClaim | null> {
  const state: { client: pg.Client | null; released: boolean } = { client: null, released: false }
  state.client = await retryLock(url)
  if (!state.client) return null
  renewOnLoss(state.client)

  function renewOnLoss(client: pg.Client) {
    client.once('end', () => {
      state.client = null
      if (!state.released) void renew()
    })
  }
  async function renew() {
    while (!state.released) {
      try {
        const client = await retryLock(url)
        if (!client) return onLost()
        if (state.released) return await client.end()
        state.client = client
        return renewOnLoss(client)
      } catch {
        await pause(renewPauseMs)
      }
    }
  }
  return {
    async release() {
      state.released = true
      await state.client?.end().catch(() => {})
    },
  }
}

async function retryLock(url: string): Promise<pg.Client | null> {
  const start = performance.now()
  for (;;) {
    const client = await tryLock(url)
    if (client || performance.now() - start > retryMs) return client
    await pause(50)
  }
}

async function tryLock(url: string): Promise<pg.Client | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'tendwell claim',
  })
  // Without a listener, a lost connection would end this process. The event 'end' follows and is handled.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SET idle_session_timeout = 0')
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${claimKey}) AS locked`)
    if (rows[0].locked) return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  await client.end()
  return null
}
