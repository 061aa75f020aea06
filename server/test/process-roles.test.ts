import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createProduct, type Product } from '../src/app.ts'
import { type TestApp, testApp } from './app.ts'
import { makeUser } from './factories/accounts.ts'

let web: TestApp
let worker: Product
let workerUrl: string
beforeAll(async () => {
  // The database's name is known only once the app runs; its role is what counts here.
  web = await testApp({ ROLE: 'web', DATABASE_URL: 'postgres://127.0.0.1/given-to-createProduct' })
  const { config, log } = web.deps
  const settings = { databaseUrl: web.databaseUrl, appSecret: web.appSecret, log }
  worker = await createProduct({ ...config, role: 'worker', publicUrl: web.url, apiDocs: true }, settings)
  workerUrl = await worker.start()
})
afterAll(async () => {
  await worker.stop()
  await web.close()
})

const getStatus = async (path: string) => (await fetch(workerUrl + path)).status

test('a worker runs the jobs of web processes, with links to the public address', async () => {
  const { email } = await makeUser(web, { role: 'caretaker' })
  await web.visitor.post('/api/auth/password/reset', { email })
  const { $client: client } = web.deps.database
  await worker.deps.jobs.drain()
  const { rows } = await client.query("SELECT text FROM mailbox WHERE subject ILIKE '%password%'")
  expect(rows[0]?.text).toContain(`${web.url}/reset-password?token=`)
})

test('a worker answers only what its operator asks', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics']) expect(await getStatus(path)).toBe(200)
  for (const path of ['/', '/api/caregivers', '/api/docs', '/dev/mailbox', '/login']) {
    expect(await getStatus(path)).toBe(404)
  }
})

test('a web process runs no jobs by itself', async () => {
  const { config, log } = web.deps
  const product = await createProduct(config, { databaseUrl: web.databaseUrl, appSecret: web.appSecret, log })
  const start = vi.spyOn(product.deps.jobs, 'start')
  await product.start()
  expect(start).not.toHaveBeenCalled()
  await product.stop()
})
