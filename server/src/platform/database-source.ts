/** The database for commands, with or without a running server: `create-admin`, `backup`, `ledger:verify` … */
import { claimFolder } from './embedded-postgres/claim.ts'
import { openEmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts'

/** An open database. Call `close` when the command is done. */
export interface DatabaseSource {
  /** A connection address with the password: never log it. */
  url: string
  close(): Promise<void>
}

/**
 * Opens the database at `databaseUrl`, or else the embedded one of the data folder. If no server runs on that folder,
 * one is started until `close`.
 * @throws {Error} with a message for the operator if the embedded database can't be started.
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
      // A product that started in the meantime uses this database, so it keeps running.
      const claim = await claimFolder({ url: database.url })
      if (!claim) return database.leave()
      await claim.release()
      await database.stop()
    },
  }
}
