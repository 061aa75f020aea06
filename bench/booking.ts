/**
 * Ten thousand attempts to book, fifty at a time, on the real server (trust.md, "double booking"): each is a family that
 * asks for an hour or two of a day that fifty others want as well, is accepted, pays by card and comes back. At the end
 * no two bookings overlap or come nearer than the buffer, no call was answered by 5xx, each loser heard 409 with free
 * alternatives or is refunded, and every sum is right. BOOKING_ATTEMPTS makes it smaller.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type TestApp, testApp } from '../server/test/app.ts'
import type { TestUser } from '../server/test/factories/accounts.ts'
import { dateIn, hours, makeListedCaregiver, openHours } from '../server/test/factories/availability.ts'
import {
  answerAs,
  ask,
  confirm,
  makeFamily,
  payCard,
  type TestWindow,
} from '../server/test/factories/bookings.ts'
import { numbers, requireSoundBooks } from '../server/test/sound-books.ts'

const ATTEMPTS = Number(process.env.BOOKING_ATTEMPTS ?? 10_000)
const AT_ONCE = 50
/** So many want hours of the same day of the same caregiver. */
const FOR_ONE_DAY = 50
const SLOTS_A_DAY = 6
const BUFFER_MINUTES = 10

let app: TestApp
beforeAll(async () => {
  app = await testApp({ PLATFORM_FEE_BPS: '1250' }, { work: true })
})
afterAll(() => app.close())

type Outcome = 'booked' | 'taken when asked' | 'taken when accepted' | 'taken at the checkout' | 'refunded'

const outcomes = new Map<Outcome, number>()
const times: number[] = []
const failures: string[] = []

/** Times a call and keeps what must not be answered. */
async function timed(name: string, call: Promise<Answer>): Promise<Answer> {
  const start = performance.now()
  const answer = await call
  times.push(performance.now() - start)
  if (answer.status >= 500) failures.push(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}

function slotAt(date: string, index: number): TestWindow {
  const from = 8 * 60 + index * (60 + BUFFER_MINUTES)
  const time = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  return { date, start: time(from), end: time(from + 60) }
}

/** A caregiver with one day that all want, and another that nobody asks for: there is always an alternative. */
async function makeWanted(): Promise<{ caregiver: TestUser; date: string }> {
  const caregiver = await makeListedCaregiver(app)
  const date = dateIn(app, 10)
  for (const day of [date, dateIn(app, 12)]) {
    await openHours(caregiver, day, [hours('08:00', '15:00', 60, BUFFER_MINUTES)])
  }
  return { caregiver, date }
}

function requireConflict(answer: Answer, hasAlternatives: boolean): void {
  const { status, body } = answer
  if (status !== 409) failures.push(`a loser was told ${status} ${JSON.stringify(body)}`)
  else if (hasAlternatives && !(body.alternatives?.length > 0))
    failures.push(`no alternatives: ${body.detail}`)
}

async function attempt(
  index: number,
  { caregiver, date }: { caregiver: TestUser; date: string },
): Promise<Outcome> {
  const family = await makeFamily(app)
  const first = index % SLOTS_A_DAY
  const windows = [slotAt(date, first), ...(index % 3 === 0 ? [slotAt(date, (first + 1) % SLOTS_A_DAY)] : [])]
  const asked = await timed('ask', ask(family, caregiver.id, windows))
  if (asked.status !== 201) {
    requireConflict(asked, true)
    return 'taken when asked'
  }
  const accepted = await timed('accept', answerAs(caregiver, asked.body.id, 'accepted'))
  if (accepted.status !== 200) {
    requireConflict(accepted, false)
    return 'taken when accepted'
  }
  const opened = await timed(
    'checkout',
    family.client.post(`/api/payments/bookings/${asked.body.id}/confirm`),
  )
  if (opened.status !== 200) {
    requireConflict(opened, true)
    return 'taken at the checkout'
  }
  const start = performance.now()
  const page = await payCard(opened.body.checkout_url)
  times.push(performance.now() - start)
  // The page may have been closed because the hours were taken while the card was typed.
  if (page !== 303 && page !== 410) failures.push(`the card page answered ${page}`)
  const confirmed = await timed('confirm', confirm({ id: asked.body.id, caregiver, family, windows }))
  if (confirmed.status === 200) return 'booked'
  requireConflict(confirmed, true)
  return page === 410 ? 'taken at the checkout' : 'refunded'
}

/**
 * Mail and notifications of so many attempts take a while, and what is worked off asks for more; what a drain does not
 * finish, the next goes on with, as long as what has been due for longest is not always the same.
 */
async function settleAll(): Promise<void> {
  let [due, oldest] = [1, 0]
  while (due > 0) {
    const before = oldest
    await app.drain().catch(() => {})
    const waiting = await numbers(
      app,
      `SELECT count(*) AS due, coalesce(extract(epoch FROM min(run_at)), 0) AS oldest
       FROM graphile_worker._private_jobs WHERE run_at <= now()`,
    )
    ;[due, oldest] = [waiting.due ?? 0, waiting.oldest ?? 0]
    if (due > 0 && oldest === before) throw new Error(`${due} jobs do not come to an end`)
  }
}

test(`${ATTEMPTS} attempts, ${AT_ONCE} at a time`, async () => {
  const wanted = new Map<number, Promise<{ caregiver: TestUser; date: string }>>()
  let next = 0
  const worker = async () => {
    for (let index = next++; index < ATTEMPTS; index = next++) {
      const day = Math.floor(index / FOR_ONE_DAY)
      const place = wanted.get(day) ?? makeWanted()
      wanted.set(day, place)
      const outcome = await attempt(index, await place)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const seconds = (performance.now() - start) / 1_000
  await settleAll()

  times.sort((a, b) => a - b)
  const quantile = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(0)
  console.log(
    `${ATTEMPTS} attempts in ${seconds.toFixed(0)} s (${(times.length / seconds).toFixed(0)} calls a second):`,
    Object.fromEntries(outcomes),
    `calls: median ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms, slowest ${times.at(-1)?.toFixed(0)} ms`,
  )
  expect(failures.slice(0, 10)).toEqual([])
  expect([...outcomes.values()].reduce((sum, count) => sum + count, 0)).toBe(ATTEMPTS)
  await requireSoundBooks(app, { bufferMinutes: BUFFER_MINUTES })
  const kept = await numbers(
    app,
    `SELECT (SELECT count(*) FROM requests WHERE paid_at IS NOT NULL) AS booked,
      (SELECT count(*) FROM requests WHERE paid_at IS NULL AND status <> 'rejected'
        AND id IN (SELECT request_id FROM payments)) AS open`,
  )
  expect(kept).toEqual({ booked: outcomes.get('booked'), open: 0 })
  const provider = await numbers(
    app,
    `SELECT (SELECT coalesce(sum(amount_cents), 0) FROM sandbox.movements)
      - (SELECT coalesce(sum(amount_cents), 0) FROM payments WHERE status = 'succeeded') AS difference`,
  )
  expect(provider).toEqual({ difference: 0 })
})
