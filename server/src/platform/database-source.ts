/** The database of commands that run beside the server, or without it: `create-admin`, `backup`, `ledger:verify` … */
import { claimFolder } from './embedded-postgres/claim.ts'
import { openEmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts'

/** An open database: its address, and what to call when the command is done with it. */
export interface DatabaseSource {
  /** A connection address with the password: never log it. */
  url: string
  close(): Promise<void>
}

/**
 * Opens the database that the settings mean: the one at `databaseUrl`, else the embedded one of the data folder,
 * where a running server is used and otherwise one is started for the time being.
 * @throws {Error} with a sentence for the operator when the embedded one can't be started.
 */
export async function openDatabaseSource(config: {
  databaseUrl?: string | undefined
  dataDir: string
}): Promise<DatabaseSource> {
  if (config.databaseUrl) return { url: config.databaseUrl, close: async () => {} }
  const database = await openEmbeddedPostgres({ dataDir: config.dataDir, supervise: false })
  return {
    url: database.url,
    async close() {
      if (database.adopted) return database.leave()
      // A server that was started meanwhile uses this database now: it stays.
      const claim = await claimFolder({ url: database.url })
      if (!claim) return database.leave()
      await claim.release()
      await database.stop()
    },
  }
}
