/**
 * Sends HTTP calls at given times from a process of its own, whether or not earlier calls have been answered.
 * A message is `{url, calls}`; the reply has a row for each call: its status and the milliseconds from its
 * time to the end of its answer, so that a late start counts, too. The status of a call without an answer is
 * 0.
 */
import { Agent, request } from 'node:http'

/** @typedef {import('./arrivals.ts').Arrival} Arrival */

const ANSWER_LIMIT_MS = 30_000

const agent = new Agent({ keepAlive: true, maxFreeSockets: 1_000 })

/**
 * Makes one call.
 * @param {string} url
 * @param {Omit<import('./arrivals.ts').Call, 'name'>} call
 * @returns {Promise<Pick<Arrival, 'status' | 'hasRetryAfter'>>} its status, and whether a refusal says when
 *   to try again
 */
function send(url, { method, path, token, address, body, type = 'application/json' }) {
  return new Promise((resolve) => {
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(address && { 'x-forwarded-for': address }),
      ...(body && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
    }
    const call = request(new URL(path, url), { agent, method, headers, timeout: ANSWER_LIMIT_MS })
    call.once('response', (response) => {
      response.resume()
      response.once('close', () => {
        const { statusCode = 0, complete } = response
        resolve({ status: complete ? statusCode : 0, hasRetryAfter: 'retry-after' in response.headers })
      })
    })
    call.once('timeout', () => call.destroy())
    call.once('error', () => resolve({ status: 0, hasRetryAfter: false }))
    call.end(body)
  })
}

/**
 * @param {string} url
 * @param {(import('./arrivals.ts').Call & { atMs: number })[]} calls
 * @returns {Promise<Arrival[]>}
 */
function sendAll(url, calls) {
  const start = performance.now()
  /** @type {Arrival[]} */
  const answers = []
  return new Promise((resolve) => {
    let next = 0
    let open = 0
    const sendDue = () => {
      for (let due = calls[next]; due; due = calls[next]) {
        const waitMs = start + due.atMs - performance.now()
        if (waitMs > 0) {
          setTimeout(sendDue, waitMs)
          return
        }
        const { name, atMs, ...call } = due
        next += 1
        open += 1
        send(url, call).then((answer) => {
          answers.push({ name, atMs, ms: performance.now() - start - atMs, ...answer })
          open -= 1
          if (open === 0 && next === calls.length) resolve(answers)
        })
      }
    }
    sendDue()
  })
}

process.on('message', async ({ url, calls }) => process.send?.(await sendAll(url, calls)))
