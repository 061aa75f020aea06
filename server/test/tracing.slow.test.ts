/** One trace goes from a call through the jobs that follow from it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from './app.ts'
import { makeSignupBody } from './factories/accounts.ts'
import { openTraceCollector, type Span, type TraceCollector } from './trace-collector.ts'

let collector: TraceCollector
beforeAll(async () => {
  collector = await openTraceCollector()
})
afterAll(() => collector.close())

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }

test('sends a call, its queries and the jobs of its event as one trace, without values', async () => {
  const app = await testApp({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint })
  const body = makeSignupBody({ email: 'traced@example.test' })
  try {
    expect((await app.visitor.post('/api/auth/signup?secret=1', {}, headers)).status).toBe(400)
    expect((await app.visitor.post('/api/auth/signup', body, headers)).status).toBe(201)
    await app.visitor.get('/healthz')
    await app.drain()
  } finally {
    // Sends the spans. The next product of this process can't be traced before.
    await app.close()
  }

  const { spans, services } = collector
  expect(services).toContainEqual({ key: 'service.name', value: { stringValue: 'tendwell' } })
  const trace = spans.filter((span) => span.traceId === traceId)
  const byId = new Map(trace.map((span) => [span.spanId, span]))
  const calls = trace.filter(({ name }) => name === 'POST /api/auth/signup')
  expect(calls.map(({ parentSpanId }) => parentSpanId)).toEqual(Array(2).fill('00f067aa0ba902b7'))
  /** The names of the spans around one, from the call on. */
  const getPath = (span: Span): string[] => {
    const parent = byId.get(span.parentSpanId ?? '')
    return [...(parent ? getPath(parent) : []), span.name]
  }
  const paths = trace.map((span) => getPath(span).join(' / '))
  const published = 'POST /api/auth/signup / transaction / accounts.announce-signup / transaction'
  expect(paths).toContain('POST /api/auth/signup / transaction / INSERT')
  expect(paths).toContain(`${published} / account.created > profiles / transaction / INSERT`)
  expect(spans.filter(({ name }) => name.includes('healthz'))).toEqual([])
  expect(JSON.stringify(spans)).not.toMatch(/traced@example|secret=1/)
})

test('traces nothing without a collector', async () => {
  collector.spans.length = 0
  const app = await testApp()
  await app.visitor.post('/api/auth/signup', makeSignupBody({ email: 'untraced@example.test' }), headers)
  const { rows } = await app.deps.database.execute('SELECT payload FROM graphile_worker._private_jobs')
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain('traceparent')
  await app.drain()
  await app.close()
  expect(collector.spans).toEqual([])
})
