/** Canceling as either side, and what follows. @see docs/rules/bookings.md#canceling */
import { CANCEL_REASONS } from '@tendwell/contract/canceling'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type TestApp, testApp } from '../../../test/app.ts'
import { getBalance } from '../../../test/consistency.ts'
import { listEmailsTo, makeUser, type TestUser } from '../../../test/factories/accounts.ts'
import { dateIn, hours, openHours } from '../../../test/factories/availability.ts'
import {
  makeAcceptedRequest,
  makePaidRequest,
  sendRequest,
  type TestRequest,
} from '../../../test/factories/bookings.ts'
import { openDispute } from '../../../test/factories/disputes.ts'
import {
  logInAgain,
  makeCaregiver,
  makeFamily,
  setVerificationStatus,
} from '../../../test/factories/profiles.ts'
import { verifyLedger } from '../reconciliation/index.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp({ PLATFORM_FEE_BPS: '1250', SERVICE_FEE_BPS: '333' })
  admin = await makeUser(app, { role: 'admin' })
})
afterAll(() => app.close())

/** A paid booking of an hour and a half on each of these days ahead. */
async function makeBooked(...days: number[]) {
  const caregiver = await makeCaregiver(app, { rateCents: 3_333 })
  const family = await makeFamily(app)
  const dates = days.map((day) => dateIn(app, day))
  for (const date of dates) await openHours(caregiver, date, [hours('09:00', '12:00', 30)])
  const windows = dates.map((date) => ({ date, start: '09:00', end: '10:30' }))
  const request = await makePaidRequest(app, { caregiver, family, windows })
  await app.drain()
  return { caregiver, family, request, dates, ids: await listBookingIds(request) }
}

const getBooking = async ({ family, id }: TestRequest) =>
  (await family.client.get(`/api/requests/bookings/caretaker/${id}`)).body
const listBookingIds = async (request: TestRequest): Promise<number[]> =>
  (await getBooking(request)).windows.map(({ booking_id }: { booking_id: number }) => booking_id)
const preview = ({ client }: Pick<TestUser, 'client'>, { id }: TestRequest, query = ''): Promise<Answer> =>
  client.get(`/api/requests/${id}/cancellation${query}`)
const cancel = (
  { client }: Pick<TestUser, 'client'>,
  { id }: TestRequest,
  body: object,
  headers = {},
): Promise<Answer> => client.post(`/api/requests/${id}/cancel`, { reason: 'illness', ...body }, headers)
const detailOf = ({ status, body }: Answer) => [status, body.detail]

/** Cancels as the preview says. */
async function cancelAsPreviewed(person: Pick<TestUser, 'client'>, request: TestRequest, ids?: number[]) {
  const { body } = await preview(person, request, ids ? `?booking_ids=${ids}` : '')
  const { refund_usd } = body
  const answer = await cancel(person, request, { refund_usd, ...(ids && { booking_ids: ids }) })
  expect(detailOf(answer)).toEqual([200, undefined])
  return body
}

