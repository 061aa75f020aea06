/** One server a data folder: the claim is a session lock in the folder's database, which ends with its holder. */
import pg from 'pg'
import { pause } from './process.ts'

/** Any number that nothing else locks; graphile-worker and migrations use others. */
const claimKey = '7305804402'
/** A holder that was just killed keeps its lock until its session has noticed. */
const patienceMs = 1_000
const reclaimPauseMs = 250

/** The claim on a data folder. */
export interface FolderClaim {
  release(): Promise<void>
}

/**
 * Claims the data folder whose database is at `url` for this process, until released or until the process ends.
 * A claim lost with its connection (the database was restarted) is taken up again by itself.
 * @param onLost called when another server has taken the folder in such a moment: this one must end.
 * @returns null when another server holds it.
 */
export async function claimFolder({
  url,
  onLost = () => {},
}: {
  url: string
  onLost?: () => void
}): Promise<FolderClaim | null> {
  const state: { client: pg.Client | null; released: boolean } = { client: null, released: false }
  state.client = await tryForAWhile(url)
  if (!state.client) return null
  watch(state.client)

  function watch(client: pg.Client) {
    client.once('end', () => {
      state.client = null
      if (!state.released) void reclaim()
    })
  }
  async function reclaim() {
    while (!state.released) {
      try {
        const client = await tryForAWhile(url)
        if (!client) return onLost()
        if (state.released) return await client.end()
        state.client = client
        return watch(client)
      } catch {
        await pause(reclaimPauseMs)
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

async function tryForAWhile(url: string): Promise<pg.Client | null> {
  const start = performance.now()
  for (;;) {
    const client = await lock(url)
    if (client || performance.now() - start > patienceMs) return client
    await pause(50)
  }
}

async function lock(url: string): Promise<pg.Client | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'tendwell claim',
  })
  // Without a listener a broken connection would end the process; 'end' follows and is handled.
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
