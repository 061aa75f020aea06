import {
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
  retry,
} from '@reduxjs/toolkit/query/react'
import { pause } from './pause.ts'

const RETRIES = 3
const LIMIT_MS = 10_000
const FIRST_PAUSE_MS = 500

type Send = BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError, object, FetchBaseQueryMeta>

/**
 * Repeats a call that a busy server, or none, did not answer: three times within 10 s, after the time that
 * the server names in `Retry-After`. Only a call that may be made twice: one that reads, or has an
 * idempotency key.
 */
export function withRetries(send: Send): Send {
  return (args, api, options) => {
    const startedAt = performance.now()
    let pauseMs = 0
    const remember: Send = async (...call) => {
      const result = await send(...call)
      pauseMs = Number(result.meta?.response?.headers.get('retry-after')) * 1_000 || 0
      return result
    }
    return retry(remember, {
      retryCondition: (error, _args, { attempt }) => {
        pauseMs = Math.max(pauseMs, FIRST_PAUSE_MS * 2 ** (attempt - 1))
        const isInTime = performance.now() - startedAt + pauseMs < LIMIT_MS
        return attempt <= RETRIES && isInTime && isBusy(error as FetchBaseQueryError) && isRepeatable(args)
      },
      backoff: (_attempt, _maximum, signal) => pause(pauseMs, signal ?? api.signal),
    })(args, api, options)
  }
}

/** 502, 503 or 504, also as a page of a proxy, or no answer at all. */
function isBusy(error: FetchBaseQueryError): boolean {
  const status = error.status === 'PARSING_ERROR' ? error.originalStatus : error.status
  return status === 'FETCH_ERROR' || [502, 503, 504].includes(Number(status))
}

function isRepeatable(args: string | FetchArgs): boolean {
  if (typeof args === 'string' || (args.method ?? 'GET') === 'GET') return true
  return new Headers(args.headers as HeadersInit).has('idempotency-key')
}
