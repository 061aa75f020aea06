/** The figures of /metrics follow what the product does. */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcile } from '../src/features/reconciliation/index.ts'
import { signWebhook } from '../src/platform/http/webhook-signature.ts'
import type { TestApp } from './app.ts'
import { makeUser } from './factories/accounts.ts'
import { makeConversation, openChatSocket } from './factories/chat.ts'
import { makeCapturedPayment, refund } from './factories/payments.ts'
import { makeEarner, PROVIDERS, type Provider } from './factories/providers.ts'
import { scrape } from './scrape.ts'

let provider: Provider
let app: TestApp
beforeAll(async () => {
  provider = await PROVIDERS.sandbox()
  app = provider.app
})
afterAll(() => provider.close())

const read = (series: string) => scrape(app, series)
const count = (labels: string) => read(`tendwell_http_request_duration_seconds_count{${labels}}`)

test('counts calls by route, method and class of status, and keeps their addresses out', async () => {
  const { client } = await makeUser(app, { role: 'caregiver' })
  for (const id of ['777771', '777772', 'secret-word?token=secret-token']) {
    await app.visitor.get(`/api/auth/caregivers/${id}`)
  }
  await app.visitor.get('/api/secret-path')
  await client.get('/api/wallets/mine')
  expect(await count('route="/api/auth/caregivers/:id",method="GET",status="4xx"')).toBe(3)
  expect(await count('route="/api/wallets/mine",method="GET",status="2xx"')).toBe(1)
  const { body } = await app.visitor.get('/metrics')
  expect(body).not.toMatch(/\b77777[12]\b|secret/)
})

test('knows its version, its connections and its sockets', async () => {
  const { family } = await makeConversation(app)
  expect(await read('tendwell_sockets')).toBe(0)
  const socket = await openChatSocket(app, family)
  expect(await read('tendwell_sockets')).toBe(1)
  socket.socket.close()
  expect(await read(`tendwell_build_info{version="0.1.0",node="${process.version}"}`)).toBe(1)
  expect(await read('tendwell_database_connections')).toBeGreaterThan(0)
  expect(await read('tendwell_database_waiting')).toBe(0)
  expect(await read('tendwell_database_up')).toBe(1)
  expect(await read('tendwell_storage_up')).toBe(1)
  expect(await read('tendwell_replica_used')).toBeUndefined()
  expect(await read('tendwell_redis_up')).toBeUndefined()
})

test('counts the jobs that are due and their runs, and emails', async () => {
  await app.drain()
  expect(await read('tendwell_jobs{state="due"}')).toBe(0)
  expect(await read('tendwell_jobs_oldest_due_seconds')).toBe(0)
  const sent = (await read('tendwell_emails_total{result="sent"}')) ?? 0
  const message = { name: 'Ada', email: 'ada@example.test', subject: 'Hello', message: 'Hello' }
  await app.visitor.post('/api/contact', message)
  expect(await read('tendwell_jobs{state="due"}')).toBe(1)
  expect(await read('tendwell_jobs_oldest_due_seconds')).toBeGreaterThan(0)
  await app.drain()
  expect(await read('tendwell_jobs{state="due"}')).toBe(0)
  expect(await read('tendwell_job_runs_total{job="support.send-contact-email",result="done"}')).toBe(1)
  expect(await read('tendwell_emails_total{result="sent"}')).toBe(sent + 1)
})

test.each(['grafana/dashboard.json', 'prometheus/alerts.yml'])(
  'offers every metric that deploy/%s names',
  async (file) => {
    const text = await readFile(new URL(`../../deploy/${file}`, import.meta.url), 'utf8')
    const named = new Set(text.match(/\b(tendwell|nodejs|process)_[a-z0-9_]+/g))
    expect(named.size).toBeGreaterThan(10)
    await app.visitor.get('/healthz')
    const { body } = await app.visitor.get('/metrics')
    const offered = new Set(String(body).match(/^[a-z]\w+|(?<=^# TYPE )\w+/gm))
    expect([...named].filter((name) => !offered.has(name))).toEqual([])
  },
)

test('counts paid requests that stay unbooked, and refunds that do not leave', async () => {
  const captured = () => read('tendwell_payments_stuck{step="captured"}')
  const refunding = () => read('tendwell_payments_stuck{step="refunding"}')
  const { paymentId } = await makeCapturedPayment(app)
  expect(await captured()).toBe(0)
  await app.advance(11)
  expect(await captured()).toBe(1)
  await refund(app, paymentId)
  expect([await captured(), await refunding()]).toEqual([0, 0])
  await app.deps.database.execute("UPDATE refunds SET created_at = created_at - interval '61 minutes'")
  expect(await refunding()).toBe(1)
  await app.drain()
  expect(await refunding()).toBe(0)
})

test('tells how long a webhook has waited to be applied', async () => {
  const waiting = () => read('tendwell_webhooks_oldest_unapplied_seconds')
  expect(await waiting()).toBe(0)
  const body = JSON.stringify({ id: 'evt_1', type: 'checkout.session.completed', data: { object: {} } })
  const key = app.deps.secrets.key('sandbox-webhook')
  const signature = signWebhook(key, Buffer.from(body), Math.floor(Date.now() / 1_000))
  const headers = { 'content-type': 'application/json', 'sandbox-signature': signature }
  expect((await app.visitor.post('/api/payments/webhooks/sandbox', body, headers)).status).toBe(200)
  expect(await waiting()).toBeGreaterThan(0)
  await app.drain()
  expect(await waiting()).toBe(0)
})

test('tells how old the oldest payout on its way is', async () => {
  const age = () => read('tendwell_payouts_oldest_unfinished_seconds')
  const { client } = await makeEarner(provider, 20_000)
  await provider.refuse('transfer')
  await client.post('/api/payouts', { amount: 50 })
  expect(await age()).toBeGreaterThan(0)
  await provider.allow()
  await provider.endPayouts('paid')
  await app.advance(24 * 60)
  expect(await age()).toBe(0)
})

test('reports the last reconciliation', async () => {
  await reconcile(app.deps)
  expect(await read('tendwell_ledger_broken')).toBe(0)
  expect(await read('tendwell_reconciliation_differences')).toBe(0)
  expect(await read('tendwell_reconciliation_age_seconds')).toBeLessThan(60)
  await app.deps.database.execute('ALTER TABLE ledger_accounts DISABLE TRIGGER ALL')
  await app.deps.database.execute('UPDATE ledger_accounts SET balance_cents = balance_cents + 1')
  await reconcile(app.deps)
  expect(await read('tendwell_ledger_broken')).toBe(1)
  expect(await read('tendwell_reconciliation_differences')).toBeGreaterThan(0)
})
