import { Histogram } from 'prom-client'
import type { Metrics } from '../observability/metrics.ts'
import type { App } from './http.ts'

const CALL_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Measures how long calls take. The label is the route's pattern, so that no id or token becomes a label. */
export function measureCalls(app: App, { registry }: Metrics): void {
  const calls = new Histogram({
    name: 'tendwell_http_request_duration_seconds',
    help: 'How long calls took, by route, method and class of status',
    labelNames: ['route', 'method', 'status'],
    buckets: CALL_SECONDS,
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    // An accepted socket answers when it is closed.
    if (!request.ws) {
      const route = request.routeOptions.url ?? 'none'
      const status = `${Math.floor(reply.statusCode / 100)}xx`
      calls.observe({ route, method: request.method, status }, reply.elapsedTime / 1_000)
    }
    done()
  })
}
