/**
 * Ten thousand attempts to book on the real server, fifty at a time. In each, a family requests an hour or
 * two of a day that fifty families want, is accepted, pays by card and confirms. At the end no bookings
 * overlap or are closer than the buffer, no answer was a 5xx, each losing family got a 409 with alternatives
 * or a refund, and the ledger is right.
 * @see docs/rules/bookings.md#losing-the-race
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type TestApp, testApp } from '../server/test/app.ts'
import { queryNumbers, requireConsistency } from '../server/test/consistency.ts'
import type { TestUser } from '../server/test/factories/accounts.ts'
import { dateIn, hours, makeListedCaregiver, openHours } from '../server/test/factories/availability.ts'
import {
  answerRequest,
  confirm,
  makeFamily,
  payCard,
  sendRequest,
  type TestWindow,
} from '../server/test/factories/bookings.ts'
import { getQuantile } from './load/quantile.ts'
import { size } from './load/size.ts'

const ATTEMPTS = size(10_000, 24)
const CONCURRENCY = size(50, 8)
/** Attempts for the same day of the same caregiver. */
const ATTEMPTS_PER_DAY = 50
const SLOTS_PER_DAY = 6
const BUFFER_MINUTES = 10

let app: TestApp
beforeAll(async () => {
  app = await testApp({ PLATFORM_FEE_BPS: '1250' }, { work: true })
})
afterAll(() => app.close())

type Outcome = 'booked' | 'taken when sent' | 'taken when accepted' | 'taken at the checkout' | 'refunded'

const outcomes = new Map<Outcome, number>()
const times: number[] = []
const failures: string[] = []

/** Records the duration of a call, and a 5xx as a failure. */
async function timed(name: string, call: Promise<Answer>): Promise<Answer> {
  const start = performance.now()
  const answer = await call
  times.push(performance.now() - start)
  if (answer.status >= 500) failures.push(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}

function getSlot(date: string, index: number): TestWindow {
  const from = 8 * 60 + index * (60 + BUFFER_MINUTES)
  const toTime = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  return { date, start: toTime(from), end: toTime(from + 60) }
}

/** A caregiver with a day that all families want and another one, so that there is always an alternative. */
async function makeWantedDay(): Promise<{ caregiver: TestUser; date: string }> {
  const caregiver = await makeListedCaregiver(app)
  const date = dateIn(app, 10)
  for (const day of [date, dateIn(app, 12)]) {
    await openHours(caregiver, day, [hours('08:00', '15:00', 60, BUFFER_MINUTES)])
  }
  return { caregiver, date }
}

function requireConflict(answer: Answer, hasAlternatives: boolean): void {
  const { status, body } = answer
  if (status !== 409) failures.push(`expected a 409, got ${status} ${JSON.stringify(body)}`)
  else if (hasAlternatives && !(body.alternatives?.length > 0))
    failures.push(`no alternatives: ${body.detail}`)
}

async function attempt(
  index: number,
  { caregiver, date }: { caregiver: TestUser; date: string },
): Promise<Outcome> {
  const family = await makeFamily(app)
  const first = index % SLOTS_PER_DAY
  const windows = [
    getSlot(date, first),
    ...(index % 3 === 0 ? [getSlot(date, (first + 1) % SLOTS_PER_DAY)] : []),
  ]
  const sent = await timed('send', sendRequest(family, caregiver.id, windows))
  if (sent.status !== 201) {
    requireConflict(sent, true)
    return 'taken when sent'
  }
  const accepted = await timed('accept', answerRequest(caregiver, sent.body.id, 'accepted'))
  if (accepted.status !== 200) {
    requireConflict(accepted, false)
    return 'taken when accepted'
  }
  const opened = await timed('checkout', family.client.post(`/api/payments/bookings/${sent.body.id}/confirm`))
  if (opened.status !== 200) {
    requireConflict(opened, true)
    return 'taken at the checkout'
  }
  const start = performance.now()
  const page = await payCard(opened.body.checkout_url)
  times.push(performance.now() - start)
  // The page is closed (410) when the hours were taken in the meantime.
  if (page !== 303 && page !== 410) failures.push(`the card page answered ${page}`)
  const confirmed = await timed('confirm', confirm({ id: sent.body.id, caregiver, family, windows }))
  if (confirmed.status === 200) return 'booked'
  requireConflict(confirmed, true)
  return page === 410 ? 'taken at the checkout' : 'refunded'
}

/** Drains jobs until none is due. One drain can time out with this many; it fails only without progress. */
async function drainAll(): Promise<void> {
  let [due, oldest] = [1, 0]
  while (due > 0) {
    const before = oldest
    await app.drain().catch(() => {})
    const waiting = await queryNumbers(
      app,
      `SELECT count(*) AS due, coalesce(extract(epoch FROM min(run_at)), 0) AS oldest
       FROM graphile_worker._private_jobs WHERE run_at <= now()`,
    )
    ;[due, oldest] = [waiting.due ?? 0, waiting.oldest ?? 0]
    if (due > 0 && oldest === before) throw new Error(`${due} jobs make no progress`)
  }
}

test(`${ATTEMPTS} attempts, ${CONCURRENCY} at a time`, async () => {
  const wanted = new Map<number, Promise<{ caregiver: TestUser; date: string }>>()
  let next = 0
  const worker = async () => {
    for (let index = next++; index < ATTEMPTS; index = next++) {
      const day = Math.floor(index / ATTEMPTS_PER_DAY)
      const place = wanted.get(day) ?? makeWantedDay()
      wanted.set(day, place)
      const outcome = await attempt(index, await place)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  const seconds = (performance.now() - start) / 1_000
  await drainAll()

  const quantile = (part: number) => getQuantile(times, part).toFixed(0)
  console.log(
    `${ATTEMPTS} attempts in ${seconds.toFixed(0)} s (${(times.length / seconds).toFixed(0)} calls a second):`,
    Object.fromEntries(outcomes),
    `calls: median ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms, slowest ${quantile(1)} ms`,
  )
  expect(failures.slice(0, 10)).toEqual([])
  expect([...outcomes.values()].reduce((sum, count) => sum + count, 0)).toBe(ATTEMPTS)
  await requireConsistency(app, { bufferMinutes: BUFFER_MINUTES })
  const kept = await queryNumbers(
    app,
    `SELECT (SELECT count(*) FROM requests WHERE paid_at IS NOT NULL) AS booked,
      (SELECT count(*) FROM requests WHERE paid_at IS NULL AND status <> 'rejected'
        AND id IN (SELECT request_id FROM payments)) AS open`,
  )
  expect(kept).toEqual({ booked: outcomes.get('booked'), open: 0 })
  const provider = await queryNumbers(
    app,
    `SELECT (SELECT coalesce(sum(amount_cents), 0) FROM sandbox.movements)
      - (SELECT coalesce(sum(amount_cents), 0) FROM payments WHERE status = 'succeeded') AS difference`,
  )
  expect(provider).toEqual({ difference: 0 })
})
