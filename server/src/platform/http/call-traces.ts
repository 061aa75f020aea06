import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { getTracer } from '../tracing.ts'
import type { App } from './http.ts'

declare module 'fastify' {
  interface FastifyRequest {
    traceContext: Context | null
  }
}

/** Traces each call except probes and sockets. If the caller sends a trace, the call becomes a part of it. */
export function traceCalls(app: App): void {
  app.decorateRequest('traceContext', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route = 'none', config } = request.routeOptions
    if (request.ws || config.isProbe) return done()
    const parent = propagation.extract(ROOT_CONTEXT, request.headers)
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'request.id': request.id,
    }
    const span = getTracer().startSpan(
      `${request.method} ${route}`,
      { kind: SpanKind.SERVER, attributes },
      parent,
    )
    request.traceContext = trace.setSpan(parent, span)
    context.with(request.traceContext, done)
  })
  // The trace's context is entered again, because reading the body leaves it.
  app.addHook('preValidation', (request, _reply, done) =>
    request.traceContext ? context.with(request.traceContext, done) : done(),
  )
  app.addHook('onResponse', (request, reply, done) => {
    const span = request.traceContext && trace.getSpan(request.traceContext)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}
