/**
 * Opens the database for commands such as `create-admin`, `backup` and `ledger:verify`, whether a server runs
 * or not.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { claimFolder, openEmbeddedPostgres } from '@tendwell/embedded-postgres'
import pg from 'pg'
import { requireUsableDatabase } from './check.ts'

/** An open database. Call `close` when the command is done. */
export interface DatabaseSource {
  /** A connection address with the password: never log it. */
  url: string
  close(): Promise<void>
}

type Settings = {
  databaseUrl?: string | undefined
  databaseDirectUrl?: string | undefined
  dataDir: string
}

/** Describes the configured database to the operator, without its password. */
export function describeDatabase({ databaseUrl, databaseDirectUrl, dataDir }: Settings): string {
  const url = databaseDirectUrl ?? databaseUrl
  if (!url) return `the embedded one in ${path.resolve(dataDir)}`
  const { host, port, database, user } = new pg.Client({ connectionString: url })
  return `${database} on ${host}:${port}, as ${user}`
}

/**
 * Opens the configured database, past a pooler if there is one, or else the embedded one of the data folder.
 * If no server runs on that folder, one is started until `close`.
 * @param options.create creates the embedded database if there is none
 * @throws Error with a message for the operator if the database can't be used or started
 */
export async function openDatabaseSource(config: Settings, { create = false } = {}): Promise<DatabaseSource> {
  const url = config.databaseDirectUrl ?? config.databaseUrl
  if (url) {
    await requireUsableDatabase(url, config.databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
    return { url, close: async () => {} }
  }
  if (!create && !existsSync(path.join(config.dataDir, 'postgres'))) {
    throw new Error(
      `There is no embedded database in ${path.resolve(config.dataDir)}. Set DATABASE_URL to a server's database or use --env-file.`,
    )
  }
  const database = await openEmbeddedPostgres({ dataDir: config.dataDir, supervise: false })
  return {
    url: database.url,
    async close() {
      if (database.adopted) return database.leave()
      // If the claim can't be had, another process uses this database by now, so it keeps running.
      const claim = await claimFolder({ url: database.url })
      if (!claim) return database.leave()
      await claim.release()
      await database.stop()
    },
  }
}
