/** How many statements a booking takes, from the family's request until it is paid and everyone has heard. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './app.ts'
import type { TestUser } from './factories/accounts.ts'
import { dateIn, makeListedCaregiver, openHours } from './factories/availability.ts'
import { answerRequest, confirm, makeFamily, openCheckout, payCard } from './factories/bookings.ts'
import { openTraceCollector, type Span, type TraceCollector } from './trace-collector.ts'

/** The most statements of each call, and of all runs of each job, with BEGIN and COMMIT. */
const LIMITS: Record<string, number> = {
  'POST /api/requests': 17,
  'request.submitted > notifications': 11,
  'bookings.send-request-sent-email': 5,
  'PATCH /api/requests/:id/status': 13,
  'request.answered > notifications': 13,
  'POST /api/payments/bookings/:id/confirm': 26,
  'POST /sandbox/checkout/:sessionId': 7,
  'POST /api/requests/confirm': 39,
  'POST /api/payments/webhooks/sandbox': 5,
  'payments.apply-webhook': 6,
  'payment.captured > bookings': 1,
  // The mail says what the caregiver receives, so the payment is read.
  'request.booked > notifications': 12,
  // One to each side when it has something to do, and two about the booking.
  'notifications.email': 21,
}

let collector: TraceCollector
beforeAll(async () => {
  collector = await openTraceCollector()
})
afterAll(() => collector.close())

/** A booking of two hours on a day, with the jobs that follow from each call. */
async function book(app: TestApp, caregiver: TestUser, family: TestUser, date: string): Promise<void> {
  const windows = [{ date, start: '09:00', end: '11:00' }]
  const body = { caregiver_id: caregiver.id, timezone: 'UTC', windows }
  const sent = await family.client.post('/api/requests', body, { 'idempotency-key': `send-${date}` })
  const { id } = sent.body
  await app.drain()
  expect((await answerRequest(caregiver, id, 'accepted')).status).toBe(200)
  await app.drain()
  const opened = await openCheckout(family, id, { 'idempotency-key': `pay-${date}` })
  expect(await payCard(opened.body.checkout_url)).toBe(303)
  expect((await confirm({ id, caregiver, family, windows })).body).toMatchObject({ is_paid: true })
  await app.drain()
}

/** The OTLP kinds of the spans of calls and jobs. */
const [CALL, JOB] = [2, 5]

/** The statements of each call and of all runs of each job, in order. */
function groupStatements(spans: readonly Span[]): Record<string, string[]> {
  const spanById = new Map(spans.map((span) => [span.spanId, span]))
  const findCallOrJob = (span?: Span): Span | undefined =>
    !span || span.kind === CALL || span.kind === JOB
      ? span
      : findCallOrJob(spanById.get(span.parentSpanId ?? ''))
  const statements: Record<string, string[]> = {}
  for (const span of spans) {
    const text = span.attributes.find(({ key }) => key === 'db.query.text')?.value.stringValue
    const name = findCallOrJob(span)?.name
    if (text && name) statements[name] = [...(statements[name] ?? []), text]
  }
  return statements
}

test('a booking takes no more statements than it did', async () => {
  // The people are made by a product without traces.
  const setUp = await testApp()
  const people = [await makeListedCaregiver(setUp), await makeFamily(setUp)] as const
  await openHours(people[0], dateIn(setUp, 7))
  await setUp.drain()
  const app = await testApp(
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, DATA_DIR: setUp.deps.config.dataDir },
    { databaseUrl: setUp.databaseUrl },
  )
  const [caregiver, family] = people.map((one) => ({ ...one, client: app.withToken(one.token) })) as [
    TestUser,
    TestUser,
  ]
  try {
    // A person's first call of a day takes statements of its own.
    for (const { client } of [caregiver, family]) await client.get('/api/notifications')
    await book(app, caregiver, family, dateIn(app, 7))
  } finally {
    await app.close()
    await setUp.close()
  }

  const { 'GET /api/notifications': _first, ...groups } = groupStatements(collector.spans)
  const statements = Object.entries(groups)
  const tooMany = statements.filter(([name, texts]) => texts.length > (LIMITS[name] ?? 0))
  expect(Object.fromEntries(tooMany)).toEqual({})
  expect(statements.map(([name]) => name).sort()).toEqual(Object.keys(LIMITS).sort())
})
