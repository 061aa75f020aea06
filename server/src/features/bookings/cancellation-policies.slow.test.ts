/** Each policy at each of its boundaries, across both clock changes of two zones. @see docs/rules/bookings.md#cancellation-policies */
import { CANCELLATION_POLICIES, type CancellationPolicy } from '@tendwell/contract/cancellation-policies'
import { HOUR_MS, MINUTE_MS } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { hours, openHours } from '../../../test/factories/availability.ts'
import { makePaidRequest, type TestRequest } from '../../../test/factories/bookings.ts'
import { logInAgain, makeCaregiver, makeFamily } from '../../../test/factories/profiles.ts'
import { verifyLedger } from '../reconciliation/index.ts'

/** The days on which clocks change, and 9:00 in the morning of each. */
const MORNINGS = {
  'America/New_York': [
    { date: '2027-03-14', start: '2027-03-14T13:00:00.000Z' },
    { date: '2027-11-07', start: '2027-11-07T14:00:00.000Z' },
  ],
  'Europe/London': [
    { date: '2027-03-28', start: '2027-03-28T08:00:00.000Z' },
    { date: '2027-10-31', start: '2027-10-31T09:00:00.000Z' },
  ],
}
type Zone = keyof typeof MORNINGS

/** How much comes back from that many hours before the start on, and until when. */
const STEPS: Record<CancellationPolicy, { hours: number; percent: number }[]> = {
  flexible: [
    { hours: 24, percent: 100 },
    { hours: 0, percent: 50 },
  ],
  moderate: [
    { hours: 72, percent: 100 },
    { hours: 24, percent: 50 },
  ],
  strict: [
    { hours: 168, percent: 100 },
    { hours: 48, percent: 50 },
  ],
}

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  stopClock(Date.parse('2027-01-10T12:00:00Z'))
})
afterAll(() => app.close())

function stopClock(ms: number): void {
  app.deps.clock.now = () => new Date(ms)
}

/** A request of one hour and a half on the morning of each clock change. Its caregiver has this policy. */
async function makeBooked(zone: Zone, policy: CancellationPolicy): Promise<TestRequest> {
  const caregiver = await makeCaregiver(app, { rateCents: 3_333, timezone: zone })
  await caregiver.client.patch('/api/auth/caregiver/profile', { cancellation_policy: policy })
  for (const { date } of MORNINGS[zone]) await openHours(caregiver, date, [hours('09:00', '12:00', 30)])
  const windows = MORNINGS[zone].map(({ date, start }) => ({
    date,
    start: '09:00',
    end: '10:30',
    start_utc: start,
    end_utc: new Date(Date.parse(start) + 90 * MINUTE_MS).toISOString(),
  }))
  return makePaidRequest(app, { caregiver, family: await makeFamily(app), windows, timezone: zone })
}

const cases = (Object.keys(MORNINGS) as Zone[]).flatMap((zone) =>
  CANCELLATION_POLICIES.map((policy) => ({ zone, policy })),
)

test.each(cases)(
  '$policy gives back what it says around the clock changes of $zone',
  async ({ zone, policy }) => {
    const openedAt = app.deps.clock.now().getTime()
    const { family, id } = await makeBooked(zone, policy)
    const { body: booking } = await family.client.get(`/api/requests/bookings/caretaker/${id}`)
    for (const [index, { start }] of MORNINGS[zone].entries()) {
      const { booking_id, price_usd } = booking.windows[index]
      expect(booking.windows[index].start_utc).toBe(start)
      const startMs = Date.parse(start)
      /** What comes back that many minutes before the start, by the preview. */
      const preview = async (minutes: number) => {
        stopClock(startMs - minutes * MINUTE_MS)
        const client = await logInAgain(app, family)
        const { status, body } = await client.get(
          `/api/requests/${id}/cancellation?booking_ids=${booking_id}`,
        )
        expect(status).toBe(200)
        const [{ refund_percent, refund_usd, kept_usd, refund_until }] = body.windows
        expect(Math.round((refund_usd + kept_usd) * 100)).toBe(Math.round(price_usd * 100))
        expect(refund_usd).toBe(Math.round((price_usd * 100 * refund_percent) / 100) / 100)
        return [refund_percent, refund_until]
      }
      const [full, half] = STEPS[policy]
      const until = (step: { hours: number } | undefined) =>
        step ? new Date(startMs - step.hours * HOUR_MS).toISOString() : null
      for (const [step, next] of [
        [full, half],
        [half, undefined],
      ] as const) {
        const minutes = (step?.hours ?? 0) * 60
        if (minutes === 0) continue
        expect(await preview(minutes + 1)).toEqual([step?.percent, until(step)])
        expect(await preview(minutes)).toEqual([step?.percent, until(step)])
        expect(await preview(minutes - 1)).toEqual([next?.percent ?? 0, until(next)])
      }
      const last = half?.hours === 0 ? half : undefined
      expect(await preview(1)).toEqual([last?.percent ?? 0, until(last)])
      stopClock(startMs)
      const begun = await logInAgain(app, family)
      const path = `/api/requests/${id}/cancellation?booking_ids=${booking_id}`
      expect((await begun.get(path)).status).toBe(409)
    }
    // Canceling takes what the preview said: half of the window in spring, one minute after its first boundary.
    const [first] = booking.windows
    stopClock(Date.parse(first.start_utc) - (STEPS[policy][0]?.hours ?? 0) * HOUR_MS + MINUTE_MS)
    const client = await logInAgain(app, family)
    const refund_usd = Math.round(first.price_usd * 50) / 100
    const body = { reason: 'illness', booking_ids: [first.booking_id], refund_usd }
    expect((await client.post(`/api/requests/${id}/cancel`, body)).status).toBe(200)
    await app.drain()
    expect((await client.get('/api/payments/mine')).body.results[0].refunded_usd).toBe(refund_usd)
    expect(await verifyLedger(app.deps.database)).toEqual([])
    stopClock(openedAt)
  },
)
