/** Makes spans of calls, jobs and queries. They cost nothing unless `startTracing` registers an exporter. */
import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

/** The tracer of the product that runs now: one that is kept goes on with the first product of its process. */
export const getTracer = () => trace.getTracer('tendwell')
const QUERY_TEXT_LENGTH = 2_000

/** Runs `work` in a new span. An error of `work` marks the span as failed. */
async function runInSpan<Result>(
  name: string,
  options: SpanOptions,
  parent: Context,
  work: () => Promise<Result>,
): Promise<Result> {
  return getTracer().startActiveSpan(name, options, parent, async (span) => {
    try {
      return await work()
    } catch (error) {
      // Only the error's name is kept, because its message can contain a person's data.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'Error' })
      throw error
    } finally {
      span.end()
    }
  })
}

/** Runs a part of a call or job in a span of its own. Outside of a trace it runs without a span. */
export function traceStep<Result>(
  name: string,
  work: () => Promise<Result>,
  options: SpanOptions = {},
): Promise<Result> {
  return trace.getActiveSpan() ? runInSpan(name, options, context.active(), work) : work()
}

/** Adds the current trace to the payload of a job, so that the job continues it. */
export function carryTrace(payload: object): object {
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  return { ...payload, ...carrier }
}

/** Runs a job in the trace of the call that added it. */
export function traceJob(name: string, payload: unknown, work: () => Promise<void>): Promise<void> {
  const parent = propagation.extract(ROOT_CONTEXT, payload ?? {})
  return runInSpan(name, { kind: SpanKind.CONSUMER }, parent, work)
}

/**
 * Traces the queries of a connection or a pool, but none that has a callback: a pool passes its queries on to
 * a connection with callbacks, so these would be traced twice.
 */
export function traceQueries(client: { query: unknown }): void {
  const query = (client.query as (...queryArguments: unknown[]) => unknown).bind(client)
  client.query = (...queryArguments: unknown[]) => {
    if (typeof queryArguments.at(-1) === 'function') return query(...queryArguments)
    const [firstArgument] = queryArguments
    const text = String((firstArgument as { text?: string } | null)?.text ?? firstArgument).trim()
    const name = /^\w+/.exec(text)?.[0].toUpperCase() ?? 'QUERY'
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, QUERY_TEXT_LENGTH) }
    return traceStep(name, () => query(...queryArguments) as Promise<unknown>, {
      kind: SpanKind.CLIENT,
      attributes,
    })
  }
}
