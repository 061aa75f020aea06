/** A PostgreSQL server of its own, for tests that fill, copy or kill it. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openEmbeddedPostgres } from '../src/platform/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../src/platform/migrate.ts'
import { testSettings } from './global-setup.ts'

export type TestCluster = {
  url: string
  /** Stops the server and deletes its data. */
  drop(): Promise<void>
}

/** Starts an empty, migrated server. @param settings override the ones of the test server */
export async function startCluster(settings: Record<string, string> = {}): Promise<TestCluster> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tendwell-cluster-'))
  // As root, the database runs under another account, which needs access to the folder.
  await chmod(dataDir, 0o711)
  const server = await openEmbeddedPostgres({
    dataDir,
    settings: { ...testSettings, ...settings },
    supervise: false,
  })
  await migrate(server.url)
  return {
    url: server.url,
    async drop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
