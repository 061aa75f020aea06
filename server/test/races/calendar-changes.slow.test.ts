/**
 * Concurrently, on real connections: families send requests and pay, and the caregiver answers, changes
 * hours, takes time off, and is unlisted and listed again.
 */
import type { Interval } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type TestApp, testApp } from '../app.ts'
import { queryNumbers, requireConsistency } from '../consistency.ts'
import type { TestUser } from '../factories/accounts.ts'
import {
  dateIn,
  hours,
  makeListedCaregiver,
  openHours,
  updateListing,
  utc,
} from '../factories/availability.ts'
import {
  answerRequest,
  confirm,
  makeFamily,
  openCheckout,
  payCard,
  sendRequest,
  type TestRequest,
} from '../factories/bookings.ts'
import { inTurn } from '../in-turn.ts'

const FAMILIES = 50
const BUFFER_MINUTES = 15

let app: TestApp
beforeAll(async () => {
  app = await testApp({}, { work: true })
})
afterAll(() => app.close())

/** One of eight slots of an hour with buffers of 15 minutes: 08:00, 09:15, 10:30 … */
function getSlot(index: number): { start: string; end: string } {
  const from = 8 * 60 + (index % 8) * (60 + BUFFER_MINUTES)
  const toTime = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  return { start: toTime(from), end: toTime(from + 60) }
}

const wholeDay = (end = '19:00') => [hours('08:00', end, 60, BUFFER_MINUTES)]

/** Opens the checkout, pays and confirms. @returns the answers in that order */
async function pay(request: TestRequest): Promise<Answer[]> {
  const opened = await openCheckout(request.family, request.id)
  if (opened.status !== 200) return [opened]
  const page = await payCard(opened.body.checkout_url)
  expect([303, 410]).toContain(page)
  return [opened, await confirm(request)]
}

test('books one of fifty families that request and pay for one slot concurrently, and answers 409 or refunds the others', async () => {
  const caregiver = await makeListedCaregiver(app)
  const date = dateIn(app, 6)
  await openHours(caregiver, date, wholeDay())
  const windows = [{ date, ...getSlot(0) }]
  const families = await inTurn(FAMILIES, () => makeFamily(app))
  const outcomes = await Promise.all(
    families.map(async (family) => {
      const sent = await sendRequest(family, caregiver.id, windows)
      if (sent.status !== 201) return sent
      const request: TestRequest = { id: sent.body.id, caregiver, family, windows }
      const accepted = await answerRequest(caregiver, request.id, 'accepted')
      return accepted.status === 200 ? ((await pay(request)).at(-1) as Answer) : accepted
    }),
  )
  await app.drain()
  const statuses = outcomes.map(({ status }) => status).sort()
  expect(statuses).toEqual([200, ...Array(FAMILIES - 1).fill(409)])
  for (const { body } of outcomes.filter(({ status }) => status === 409)) {
    // Only the answer to the caregiver has no alternatives.
    if (body.alternatives === undefined) expect(body.detail).toMatch(/Another family has booked these times/)
    else expect(body.alternatives.length).toBeGreaterThan(0)
  }
  await requireConsistency(app, { bufferMinutes: BUFFER_MINUTES })
})

test('never books hours that are taken, closed or too close while the calendar changes', async () => {
  const caregiver = await makeListedCaregiver(app)
  const [date, other] = [dateIn(app, 10), dateIn(app, 11)]
  for (const day of [date, other]) await openHours(caregiver, day, wholeDay())
  const families = await inTurn(FAMILIES, () => makeFamily(app))
  const statuses: number[] = []
  const timesOff: (Interval & { createdAt: Date })[] = []
  const record = (answer: Answer) => {
    statuses.push(answer.status)
    return answer
  }

  const bookOne = async (family: TestUser, index: number) => {
    const windows = [
      { date: index % 2 === 0 ? date : other, ...getSlot(index) },
      ...(index % 5 === 0 ? [{ date, ...getSlot(index + 3) }] : []),
    ]
    const sent = record(await sendRequest(family, caregiver.id, windows))
    if (sent.status !== 201) return
    const answer = index % 7 === 0 ? 'rejected' : 'accepted'
    if (record(await answerRequest(caregiver, sent.body.id, answer)).status !== 200) return
    for (const paid of await pay({ id: sent.body.id, caregiver, family, windows })) record(paid)
  }
  const changeHours = async (round: number) => {
    const body = {
      caregiver: caregiver.id,
      date_local: round % 2 === 0 ? date : other,
      is_available: true,
      windows: wholeDay(round % 3 === 0 ? '19:00' : '17:00'),
    }
    record(await caregiver.client.post('/api/availability/overrides', body))
  }
  const takeTimeOff = async (round: number) => {
    const off = utc(other, getSlot(round).start, getSlot(round).end)
    const span = {
      start_utc: new Date(off.startMs).toISOString(),
      end_utc: new Date(off.endMs).toISOString(),
    }
    const answer = record(await caregiver.client.post('/api/availability/timeoff', span))
    const { rows } = await app.deps.database.$client.query('SELECT clock_timestamp() AS now')
    if (answer.status === 201) timesOff.push({ ...off, createdAt: rows[0].now })
  }
  const unlistAndRelist = async () => {
    await updateListing(app, caregiver.id, { isListed: false })
    await updateListing(app, caregiver.id, { isListed: true })
  }
  await Promise.all([
    ...families.map(bookOne),
    ...Array.from({ length: 6 }, (_, round) => changeHours(round)),
    ...Array.from({ length: 3 }, (_, round) => takeTimeOff(round * 2)),
    ...Array.from({ length: 4 }, unlistAndRelist),
  ])
  await app.drain()

  expect(statuses.filter((status) => ![200, 201, 400, 403, 404, 409].includes(status))).toEqual([])
  const { booked } = await queryNumbers(
    app,
    `SELECT count(*) AS booked FROM booked_times WHERE caregiver_id = ${caregiver.id}`,
  )
  expect(booked).toBeGreaterThan(0)
  await requireConsistency(app, { bufferMinutes: BUFFER_MINUTES })
  // No booking overlaps time off that existed before it.
  for (const { startMs, endMs, createdAt } of timesOff) {
    const { rows } = await app.deps.database.$client.query(
      `SELECT 1 FROM requests JOIN request_windows ON request_id = requests.id
         WHERE caregiver_id = $1 AND paid_at > $2 AND starts_at < $4 AND ends_at > $3`,
      [caregiver.id, createdAt, new Date(startMs), new Date(endMs)],
    )
    expect(rows).toEqual([])
  }
})
