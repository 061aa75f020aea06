/** A collector of OpenTelemetry traces, which keeps the spans. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string } }[]
}

export type TraceCollector = {
  /** The value of `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  endpoint: string
  /** What was sent so far. A product sends all of it when it stops. */
  spans: Span[]
  services: unknown[]
  close(): Promise<void>
}

export async function openTraceCollector(): Promise<TraceCollector> {
  const spans: Span[] = []
  const services: unknown[] = []
  const collector = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    if (request.method !== 'POST' || request.url !== '/v1/traces') return response.writeHead(404).end()
    for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans) {
      services.push(...resource.attributes)
      for (const scope of scopeSpans) spans.push(...scope.spans)
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    spans,
    services,
    close: () => new Promise((resolve) => collector.close(() => resolve())),
  }
}
