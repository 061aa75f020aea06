/**
 * Paid bookings, stored without the calls, mails and jobs that lead to them. For tests of what comes after.
 */
import { feeCents } from '@tendwell/contract/money'
import { DAY_MS } from '@tendwell/contract/time'
import { bookTimes } from '../../src/features/availability/free-weeks/free-weeks.ts'
import { lockCaregiver } from '../../src/features/availability/index.ts'
import { scheduleRelease } from '../../src/features/bookings/paying/release.ts'
import { findRequest, listRequestWindows, toIntervals } from '../../src/features/bookings/queries.ts'
import { calculatePrice } from '../../src/features/bookings/requests/price.ts'
import {
  insertBookings,
  insertRequest,
  type RequestRow,
  transitionRequest,
} from '../../src/features/bookings/store.ts'
import { capturePayment } from '../../src/features/payments/checkout/capture.ts'
import { settlePayment } from '../../src/features/payments/checkout/settle.ts'
import { insertPayment, setSession } from '../../src/features/payments/store.ts'
import type { Payment } from '../../src/features/payments/tables.ts'
import { type Transaction, withTransaction } from '../../src/platform/database/database.ts'
import { findSession, insertSession, paySession } from '../../src/ports/payments/sandbox/store.ts'
import type { TestApp } from '../app.ts'
import type { TestUser } from './accounts.ts'
import { dateIn, makeListedCaregiver, utc } from './availability.ts'
import { makeFamily, type TestRequest, type TestWindow } from './bookings.ts'

const NO_VISIT = { children: [], note: '', address: null, emergency_contact: null }

type Parents = { caregiver?: TestUser; family?: TestUser; windows?: TestWindow[]; rateCents?: number }

/**
 * A request that is paid and booked, by default for two hours a week ahead at $25.00, with its money in
 * escrow. It notifies no one, and the caregiver needs no hours.
 * @param parents.windows in UTC, in order of time
 */
export async function insertPaidRequest(
  app: TestApp,
  parents: Parents = {},
): Promise<TestRequest & { bookingIds: number[] }> {
  const { rateCents = 2_500, windows = [{ date: dateIn(app, 7), start: '09:00', end: '11:00' }] } = parents
  const caregiver = parents.caregiver ?? (await makeListedCaregiver(app, { rateCents }))
  const family = parents.family ?? (await makeFamily(app))
  const deps = { ...app.deps, jobs: { ...app.deps.jobs, publish: async () => {} } }
  const submittedAt = deps.clock.now()
  const id = await withTransaction(deps.database, async (transaction) => {
    const calendar = await lockCaregiver(transaction, caregiver.id, 'update')
    if (!calendar) throw new Error(`Person ${caregiver.id} has no calendar`)
    const slots = windows.map((window) => {
      const { startMs, endMs } = utc(window.date, window.start, window.end)
      return { ...window, startMs, endMs: endMs > startMs ? endMs : endMs + DAY_MS, bufferMs: 0 }
    })
    const requestId = await insertRequest(transaction, {
      ...calculatePrice(slots, { rateCents: calendar.rateCents, serviceFeeBps: deps.config.serviceFeeBps }),
      caregiverId: caregiver.id,
      familyId: family.id,
      timezone: 'UTC',
      windows: slots,
      visit: NO_VISIT,
      cancellationPolicy: calendar.cancellationPolicy,
      submittedAt,
    })
    await transitionRequest(transaction, requestId, 'accept', { answeredAt: submittedAt })
    const request = (await findRequest(transaction, requestId)) as RequestRow
    const paymentId = await insertCapturedPayment(transaction, { ...app, deps }, request)
    const rows = await listRequestWindows(transaction, requestId)
    const bookedTimeIds = await bookTimes(transaction, deps, calendar, toIntervals(rows))
    await insertBookings(transaction, request, rows, bookedTimeIds, submittedAt)
    await transitionRequest(transaction, requestId, 'markPaid', { paidAt: submittedAt })
    await scheduleRelease(transaction, deps, request)
    await settlePayment(transaction, deps, paymentId)
    return requestId
  })
  const { rows } = await deps.database.$client.query<{ id: number }>(
    'SELECT id FROM bookings WHERE request_id = $1 ORDER BY id',
    [id],
  )
  return { id, caregiver, family, windows, bookingIds: rows.map((row) => row.id) }
}

/** A payment that the sandbox has taken, without its webhook. @returns its id */
async function insertCapturedPayment(
  transaction: Transaction,
  { deps }: Pick<TestApp, 'deps'>,
  request: RequestRow,
): Promise<number> {
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + 3_600_000)
  const { priceCents: amountCents, serviceFeeCents } = request
  const platformCents = feeCents({
    amountCents: amountCents - serviceFeeCents,
    basisPoints: deps.config.platformFeeBps,
  })
  const { id } = (await insertPayment(transaction, {
    requestId: request.id,
    payerId: request.familyId,
    payeeId: request.caregiverId,
    amountCents,
    feeCents: serviceFeeCents + platformCents,
    provider: deps.payments.name,
    expiresAt,
    createdAt: now,
    updatedAt: now,
  })) as Payment
  const order = {
    paymentId: id,
    amountCents,
    description: 'Care',
    payerEmail: 'family@example.test',
    successUrl: deps.publicUrl(),
    cancelUrl: deps.publicUrl(),
    expiresAt,
  }
  const opened = await insertSession(transaction, order, `payment-${id}`, now)
  await setSession(transaction, id, { id: opened.id, url: deps.publicUrl() }, now)
  await paySession(transaction, { ...deps, jobs: { ...deps.jobs, add: async () => {} } }, opened.id)
  const paid = await findSession(transaction, opened.id)
  if (!paid) throw new Error('The session was not stored')
  await capturePayment(transaction, deps, id, { ...paid, sessionId: paid.id })
  return id
}
