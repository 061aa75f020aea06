import pg from 'pg'
import { formatError } from '../log.ts'
import { sqlState } from './database.ts'

const OLDEST_VERSION = 15
const TIMEOUT_MS = 2_000

/** Thrown if a database can't be used. The message is a sentence for the operator, without the password. */
export class UnusableDatabaseError extends Error {}

/**
 * Connects to a database once, to find out at the start whether it can be used.
 * @param name the setting that holds the address, for the message
 * @throws UnusableDatabaseError if there is no connection, the server is too old or the database is read-only
 */
export async function requireUsableDatabase(
  url: string,
  name = 'DATABASE_URL',
  oldestVersion = OLDEST_VERSION,
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: 'tendwell check',
  })
  // Without a listener, the loss of the connection would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string; read_only: string }>(
      "SELECT current_setting('server_version') AS version, current_setting('transaction_read_only') AS read_only",
    )
    const problem = rows[0] && findServerProblem(rows[0], oldestVersion)
    if (problem) throw new UnusableDatabaseError(`${name}: ${problem}`)
  } catch (error) {
    if (error instanceof UnusableDatabaseError) throw error
    throw new UnusableDatabaseError(`${name}: ${explainConnectError(error, client)}`)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Why this server can't be used, as the end of a sentence; null if it can. */
function findServerProblem(
  server: { version: string; read_only: string },
  oldestVersion: number,
): string | null {
  if (Number.parseInt(server.version, 10) < oldestVersion) {
    return `the server runs PostgreSQL ${server.version}, and Tendwell needs ${oldestVersion} or later.`
  }
  if (server.read_only === 'on') return 'the database is read-only. It may be a standby.'
  return null
}

/** Why no connection could be made, in one sentence. */
function explainConnectError(error: unknown, { host, port, user, database }: pg.Client): string {
  const state = sqlState(error)
  if (state === '28P01') return `the server refuses the user "${user}" or their password.`
  if (state === '3D000') return `the server has no database "${database}".`
  if (state === '53300') return 'the server has no connection left.'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `the host ${host} can't be found.`
  if (code === 'ECONNREFUSED') return `nothing listens at ${host}:${port}.`
  const message = formatError(error)
  if (/client password must be a string/.test(message))
    return `the server wants a password of the user "${user}".`
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || /timeout/i.test(message)) {
    return `${host}:${port} doesn't answer.`
  }
  return `the database can't be used: ${message.split('\n')[0]}`
}
