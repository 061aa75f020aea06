/** Canceling as a family, and what follows. @see docs/rules/bookings.md#canceling */
import { CANCEL_REASONS } from '@tendwell/contract/cancellation/calls'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { getBalance } from '../../../../test/consistency.ts'
import { listEmailsTo } from '../../../../test/factories/accounts.ts'
import {
  getBooking,
  makeAcceptedRequest,
  makePaidRequest,
  sendRequest,
} from '../../../../test/factories/bookings.ts'
import {
  cancel,
  cancelAsPreviewed,
  detailOf,
  makeBooked,
  previewCancellation,
} from '../../../../test/factories/cancellations.ts'
import { openDispute } from '../../../../test/factories/disputes.ts'
import { logInAgain, makeFamily, setVerificationStatus } from '../../../../test/factories/profiles.ts'
import { verifyLedger } from '../../reconciliation/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ PLATFORM_FEE_BPS: '1250', SERVICE_FEE_BPS: '333' })
})
afterAll(() => app.close())

describe('a family', () => {
  it('cancels one window of several: its part comes back to the cent, and the rest stays', async () => {
    const { caregiver, family, request, ids } = await makeBooked(app, 2, 9)
    // Three hours at $33.33 and 3.33 % for the service come to $103.32, $51.66 for each window.
    const { body } = await previewCancellation(family, request)
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
    const marks = [{ is_canceled: true }, { is_canceled: false }]
    expect(payments.results[0].care.windows).toMatchObject(marks)
    const { body: own } = await family.client.get(`/api/requests/${request.id}`)
    const { body: incoming } = await caregiver.client.get('/api/requests/incoming')
    for (const one of [own, incoming.results[0]]) {
      expect(one).toMatchObject({ is_canceled: false, refunded_usd: 25.83, windows: marks })
    }
    // Of the fees, $15.83, the refund's share is $3.96; the rest of it comes from the caregiver's part.
    expect(await getBalance(app, 'escrow', caregiver.id)).toBe(10_332 - 1_583 - (2_583 - 396))
    expect(await verifyLedger(app.deps.database)).toEqual([])
  })

  it('frees the hours in the same moment: another family books them', async () => {
    const { caregiver, family, request, dates } = await makeBooked(app, 9)
    const windows = [{ date: dates[0] as string, start: '09:00', end: '10:30' }]
    const other = await makeFamily(app)
    expect((await sendRequest(other, caregiver.id, windows)).status).toBe(409)
    await cancelAsPreviewed(family, request)
    const again = await makePaidRequest(app, { caregiver, family: other, windows })
    expect((await getBooking(again)).windows[0]?.state).toBe('upcoming')
  })

  it('gets the new refund when it changed since the preview, and nothing is canceled', async () => {
    const { family, request } = await makeBooked(app, 2)
    const { body } = await previewCancellation(family, request)
    const answer = await cancel(family, request, { refund_usd: body.windows[0].price_usd })
    expect(detailOf(answer)).toEqual([
      409,
      `The refund is now $${body.refund_usd.toFixed(2)}. Please check and confirm again`,
    ])
    expect(answer.body.refund_usd).toBe(body.refund_usd)
    expect((await getBooking(request)).windows[0]?.state).toBe('upcoming')
  })

  it('cancels once, however often the call is repeated', async () => {
    const { family, request } = await makeBooked(app, 9)
    const { refund_usd } = (await previewCancellation(family, request)).body
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
    const { family, request, ids } = await makeBooked(app, 2, 9)
    const other = await makeBooked(app, 9)
    const [first] = ids
    await cancelAsPreviewed(family, request, [first as number])
    for (const call of [
      previewCancellation(family, request, `?booking_ids=${ids}`),
      cancel(family, request, { booking_ids: ids, refund_usd: 0 }),
    ]) {
      expect(detailOf(await call)).toEqual([409, 'These times are already canceled'])
    }
    const foreign = await previewCancellation(family, request, `?booking_ids=${other.ids}`)
    expect([foreign.status, foreign.body.booking_ids]).toEqual([400, ['Choose windows of this booking']])
    await app.deps.database.execute(
      sql`UPDATE request_windows SET starts_at = ${app.deps.clock.now().toISOString()} WHERE request_id = ${request.id}`,
    )
    for (const call of [
      previewCancellation(family, request, `?booking_ids=${ids[1]}`),
      cancel(family, request, { booking_ids: ids.slice(1), refund_usd: 0 }),
    ]) {
      expect(detailOf(await call)).toEqual([
        409,
        "These times have already started, so they can't be canceled",
      ])
    }
    expect((await previewCancellation(family, request)).status).toBe(409)
    for (const person of [other.family, other.caregiver]) {
      expect((await previewCancellation(person, request)).status).toBe(404)
      expect((await cancel(person, request, { refund_usd: 0 })).status).toBe(404)
    }
  })

  it('cancels nothing of an unpaid or disputed request', async () => {
    const unpaid = await makeAcceptedRequest(app)
    expect((await previewCancellation(unpaid.family, unpaid)).status).toBe(409)
    const { caregiver, family, request } = await makeBooked(app, 9)
    expect((await openDispute(family, request.id)).status).toBe(201)
    for (const person of [family, caregiver]) {
      expect(detailOf(await cancel(person, request, { refund_usd: 0 }))).toEqual([
        409,
        "This booking has an open dispute, so it can't be canceled",
      ])
      const side = person === family ? 'caretaker' : 'caregiver'
      const { body } = await person.client.get(`/api/requests/bookings/${side}/${request.id}`)
      expect(body.hold).toBe('dispute')
    }
  })

  it('needs a reason of its own list', async () => {
    const { caregiver, family, request } = await makeBooked(app, 9)
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
    const { caregiver, family, request } = await makeBooked(app, 2)
    await setVerificationStatus(app, caregiver.id, 'flagged')
    const { refund_usd, kept_usd } = await cancelAsPreviewed(family, request)
    expect([refund_usd > 50, kept_usd]).toEqual([true, 0])
  })

  it('neither reviews nor disputes what it canceled', async () => {
    const { family, request, ids } = await makeBooked(app, 9)
    await cancelAsPreviewed(family, request)
    expect(detailOf(await openDispute(family, request.id))).toEqual([
      409,
      "This booking was canceled, so it can't be disputed",
    ])
    const review = await family.client.post('/api/reviews/reviews', { booking_id: ids[0], rating: 5 })
    expect(review.status).toBe(409)
  })

  it('and its caregiver are notified, each in their own words', async () => {
    const { caregiver, family, request, ids } = await makeBooked(app, 2, 9)
    await cancelAsPreviewed(family, request, [ids[0] as number])
    await app.drain()
    const texts = await Promise.all(
      [family, caregiver].map(async ({ email }) => (await listEmailsTo(app, email)).at(-1)?.text),
    )
    expect(texts[0]).toContain(`You canceled one of your visits with ${caregiver.fullName}`)
    expect(texts[0]).toContain('Your other visit is still on.')
    expect(texts[1]).toContain(`${family.fullName} canceled one of their visits with you.`)
    expect(texts[1]).toContain('The other visit is still on.')
    expect(texts.join()).not.toContain('visits are still on')
    expect(texts[1]).toContain('Reason: Illness')
  })
})

it('releases what the caregiver kept as if the visit had taken place', async () => {
  const { caregiver, family, request } = await makeBooked(app, 2)
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
