/** A database filled with the demo data. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createProduct } from '../src/app.ts'
import { seedDemo } from '../src/demo/seed.ts'
import { reconcile } from '../src/features/reconciliation/index.ts'
import { readConfig } from '../src/platform/config/config.ts'
import { createLog } from '../src/platform/log.ts'
import { connectTo, createTestDatabase } from './database.ts'

export type TestDemo = {
  /** Fills the database as a start of the product does. */
  fill(): Promise<void>
  queryRows<Row extends object>(query: string): Promise<Row[]>
  /** Compares its money with the provider's, as an admin's report does. */
  reconcile(): Promise<void>
  close(): Promise<void>
}

export async function openDemo(): Promise<TestDemo> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tendwell-demo-'))
  const database = await createTestDatabase()
  const client = await connectTo(database.url)
  // With hours held, the demo's families who pay for the same hours would be refused.
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, RATE_LIMITS: 'off', HOLD_HOURS: '6' })
  const appSecret = 'a secret that only tests know, long enough'
  const settings = { databaseUrl: database.url, appSecret, log: createLog('silent') }
  const demo: TestDemo = {
    fill: () => seedDemo(config, settings),
    queryRows: async (query) => (await client.query(query)).rows,
    async reconcile() {
      const product = await createProduct(config, settings)
      await reconcile(product.deps).finally(() => product.stop())
    },
    async close() {
      await client.end()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  await demo.fill()
  return demo
}
