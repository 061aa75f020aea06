/** The database for commands, with or without a running server: `create-admin`, `backup`, `ledger:verify` … */
import { checkDatabase } from './database-check.ts'
import { claimFolder } from './embedded-postgres/claim.ts'
import { openEmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts'

/** An open database. Call `close` when the command is done. */
export interface DatabaseSource {
  /** A connection address with the password: never log it. */
  url: string
  close(): Promise<void>
}

/**
 * Opens the database at `databaseUrl`, past a pooler if there is one, or else the embedded one of the data folder. If no server runs on that folder,
 * one is started until `close`.
 * @throws {Error} with a message for the operator if the database can't be used or started.
 */
export async function openDatabaseSource(config: {
  databaseUrl?: string | undefined
  databaseDirectUrl?: string | undefined
  dataDir: string
}): Promise<DatabaseSource> {
  const url = config.databaseDirectUrl ?? config.databaseUrl
  if (url) {
    await checkDatabase(url, config.databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
    return { url, close: async () => {} }
  }
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
