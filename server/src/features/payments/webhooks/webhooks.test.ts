import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Answer, type TestApp, testApp } from '../../../../test/app.ts'
import { getSandboxBalance } from '../../../../test/consistency.ts'
import {
  type CaughtEvent,
  catchEvents,
  copyWebhooks,
  getPaymentState,
  loseWebhooks,
  makeCheckout,
  payFor,
  refund,
  type SandboxEvent,
} from '../../../../test/factories/payments.ts'
import { signWebhook } from '../../../platform/http/webhook-signature.ts'
import { sandboxSessions } from '../../../ports/payments/tables.ts'
import { webhookEvents } from '../tables.ts'

const PATH = '/api/payments/webhooks/sandbox'

let app: TestApp
let events: CaughtEvent[]
let webhooks: SandboxEvent[]

beforeAll(async () => {
  app = await testApp()
  events = catchEvents(app)
  webhooks = copyWebhooks(app)
})
afterAll(() => app.close())
beforeEach(() => {
  events.length = 0
})

const nowSeconds = () => Math.floor(Date.now() / 1_000)

type Sending = { seconds?: number; key?: Uint8Array; signature?: string; type?: string }

/** Sends bytes to the webhook, signed or not. */
async function send(payload: unknown, sending: Sending = {}): Promise<Answer> {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const key = sending.key ?? app.deps.secrets.key('sandbox-webhook')
  const signature = sending.signature ?? signWebhook(key, Buffer.from(body), sending.seconds ?? nowSeconds())
  return app.visitor.post(`${PATH}/`, body, {
    'content-type': sending.type ?? 'application/json',
    'sandbox-signature': signature,
  })
}

const listStoredEvents = () =>
  app.deps.database.select().from(webhookEvents).orderBy(asc(webhookEvents.eventId))

/** A paid checkout whose webhook was lost, and the event that was not delivered. */
async function makePaidWithoutWebhook() {
  const checkout = await makeCheckout(app)
  await payFor(app, checkout.checkoutUrl)
  await loseWebhooks(app)
  return { ...checkout, ...(await findSandboxEvents(checkout.paymentId)) }
}

async function findSandboxEvents(paymentId: number) {
  const [session] = await app.deps.database
    .select()
    .from(sandboxSessions)
    .where(eq(sandboxSessions.paymentId, paymentId))
  const payloads = webhooks.filter((event) => JSON.stringify(event).includes(session?.id ?? 'no session'))
  return { sessionId: session?.id as string, payloads }
}

