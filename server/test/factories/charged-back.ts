/** Bookings whose payment the family's bank takes back, through the stand-in of Stripe. */
import { findRequestPayment } from '../../src/features/payments/index.ts'
import { dateIn, makeListedCaregiver, openHours } from './availability.ts'
import { checkout, confirm, makeAcceptedRequest, type TestRequest } from './bookings.ts'
import { makeFamily } from './profiles.ts'
import type { openStripe } from './providers.ts'

export type ChargedBooking = TestRequest & { chargeId: string; paymentId: number; intentId: string }

/** Two visits of $50.00, in 7 and 8 days, paid by card. */
export async function makeChargedBooking(
  provider: Awaited<ReturnType<typeof openStripe>>,
): Promise<ChargedBooking> {
  const { app } = provider
  const caregiver = await makeListedCaregiver(app, { rateCents: 5_000 })
  const dates = [7, 8].map((days) => dateIn(app, days))
  for (const date of dates) await openHours(caregiver, date)
  const family = await makeFamily(app, { name: 'Vera Holt' })
  const windows = dates.map((date) => ({ date, start: '09:00', end: '10:00' }))
  const request = await makeAcceptedRequest(app, { caregiver, family, windows })
  await provider.pay(await checkout(request))
  await provider.deliverEvents()
  await confirm(request)
  const payment = await findRequestPayment(app.deps.database, request.id)
  const { chargeId, paymentIntentId } = payment ?? {}
  return {
    ...request,
    chargeId: chargeId ?? '',
    paymentId: payment?.id ?? 0,
    intentId: paymentIntentId ?? '',
  }
}
