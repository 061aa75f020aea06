/** One PostgreSQL for a test run, with one migrated database that every test database is copied from. */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { openEmbeddedPostgres } from '@tendwell/embedded-postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/migrate.ts'
import { listLeftFolders, makeTestFolder } from './folders.ts'

const templateName = 'tendwell_template'

/** Test data need not survive a crash, so PostgreSQL does not wait for the disk. */
export const testSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server's maintenance database. */
    databaseServerUrl: string
    /** The migrated database to copy. */
    databaseTemplate: string
  }
}

/**
 * Runs once before the server's tests. TEST_DATABASE_URL names a server to use instead of the embedded one.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await openTestCluster(process.env.TEST_DATABASE_URL)
  try {
    await makeTemplate(cluster.url)
  } catch (error) {
    await cluster.close()
    throw error
  }
  project.provide('databaseServerUrl', cluster.url)
  project.provide('databaseTemplate', templateName)
  return cluster.close
}

async function openTestCluster(
  given: string | undefined,
): Promise<{ url: string; close: () => Promise<void> }> {
  if (given) return { url: given, close: async () => {} }
  await removeLeftovers()
  const dataDir = await makeTestFolder('test')
  const database = await openEmbeddedPostgres({ dataDir, settings: testSettings, supervise: false })
  return {
    url: database.url,
    async close() {
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function makeTemplate(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`DROP DATABASE IF EXISTS ${templateName} WITH (FORCE)`)
  await client.query(`CREATE DATABASE ${templateName}`)
  const url = new URL(serverUrl)
  url.pathname = `/${templateName}`
  await migrate(url.href)
  // PostgreSQL cannot copy a database with open connections.
  await client.query(`ALTER DATABASE ${templateName} ALLOW_CONNECTIONS false`)
  await client.end()
}

/** Stops the servers and removes the folders of runs that were killed. */
async function removeLeftovers(): Promise<void> {
  for (const dataDir of await listLeftFolders()) {
    const database = existsSync(path.join(dataDir, 'postgres'))
      ? await openEmbeddedPostgres({ dataDir, settings: testSettings, supervise: false }).catch(() => null)
      : null
    await database?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