test('stores, answers and applies an event once, though it arrives 20 times in parallel and again later', async () => {
  const { paymentId, requestId, payloads } = await makePaidWithoutWebhook()
  const [completed] = payloads
  expect(completed?.type).toBe('checkout.session.completed')

  const answers = await Promise.all(Array.from({ length: 20 }, () => send(completed)))
  expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(20).fill([200, { received: true }]))
  expect(
    await app.deps.database.execute(
      sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'payments.apply-webhook'`,
    ),
  ).toMatchObject({ rowCount: 1 })
  expect(await getPaymentState(app, paymentId)).toBe('open')
  await app.drain()
  expect((await send(completed)).status).toBe(200)
  await app.drain()

  expect(await getPaymentState(app, paymentId)).toBe('captured')
  expect(events).toEqual([{ name: 'payment.captured', paymentId, requestId }])
  const rows = (await listStoredEvents()).filter(({ eventId }) => eventId === completed?.id)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ provider: 'sandbox', type: completed?.type })
  // A payload can name its payer.
  expect(JSON.stringify(rows[0])).not.toContain('amount')
  expect(rows[0]?.appliedAt).not.toBeNull()
})

test('accepts events in any order, each any number of times', async () => {
  const { paymentId, payloads: first } = await makePaidWithoutWebhook()
  await send(first[0])
  await app.drain()
  await refund(app, paymentId)
  const { payloads } = await findSandboxEvents(paymentId)
  await app.drain()
  const all = [...(await findSandboxEvents(paymentId)).payloads, ...payloads]
  expect(new Set(all.map(({ type }) => type))).toEqual(
    new Set(['checkout.session.completed', 'charge.refunded']),
  )
  events.length = 0

  const shuffled = Array.from({ length: 5 }, () => [...all].reverse()).flat()
  await Promise.all(shuffled.map((payload) => send(payload)))
  await app.drain()

  expect(await getPaymentState(app, paymentId)).toBe('refunded')
  expect(events).toEqual([])
})

test('reads the state from the provider instead of trusting the event', async () => {
  const { paymentId, requestId } = await makeCheckout(app)
  const { sessionId } = await findSandboxEvents(paymentId)
  const claim = {
    id: `evt_claim_${requestId}`,
    type: 'checkout.session.completed',
    created: nowSeconds(),
    data: {
      object: { id: sessionId, object: 'checkout.session', payment_status: 'paid', amount_total: 22_000 },
    },
  }
  const before = await getSandboxBalance(app)

  expect((await send(claim)).status).toBe(200)
  await app.drain()

  expect(await getPaymentState(app, paymentId)).toBe('open')
  expect(events).toEqual([])
  expect(await getSandboxBalance(app)).toBe(before)
})

test.each([
  ['of an unknown type', { id: 'evt_unknown_type', type: 'mystery.happened', data: { object: { id: 'x' } } }],
  [
    'of an unknown session',
    {
      id: 'evt_unknown_session',
      type: 'checkout.session.completed',
      data: { object: { id: 'cs_test_nobody', object: 'checkout.session' } },
    },
  ],
])('stores and ignores an event %s', async (_what, event) => {
  expect((await send(event)).status).toBe(200)
  await app.drain()
  const [row] = (await listStoredEvents()).filter(({ eventId }) => eventId === event.id)
  expect(row?.appliedAt).not.toBeNull()
  expect(events).toEqual([])
})

test('rejects and does not store what is unsigned or signed too long ago', async () => {
  const { paymentId, payloads } = await makePaidWithoutWebhook()
  const [completed] = payloads
  const body = JSON.stringify(completed)
  const key = app.deps.secrets.key('sandbox-webhook')
  const good = signWebhook(key, Buffer.from(body), nowSeconds())
  const before = await listStoredEvents()

  const forged: Array<[string, Promise<Answer>]> = [
    ['another key', send(completed, { key: app.deps.secrets.key('another') })],
    ['6 minutes old', send(completed, { seconds: nowSeconds() - 360 })],
    ['6 minutes ahead', send(completed, { seconds: nowSeconds() + 360 })],
    ['changed bytes', send(`${body} `, { signature: good })],
    ['a changed time', send(completed, { signature: good.replace(/t=\d+/, `t=${nowSeconds() + 60}`) })],
    ['no signature', send(completed, { signature: '' })],
    ['a broken one', send(completed, { signature: 't=1,v1=zz' })],
    ['two of them', send(completed, { signature: `${good},${good}` })],
    ['a number beyond all', send(completed, { signature: good.replace(/t=\d+/, `t=${'9'.repeat(400)}`) })],
    ['no header at all', app.visitor.post(PATH, completed)],
    ['no body', app.visitor.post(PATH)],
  ]

  for (const [what, answer] of forged) {
    const { status, body: wire } = await answer
    expect([what, status, wire.code]).toEqual([what, 400, 'invalid'])
  }
  await app.drain()
  expect(await listStoredEvents()).toEqual(before)
  expect(await getPaymentState(app, paymentId)).toBe('open')
})

test('rejects a signed body that is not an event, and does not store it', async () => {
  const before = await listStoredEvents()
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
  const nonsense = [
    '',
    'null',
    '[]',
    '{',
    '{"id":1}',
    '{"id":"evt_1","type":"a"}',
    '\u0000',
    deep,
    '"\ud800"',
  ]
  for (const payload of nonsense) {
    const { status, body } = await send(payload)
    expect([payload.slice(0, 40), status, body.code]).toEqual([payload.slice(0, 40), 400, 'invalid'])
  }
  expect((await send('x'.repeat(300 * 1_024))).status).toBe(413)
  expect(await listStoredEvents()).toEqual(before)
})

test('stores an event without characters that PostgreSQL cannot store', async () => {
  const before = await listStoredEvents()
  const odd = ['"note":"\\u0000"', '"\\u0000":1', '"note":"\\ud800"', '"\\udc00":[{"\\u0000":"\\u0000"}]']
  for (const [index, part] of odd.entries()) {
    const event = `{"id":"evt_odd_${index}\\u0000","type":"mystery.happened","data":{"object":{${part}}}}`
    expect([part, (await send(event)).status]).toEqual([part, 200])
  }
  expect(await listStoredEvents()).not.toEqual(before)
})

test('accepts any content type', async () => {
  const event = { id: 'evt_typed', type: 'mystery.happened', data: { object: {} } }
  expect((await send(event, { type: 'text/plain' })).status).toBe(200)
})

test('ages signatures by the machine’s clock, not the product’s', async () => {
  await app.advance(60)
  expect((await send({ id: 'evt_later', type: 'mystery.happened', data: { object: {} } })).status).toBe(200)
})

test('retries a delivery until it is answered', async () => {
  const { paymentId, checkoutUrl } = await makeCheckout(app)
  await payFor(app, checkoutUrl)
  const reachable = app.deps.publicUrl
  app.deps.publicUrl = () => 'http://127.0.0.1:9'
  await app.drain()
  expect(await getPaymentState(app, paymentId)).toBe('open')

  app.deps.publicUrl = reachable
  await app.advance(1)

  expect(await getPaymentState(app, paymentId)).toBe('captured')
})
