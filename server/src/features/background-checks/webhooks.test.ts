import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Answer, type TestApp, testApp } from '../../../test/app.ts'
import type { TestUser } from '../../../test/factories/accounts.ts'
import {
  agreeAtProvider,
  findCheckOf,
  listCheckEmails,
  loseCheckWebhooks,
  openCheck,
} from '../../../test/factories/background-checks.ts'
import { copyWebhooks, type SandboxEvent } from '../../../test/factories/payments.ts'
import { makeCaregiver } from '../../../test/factories/profiles.ts'
import { signWebhook } from '../../platform/http/webhook-signature.ts'
import { backgroundCheckEvents } from './tables.ts'

const PATH = '/api/background-checks/webhooks/sandbox'

let app: TestApp
let caregiver: TestUser
let webhooks: SandboxEvent[]
beforeAll(async () => {
  app = await testApp()
  webhooks = copyWebhooks(app, 'background-sandbox.deliver')
})
afterAll(() => app.close())
beforeEach(async () => {
  caregiver = await makeCaregiver(app)
})

const nowSeconds = () => Math.floor(Date.now() / 1_000)

type Sending = { seconds?: number; key?: Uint8Array; signature?: string }

/** Sends bytes to the webhook, signed or not. */
async function send(payload: unknown, sending: Sending = {}): Promise<Answer> {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const key = sending.key ?? app.deps.secrets.key('background-sandbox-webhook')
  const signature = sending.signature ?? signWebhook(key, Buffer.from(body), sending.seconds ?? nowSeconds())
  return app.visitor.post(`${PATH}/`, body, {
    'content-type': 'application/json',
    'sandbox-signature': signature,
  })
}

const listStored = () =>
  app.deps.database.select().from(backgroundCheckEvents).orderBy(asc(backgroundCheckEvents.eventId))
const getStatus = async () => (await findCheckOf(app, caregiver)).status

/** A check that has ended at the provider, whose webhooks were lost. @returns the webhooks, in their order */
async function makeUnreported(outcome: string) {
  const opened = await openCheck(app, caregiver)
  await agreeAtProvider(app, opened, outcome)
  await loseCheckWebhooks(app)
  const payloads = webhooks.filter((event) => JSON.stringify(event).includes(opened.reference))
  const started = payloads.find(({ type }) => type === 'check.started')
  const ended = payloads.find(({ type }) => type !== 'check.started')
  return { opened, started, ended }
}

test('stores and applies an event once, though it arrives 20 times at once and again later', async () => {
  const { ended } = await makeUnreported('needs_review')
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(ended)))
  expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(20).fill([200, { received: true }]))
  expect(await getStatus()).toBe('requested')
  await app.drain()
  expect((await send(ended)).status).toBe(200)
  await app.drain()
  expect(await getStatus()).toBe('needs_review')
  expect(await listCheckEmails(app, caregiver)).toHaveLength(1)
  const rows = (await listStored()).filter(({ eventId }) => eventId === ended?.id)
  expect(rows).toEqual([
    {
      provider: 'sandbox',
      eventId: ended?.id,
      type: 'check.needs_review',
      reference: expect.stringMatching(/^bgc_test_/),
      receivedAt: expect.any(Date),
    },
  ])
})

test('accepts events in any order, and a check never goes back', async () => {
  const { started, ended } = await makeUnreported('needs_review')
  for (const payload of [ended, started, ended, started]) {
    await send(payload)
    await app.drain()
    expect(await getStatus()).toBe('needs_review')
  }
  expect(await listCheckEmails(app, caregiver)).toHaveLength(1)
})

test('reads the result from the provider instead of trusting the event', async () => {
  const opened = await openCheck(app, caregiver)
  const claim = { id: `evt_claim_${opened.id}`, type: 'check.clear', check: { id: opened.reference } }
  expect((await send(claim)).status).toBe(200)
  await app.drain()
  expect(await getStatus()).toBe('requested')
})

test('stores nothing of what a provider sends but the event’s id, its kind and its check', async () => {
  const opened = await openCheck(app, caregiver)
  const check = { id: opened.reference, name: 'Zebedee Quill', date_of_birth: '1990-01-01' }
  expect((await send({ id: 'evt_personal', type: 'check.updated', check })).status).toBe(200)
  await app.drain()
  const { rows } = await app.deps.database.execute(
    'SELECT (SELECT json_agg(e) FROM background_check_events e)::text || (SELECT json_agg(c) FROM background_checks c)::text AS stored',
  )
  expect(String(rows[0]?.stored)).toContain('evt_personal')
  expect(String(rows[0]?.stored)).not.toMatch(/Zebedee|1990-01-01/)
})

test.each([
  ['of an unknown kind', { id: 'evt_kind', type: 'mystery.happened' }],
  ['about an unknown check', { id: 'evt_unknown', type: 'check.clear', check: { id: 'bgc_test_nobody' } }],
])('stores and ignores an event %s', async (_what, event) => {
  expect((await send(event)).status).toBe(200)
  await app.drain()
  expect(await listStored()).toContainEqual(expect.objectContaining({ eventId: event.id, type: event.type }))
})

test('rejects and does not store what is unsigned, forged or signed too long ago', async () => {
  const { ended } = await makeUnreported('clear')
  const body = JSON.stringify(ended)
  const good = signWebhook(
    app.deps.secrets.key('background-sandbox-webhook'),
    Buffer.from(body),
    nowSeconds(),
  )
  const before = await listStored()
  const forged: [string, Promise<Answer>][] = [
    ['the key of payments', send(ended, { key: app.deps.secrets.key('sandbox-webhook') })],
    ['6 minutes old', send(ended, { seconds: nowSeconds() - 360 })],
    ['6 minutes ahead', send(ended, { seconds: nowSeconds() + 360 })],
    ['changed bytes', send(`${body} `, { signature: good })],
    ['a changed time', send(ended, { signature: good.replace(/t=\d+/, `t=${nowSeconds() + 60}`) })],
    ['no signature', send(ended, { signature: '' })],
    ['no header at all', app.visitor.post(PATH, ended)],
    ['no body', app.visitor.post(PATH)],
  ]
  for (const [what, answer] of forged) {
    const { status, body: wire } = await answer
    expect([what, status, wire.code]).toEqual([what, 400, 'invalid'])
  }
  for (const nonsense of ['', 'null', '[]', '{', '{"id":1}', '{"id":"evt_1"}', '\u0000']) {
    expect([nonsense, (await send(nonsense)).status]).toEqual([nonsense, 400])
  }
  await app.drain()
  expect(await listStored()).toEqual(before)
  expect(await getStatus()).toBe('requested')
})
