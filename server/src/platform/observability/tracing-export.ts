/** This file is loaded only if a collector is configured, because its libraries take time and memory. */
import { context, ProxyTracerProvider, propagation, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { VERSION } from '../version.ts'

/**
 * Sends the spans of this process to an OpenTelemetry collector, as OTLP over HTTP.
 * @returns a function that sends the remaining spans and stops
 * @throws Error if an earlier one hasn't stopped, since the library would ignore this one without a word
 */
export function startTracing(endpoint: string): () => Promise<void> {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'tendwell', 'service.version': VERSION }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  provider.register()
  const registered = trace.getTracerProvider()
  const isFirst = registered instanceof ProxyTracerProvider && registered.getDelegate() === provider
  if (!isFirst) throw new Error('This process already sends its spans elsewhere')
  return async () => {
    // A collector that is down must not keep the process from stopping.
    await provider.shutdown().catch(() => {})
    trace.disable()
    context.disable()
    propagation.disable()
  }
}
