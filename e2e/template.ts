/**
 * A database and a data folder with the demo, filled once per run. Each worker's product starts on a copy of
 * them.
 */
import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { openEmbeddedPostgres } from '@tendwell/embedded-postgres'
import pg from 'pg'
import { makeTestFolder } from '../server/test/folders.ts'
import { Api } from './api.ts'
import { startProduct } from './product.ts'

/** Test data need not survive a crash, so PostgreSQL does not wait for the disk. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * When the demo is made and the tests begin: a weekday morning in New York, in the middle of a month, far
 * from clock changes.
 */
const START = '2027-05-12T15:00:00Z'

/** Runs once before the tests. @returns the teardown, which Playwright calls after them */
export default async function createTemplate(): Promise<() => Promise<void>> {
  const folder = await makeTestFolder('e2e')
  const database = await openEmbeddedPostgres({ dataDir: folder, settings, supervise: false })
  const tearDown = async () => {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const options = {
      databaseUrl: database.url,
      dataDir: path.join(folder, 'template'),
      logFile: path.join(folder, 'template.log'),
    }
    // The demo is made when the product starts, so the clock is set before.
    const empty = await startProduct({ ...options, settings: { DEMO_DATA: 'false' } })
    await new Api(empty.url).setClock(START)
    await empty.stop()
    const product = await startProduct(options)
    // Runs the jobs that the demo has added, so that no copy repeats them.
    await new Api(product.url).advanceClock(0)
    await product.stop()
  } catch (error) {
    await tearDown()
    throw error
  }
  process.env.TENDWELL_E2E_DATABASE = database.url
  process.env.TENDWELL_E2E_FOLDER = folder
  return tearDown
}

/** @param name of the copy, unique in this run */
export async function copyTemplate(name: string): Promise<{ databaseUrl: string; dataDir: string }> {
  const { TENDWELL_E2E_DATABASE: template = '', TENDWELL_E2E_FOLDER: folder = '' } = process.env
  // PostgreSQL copies only a database that no one is connected to.
  const client = new pg.Client({ connectionString: databaseUrlOf('postgres') })
  await client.connect()
  await client.query(`CREATE DATABASE "${name}" TEMPLATE "${new URL(template).pathname.slice(1)}"`)
  await client.end()
  const dataDir = path.join(folder, name)
  await cp(path.join(folder, 'template'), dataDir, { recursive: true })
  return { databaseUrl: databaseUrlOf(name), dataDir }
}

/** @param name of a copy */
export function databaseUrlOf(name: string): string {
  return Object.assign(new URL(process.env.TENDWELL_E2E_DATABASE ?? ''), { pathname: name }).href
}
