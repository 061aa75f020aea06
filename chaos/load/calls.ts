/** Calls the product, and remembers what it answered. */
import { randomUUID } from 'node:crypto'

/** Longer than any answer of a node that works. */
const ANSWER_LIMIT_MS = 15_000
/** Between two calls of one person. */
const PAUSE_MS = 100

export interface Call {
  what: string
  endedMs: number
  /** 0 if there was no answer. */
  status: number
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  body: any
}

export type CallFunction = (
  person: { token: string } | null,
  method: string,
  path: string,
  body?: object,
) => Promise<Answer>

/** What a proxy says when a node gives it no answer, and what a node says that can't serve a call now. */
const UNAVAILABLE = [0, 429, 502, 503, 504]
/** Others were faster: what competing for the same hours leads to. */
const LOST_RACE = [409, 410]

const isUnavailable = ({ status }: Call) => UNAVAILABLE.includes(status)
export const isOk = ({ status }: Call) => (status > 0 && status < 400) || LOST_RACE.includes(status)
/** An answer that no fault may lead to, such as a 500. */
export const isWrong = (call: Call) => !isOk(call) && !isUnavailable(call)

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** @returns a function that makes a call and adds it to `calls` */
export function createCaller(url: string, calls: Call[]): CallFunction {
  return async (person, method, path, body) => {
    const isForm = body instanceof URLSearchParams
    const answer = await fetch(new URL(path, url), {
      method,
      redirect: 'manual',
      headers: {
        ...(person && { authorization: `Bearer ${person.token}` }),
        ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      body: body ? (isForm ? body : JSON.stringify(body)) : null,
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    }).then(
      async (response) => ({ status: response.status, text: await response.text().catch(() => null) }),
      () => null,
    )
    // An answer that breaks off is none.
    const status = answer?.text == null ? 0 : answer.status
    calls.push({
      what: `${method} ${path.replace(/\d{2,}/g, '…').split('?')[0]}`,
      endedMs: Date.now(),
      status,
    })
    await pause(PAUSE_MS)
    return { status, body: readJson(answer?.text) }
  }
}

function readJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