describe('a family', () => {
  it('cancels one window of several: its part comes back to the cent, and the rest stays', async () => {
    const { caregiver, family, request, ids } = await makeBooked(2, 9)
    // Three hours at $33.33 and 3.33 % for the service come to $103.32, $51.66 for each window.
    const { body } = await preview(family, request)
    expect(body).toMatchObject({ policy: 'moderate', completion_rate: null })
    expect(body.windows).toMatchObject([
      { booking_id: ids[0], price_usd: 51.66, refund_percent: 50, refund_usd: 25.83, kept_usd: 25.83 },
      { booking_id: ids[1], price_usd: 51.66, refund_percent: 100, refund_usd: 51.66, kept_usd: 0 },
    ])
    const [first] = body.windows
    const startMs = Date.parse(first.start_utc)
    expect(first.refund_until).toBe(new Date(startMs - 24 * 3_600_000).toISOString())

    await cancelAsPreviewed(family, request, [ids[0] as number])
    await app.drain()
    const booking = await getBooking(request)
    expect(booking.windows).toMatchObject([
      {
        state: 'canceled',
        canceled_by: 'caretaker',
        canceled_for: null,
        cancel_reason: 'illness',
        refund_usd: 25.83,
        price_usd: 51.66,
      },
      { state: 'upcoming', refund_usd: 0 },
    ])
    const { body: payments } = await family.client.get('/api/payments/mine')
    expect(payments.results[0]).toMatchObject({ status: 'succeeded', refunded_usd: 25.83 })
    // Of the fees, $15.83, the refund's share is $3.96; the rest of it comes from the caregiver's part.
    expect(await getBalance(app, 'escrow', caregiver.id)).toBe(10_332 - 1_583 - (2_583 - 396))
    expect(await verifyLedger(app.deps.database)).toEqual([])
  })

  it('frees the hours in the same moment: another family books them', async () => {
    const { caregiver, family, request, dates } = await makeBooked(9)
    const windows = [{ date: dates[0] as string, start: '09:00', end: '10:30' }]
    const other = await makeFamily(app)
    expect((await sendRequest(other, caregiver.id, windows)).status).toBe(409)
    await cancelAsPreviewed(family, request)
    const again = await makePaidRequest(app, { caregiver, family: other, windows })
    expect((await getBooking(again)).windows[0].state).toBe('upcoming')
  })

  it('gets the new refund when it changed since the preview, and nothing is canceled', async () => {
    const { family, request } = await makeBooked(2)
    const { body } = await preview(family, request)
    const answer = await cancel(family, request, { refund_usd: body.windows[0].price_usd })
    expect(detailOf(answer)).toEqual([
      409,
      `The refund is now $${body.refund_usd.toFixed(2)}. Please check and confirm again`,
    ])
    expect(answer.body.refund_usd).toBe(body.refund_usd)
    expect((await getBooking(request)).windows[0].state).toBe('upcoming')
  })

  it('cancels once, however often the call is repeated', async () => {
    const { family, request } = await makeBooked(9)
    const { refund_usd } = (await preview(family, request)).body
    const key = { 'idempotency-key': 'cancel-once' }
    const repeated = await Promise.all([1, 2, 3].map(() => cancel(family, request, { refund_usd }, key)))
    expect(repeated.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(detailOf(await cancel(family, request, { refund_usd }))).toEqual([
      409,
      'Nothing of this booking is ahead, so there is nothing to cancel',
    ])
    await app.drain()
    const { body: payments } = await family.client.get('/api/payments/mine')
    expect(payments.results[0]).toMatchObject({ status: 'refunded', refunded_usd: refund_usd })
  })

  it('cancels no window that was canceled, has begun or is not its own', async () => {
    const { family, request, ids } = await makeBooked(2, 9)
    const other = await makeBooked(9)
    const [first] = ids
    await cancelAsPreviewed(family, request, [first as number])
    for (const call of [
      preview(family, request, `?booking_ids=${ids}`),
      cancel(family, request, { booking_ids: ids, refund_usd: 0 }),
    ]) {
      expect(detailOf(await call)).toEqual([409, 'These times are already canceled'])
    }
    const foreign = await preview(family, request, `?booking_ids=${other.ids}`)
    expect([foreign.status, foreign.body.booking_ids]).toEqual([400, ['Choose windows of this booking']])
    for (const person of [other.family, other.caregiver]) {
      expect((await preview(person, request)).status).toBe(404)
      expect((await cancel(person, request, { refund_usd: 0 })).status).toBe(404)
    }
  })

  it('cancels nothing of an unpaid or disputed request', async () => {
    const unpaid = await makeAcceptedRequest(app)
    expect((await preview(unpaid.family, unpaid)).status).toBe(409)
    const { caregiver, family, request } = await makeBooked(9)
    expect((await openDispute(family, request.id)).status).toBe(201)
    for (const person of [family, caregiver]) {
      expect(detailOf(await cancel(person, request, { refund_usd: 0 }))).toEqual([
        409,
        "This booking has an open dispute, so it can't be canceled",
      ])
    }
  })

  it('needs a reason of its own list', async () => {
    const { caregiver, family, request } = await makeBooked(9)
    for (const [person, reason] of [
      [family, 'double_booked'],
      [caregiver, 'plans_changed'],
      [family, 'a reason of my own'],
      [family, undefined],
    ] as const) {
      const { status, body } = await cancel(person, request, { reason, refund_usd: 0 })
      expect([status, body.reason]).toEqual([400, ['Choose a reason from the list']])
    }
    expect(CANCEL_REASONS.caretaker.length).toBeGreaterThan(4)
  })

  it('gets everything back while the caregiver is under review', async () => {
    const { caregiver, family, request } = await makeBooked(2)
    await setVerificationStatus(app, caregiver.id, 'flagged')
    const { refund_usd, kept_usd } = await cancelAsPreviewed(family, request)
    expect([refund_usd > 50, kept_usd]).toEqual([true, 0])
  })

  it('neither reviews nor disputes what it canceled', async () => {
    const { family, request, ids } = await makeBooked(9)
    await cancelAsPreviewed(family, request)
    expect(detailOf(await openDispute(family, request.id))).toEqual([
      409,
      "This booking was canceled, so it can't be disputed",
    ])
    const review = await family.client.post('/api/reviews/reviews', { booking_id: ids[0], rating: 5 })
    expect(review.status).toBe(409)
  })

  it('and its caregiver are notified, each in their own words', async () => {
    const { caregiver, family, request, ids } = await makeBooked(2, 9)
    await cancelAsPreviewed(family, request, [ids[0] as number])
    await app.drain()
    const texts = await Promise.all(
      [family, caregiver].map(async ({ email }) => (await listEmailsTo(app, email)).at(-1)?.text),
    )
    expect(texts[0]).toContain(`You canceled 1 of your visits with ${caregiver.fullName}`)
    expect(texts[0]).toContain('Your other visits are still on.')
    expect(texts[1]).toContain(`${family.fullName} canceled 1 of their visits with you.`)
    expect(texts[1]).toContain('Reason: Illness')
  })
})

describe('a caregiver', () => {
  it('cancels with a full refund, and the family requests a backup in one press', async () => {
    const { caregiver, family, request, dates } = await makeBooked(1, 2)
    const backup = await makeCaregiver(app)
    for (const date of dates) await openHours(backup, date, [hours('09:00', '12:00', 30)])
    const { body } = await preview(caregiver, request)
    expect(body.windows).toMatchObject([
      { refund_percent: 100, kept_usd: 0, refund_until: null },
      { refund_percent: 100, kept_usd: 0, refund_until: null },
    ])
    expect(body).toMatchObject({ kept_usd: 0, completion_rate: { now: null, after: null } })
    await cancelAsPreviewed(caregiver, request)
    await app.drain()

    const { body: payments } = await family.client.get('/api/payments/mine')
    expect(payments.results[0]).toMatchObject({ status: 'refunded', refunded_usd: body.refund_usd })
    expect(await getBalance(app, 'escrow', caregiver.id)).toBe(0)
    const mail = (await listEmailsTo(app, family.email)).at(-1)?.text
    expect(mail).toContain(`${caregiver.fullName} had to cancel your 2 visits.`)
    expect(mail).toContain(`Free instead: ${backup.fullName}`)
    expect(mail).toContain(`/bookings/${request.id}`)
    const { body: backups } = await family.client.get(`/api/requests/${request.id}/backup-caregivers`)
    expect(backups.results.map(({ id }: { id: number }) => id)).toEqual([backup.id])

    const press = () =>
      family.client.post(
        `/api/requests/${request.id}/backup-requests`,
        { caregiver_id: backup.id },
        { 'idempotency-key': `backup-${request.id}` },
      )
    const [sent, repeated] = [await press(), await press()]
    expect([sent.status, repeated.body.id]).toEqual([201, sent.body.id])
    expect(sent.body).toMatchObject({ caregiver: backup.id, status: 'submitted' })
    expect(sent.body.windows).toMatchObject(dates.map((date_local) => ({ date_local, start_local: '09:00' })))
  })

  it('offers no backup for what the family canceled itself', async () => {
    const { caregiver, family, request, dates, ids } = await makeBooked(8, 9)
    const backup = await makeCaregiver(app)
    for (const date of dates) await openHours(backup, date, [hours('09:00', '12:00', 30)])
    const ask = () =>
      family.client.post(`/api/requests/${request.id}/backup-requests`, { caregiver_id: backup.id })
    await cancelAsPreviewed(family, request, [ids[0] as number])
    expect(detailOf(await ask())).toEqual([409, 'No canceled times of this booking are ahead'])
    await cancelAsPreviewed(caregiver, request)
    const { body } = await ask()
    expect(body.windows).toMatchObject([{ date_local: dates[1] }])
  })

  it('keeps a concern about the family from it', async () => {
    const { caregiver, family, request } = await makeBooked(9)
    const { refund_usd } = (await preview(caregiver, request)).body
    await cancel(caregiver, request, { reason: 'concern', refund_usd })
    await app.drain()
    expect((await getBooking(request)).windows[0].cancel_reason).toBeNull()
    const { body } = await caregiver.client.get(`/api/requests/bookings/caregiver/${request.id}`)
    expect(body.windows[0].cancel_reason).toBe('concern')
    expect((await listEmailsTo(app, family.email)).at(-1)?.text).not.toContain('concern')
  })

  it('chooses a policy, which requests and receipts keep as it was when they were sent', async () => {
    const { caregiver, family, request, dates } = await makeBooked(9)
    const path = '/api/auth/caregiver/profile'
    const changed = await caregiver.client.patch(path, { cancellation_policy: 'strict' })
    expect(changed.body.cancellation_policy).toBe('strict')
    expect((await caregiver.client.patch(path, { cancellation_policy: 'harsh' })).status).toBe(400)
    expect((await caregiver.client.patch(path, { description: 'Calm' })).body.cancellation_policy).toBe(
      'strict',
    )
    const page = await app.visitor.get(`/api/auth/caregivers/${caregiver.id}`)
    expect(page.body).toMatchObject({ cancellation_policy: 'strict', completion_rate: null })
    const next = await sendRequest(family, caregiver.id, [
      { date: dates[0] as string, start: '11:00', end: '12:00' },
    ])
    expect(next.body.cancellation_policy).toBe('strict')
    expect((await getBooking(request)).cancellation_policy).toBe('moderate')
    const { payment_id } = await getBooking(request)
    expect((await family.client.get(`/api/payments/${payment_id}`)).body.care.cancellation_policy).toBe(
      'moderate',
    )
  })
})

describe('an admin', () => {
  const paths = ({ id }: TestRequest) => `/api/admin-panel/requests/${id}`

  it.each([
    ['caretaker', 'policy', 50],
    ['caretaker', 'full', 100],
    ['caretaker', 'none', 0],
    ['caregiver', 'policy', 100],
    ['caregiver', 'none', 0],
  ] as const)('cancels for a %s with the refund %s', async (side, refund, percent) => {
    const { caregiver, family, request } = await makeBooked(2)
    const query = `for=${side}&refund=${refund}`
    const { body } = await admin.client.get(`${paths(request)}/cancellation?${query}`)
    expect(body.windows).toMatchObject([{ refund_percent: percent }])
    const order = { for: side, refund, reason: 'asked_to', note: 'Called twice' }
    const stale = await admin.client.post(`${paths(request)}/cancel`, { ...order, refund_usd: 1 })
    expect(stale.status).toBe(409)
    const { status, body: done } = await admin.client.post(`${paths(request)}/cancel`, {
      ...order,
      refund_usd: body.refund_usd,
    })
    expect([status, done]).toEqual([
      200,
      { message: 'Booking canceled', id: request.id, refund_usd: body.refund_usd },
    ])
    await app.drain()
    const { windows } = await getBooking(request)
    expect(windows).toMatchObject([
      { canceled_by: 'admin', canceled_for: side, cancel_reason: 'asked_to', refund_usd: body.refund_usd },
    ])
    const { rows } = await app.deps.database.execute(
      sql`SELECT actor_id, "after" FROM audit_log WHERE action = 'booking.canceled' ORDER BY id DESC LIMIT 1`,
    )
    expect(rows).toMatchObject([{ actor_id: admin.id, after: { for: side, refund, note: 'Called twice' } }])
    for (const { email } of [caregiver, family]) {
      const text = (await listEmailsTo(app, email)).at(-1)?.text
      expect(text).toContain('We canceled')
      expect(text).not.toContain('Called twice')
    }
    expect(await verifyLedger(app.deps.database)).toEqual([])
  })

  it('gets a 404 for an unknown request, and only admins are let in', async () => {
    expect(
      (await admin.client.get('/api/admin-panel/requests/999999999/cancellation?for=caretaker')).status,
    ).toBe(404)
    const { family, request } = await makeBooked(9)
    expect((await family.client.post(`${paths(request)}/cancel`, {})).status).toBe(403)
  })
})

describe('the completion rate', () => {
  const countsOf = async (caregiver: TestUser) =>
    (await caregiver.client.get('/api/requests/completion-rate')).body

  it('counts what has begun and what the caregiver or an admin for them canceled, from five on', async () => {
    const days = [8, 9, 10, 11, 12, 13]
    const { caregiver, family, request, ids } = await makeBooked(...days)
    expect(await countsOf(caregiver)).toEqual({ completion_rate: null, bookings: 0, canceled: 0 })
    // The family's own does not count.
    await cancelAsPreviewed(family, request, [ids[5] as number])
    await cancelAsPreviewed(caregiver, request, [ids[4] as number])
    expect(await countsOf(caregiver)).toEqual({ completion_rate: null, bookings: 1, canceled: 1 })
    const move = (days: number) =>
      app.deps.database.execute(
        sql`UPDATE request_windows SET starts_at = starts_at - make_interval(days => ${days}),
          ends_at = ends_at - make_interval(days => ${days}) WHERE request_id = ${request.id}`,
      )
    await move(20)
    expect(await countsOf(caregiver)).toEqual({ completion_rate: 80, bookings: 5, canceled: 1 })
    expect((await app.visitor.get(`/api/auth/caregivers/${caregiver.id}`)).body.completion_rate).toBe(80)
    const next = await makePaidRequest(app, {
      caregiver,
      family,
      windows: [{ date: dateIn(app, 8), start: '10:30', end: '12:00' }],
    })
    expect((await preview(caregiver, next)).body.completion_rate).toEqual({ now: 80, after: 66 })
    const order = { for: 'caregiver', refund: 'full', reason: 'illness' }
    const { body } = await admin.client.get(
      `/api/admin-panel/requests/${next.id}/cancellation?for=caregiver&refund=full`,
    )
    await admin.client.post(`/api/admin-panel/requests/${next.id}/cancel`, {
      ...order,
      refund_usd: body.refund_usd,
    })
    expect(await countsOf(caregiver)).toEqual({ completion_rate: 66, bookings: 6, canceled: 2 })
    await move(366)
    expect(await countsOf(caregiver)).toMatchObject({ bookings: 1, canceled: 1 })
  })
})

it('releases what the caregiver kept as if the visit had taken place', async () => {
  const { caregiver, family, request } = await makeBooked(2)
  const { kept_usd } = await cancelAsPreviewed(family, request)
  await app.drain()
  await app.advance(2 * 1_440)
  const client = await logInAgain(app, caregiver)
  expect((await client.get('/api/wallets/mine')).body.balance).toBe(0)
  await app.advance(2 * 1_440)
  const { body } = await (await logInAgain(app, caregiver)).get('/api/wallets/mine')
  expect(body.balance).toBeGreaterThan(kept_usd * 0.8)
  expect(body.balance).toBeLessThan(kept_usd)
  expect(body.pending).toBe(0)
})
