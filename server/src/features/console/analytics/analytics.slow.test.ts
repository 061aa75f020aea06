import { addDays, DAY_MS } from '@tendwell/contract/time'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countRuns, fc } from '../../../../../contract/test/random.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { makeListedCaregiver } from '../../../../test/factories/availability.ts'
import { makePaidRequest } from '../../../../test/factories/bookings.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { postToLedger } from '../../ledger/index.ts'
import { insertActiveDay } from '../../sign-in/index.ts'
import { calculateChangePct, listBuckets, requirePeriod, toDayMasks, toPreviousPeriod } from './periods.ts'
import { verifyAnalytics } from './verify.ts'

const PAST_DAYS = 400

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp({ PLATFORM_FEE_BPS: '1000' })
  admin = await makeUser(app, { role: 'admin' })
})
afterAll(() => app.close())

const getFigures = async (figure: string, query = '') => {
  const { status, body } = await admin.client.get(`/api/admin-panel/analytics/${figure}${query}`)
  expect(status).toBe(200)
  return body
}
const today = () => app.deps.clock.now().toISOString().slice(0, 10)

describe('periods', () => {
  it('default to the last 30 days, compared with the 30 before', () => {
    const period = requirePeriod({}, '2026-03-01')
    expect(period).toEqual({ from: '2026-01-31', to: '2026-03-01' })
    expect(toPreviousPeriod(period)).toEqual({ from: '2026-01-01', to: '2026-01-30' })
  })

  it('compare as a percentage with one decimal, or null when the previous period had nothing', () => {
    expect([
      calculateChangePct(3, 4),
      calculateChangePct(4, 3),
      calculateChangePct(0, 0),
      calculateChangePct(0, 5),
      calculateChangePct(-2, 2),
    ]).toEqual([33.3, -25, 0, null, 200])
  })

  it('split into months: by default the last 12, otherwise the months of the range', () => {
    const months = listBuckets({ bucket: 'month' }, '2026-02-10')
    expect(months.map(({ label }) => label)).toHaveLength(12)
    const [first, last] = [months[0], months.at(-1)]
    expect(first).toEqual({ from: '2025-03-01', to: '2025-03-31', label: 'Mar 2025', isWholeMonth: true })
    expect(last).toEqual({ from: '2026-02-01', to: '2026-02-10', label: 'Feb 2026', isWholeMonth: false })
    const day = { date_from: '2024-02-29', date_to: '2024-02-29' }
    expect(listBuckets({ ...day, bucket: 'month' }, '2026-01-01')).toEqual([
      { from: '2024-02-29', to: '2024-02-29', label: 'Feb 2024', isWholeMonth: false },
    ])
  })

  it('split into days, by default the last 30', () => {
    const days = listBuckets({ bucket: 'day' }, '2026-03-01')
    expect(days).toHaveLength(30)
    expect(days[0]).toMatchObject({ from: '2026-01-31', to: '2026-01-31', label: 'Jan 31, 2026' })
    expect(days.at(-1)).toMatchObject({ from: '2026-03-01', label: 'Mar 1, 2026' })
  })

  it('split into weeks from Monday, of which the first and the last may be shorter', () => {
    const range = { date_from: '2026-02-26', date_to: '2026-03-10', bucket: 'week' } as const
    expect(listBuckets(range, '2026-04-01')).toMatchObject([
      { from: '2026-02-26', to: '2026-03-01', label: 'Feb 26 – Mar 1, 2026' },
      { from: '2026-03-02', to: '2026-03-08', label: 'Mar 2 – 8, 2026' },
      { from: '2026-03-09', to: '2026-03-10', label: 'Mar 9 – 10, 2026' },
    ])
    const weeks = listBuckets({ bucket: 'week' }, '2026-03-10')
    expect([weeks.length, weeks[0]?.from]).toEqual([12, '2025-12-22'])
  })

  it('become day masks with exactly their days', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 100 }), (start, length) => {
        const from = addDays('2020-01-01', start)
        const to = addDays(from, length)
        const days = toDayMasks({ from, to }).flatMap(({ month, days }) =>
          Array.from({ length: 31 }, (_, bit) => bit)
            .filter((bit) => Math.floor(days / 2 ** bit) % 2 === 1)
            .map((bit) => `${month.slice(0, 8)}${String(bit + 1).padStart(2, '0')}`),
        )
        expect(days).toEqual(Array.from({ length: length + 1 }, (_, index) => addDays(from, index)))
      }),
      { numRuns: countRuns(200) },
    )
  })
})

describe('the figures', () => {
  it('count an active user once', async () => {
    const { active_users: active } = await getFigures('summary')
    const person = await makeUser(app, { role: 'caretaker' })
    await person.client.get('/api/notifications')
    await person.client.get('/api/notifications')
    expect((await getFigures('summary')).active_users).toBe(active + 1)
  })

  it('include a payment and its refund immediately', async () => {
    const before = await getFigures('summary')
    const { family, id } = await makePaidRequest(app)
    const paid = await getFigures('summary')
    expect(paid.revenue_total - before.revenue_total).toBe(50)
    expect(paid.weekly_bookings - before.weekly_bookings).toBe(1)
    const fee = paid.fees_total - before.fees_total
    expect(fee).toBe(5)
    expect(paid.yearly_fees_total - before.yearly_fees_total).toBe(fee)
    const { body } = await family.client.post('/api/disputes', {
      booking_request: id,
      type: 'payment',
      reason: 'Charged twice',
    })
    await admin.client.post(`/api/admin-panel/disputes/${body.id}/escalate`)
    await admin.client.post(`/api/admin-panel/disputes/${body.id}/close`, {
      refund_usd: 20,
      resolution: 'A refund is fair',
    })
    await app.drain()
    const refunded = await getFigures('summary')
    expect(refunded.revenue_total - before.revenue_total).toBe(30)
    // The caregiver's share pays for a refund first.
    expect(refunded.fees_total - before.fees_total).toBe(5)
    const today = (await getFigures('monthly-revenue', '?bucket=day')).results.at(-1)
    expect(today).toMatchObject({ volume_usd: refunded.revenue_total, fees_usd: refunded.fees_total })
    expect(today.date_to).toBe(refunded.date_to)
    expect(refunded.average_revenue).toBe(Math.round((refunded.revenue_total * 100) / 30) / 100)
  })

  it.each(['date_from=2020-01-01', 'date_from=2026-02-01&date_to=2026-01-01', 'date_to=never'])(
    'reject ?%s',
    async (query) => {
      for (const figure of ['summary', 'monthly-engagement', 'monthly-revenue']) {
        const answer = await admin.client.get(`/api/admin-panel/analytics/${figure}?${query}`)
        expect(answer.status).toBe(400)
      }
    },
  )
})

it.each(['bucket=day&date_from=2025-01-01&date_to=2026-01-02', 'bucket=year'])(
  'reject a series ?%s',
  async (query) => {
    for (const figure of ['monthly-engagement', 'monthly-revenue']) {
      const answer = await admin.client.get(`/api/admin-panel/analytics/${figure}?${query}`)
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, expect.arrayContaining(['bucket'])])
    }
  },
)

type Paid = { day: string; cents: number; feeCents?: number }

describe('on random data', () => {
  const people: { families: number[]; caregivers: number[] } = { families: [], caregivers: [] }
  const paid: Paid[] = []
  const requested: { day: string; family: number; caregiver: number; isPaid: boolean }[] = []
  const active: { day: string; userId: number }[] = []

  beforeAll(async () => {
    const [numbers] = fc.sample(fc.infiniteStream(fc.maxSafeNat()), 1)
    const randomBelow = (below: number) => (numbers as Iterator<number>).next().value % below
    for (let index = 0; index < 6; index += 1) {
      people.families.push((await makeUser(app, { role: 'caretaker' })).id)
      people.caregivers.push((await makeListedCaregiver(app)).id)
    }
    const dayAgo = (days: number) => addDays(today(), -days)
    await withTransaction(app.deps.database, async (transaction) => {
      for (let index = 0; index < 150; index += 1) {
        const day = dayAgo(1 + randomBelow(PAST_DAYS))
        const at = new Date(Date.parse(`${day}T00:00:00Z`) + randomBelow(DAY_MS))
        const cents = 100 + randomBelow(90_000)
        const clock = { ...app.deps.clock, now: () => at }
        await postToLedger(transaction, clock, {
          key: `test:${index}`,
          category: 'payment_in',
          movements: [
            { kind: 'clearing', ownerId: null, amountCents: -cents },
            { kind: 'unallocated', ownerId: null, amountCents: cents },
          ],
        })
        const feeCents = 1 + randomBelow(cents - 1)
        await postToLedger(transaction, clock, {
          key: `test:${index}:fee`,
          category: 'fee',
          movements: [
            { kind: 'unallocated', ownerId: null, amountCents: -feeCents },
            { kind: 'platform_fees', ownerId: null, amountCents: feeCents },
          ],
        })
        paid.push({ day, cents, feeCents })
        if (index % 7 !== 0) continue
        await postToLedger(transaction, clock, {
          key: `test:${index}:back`,
          category: 'refund_out',
          movements: [
            { kind: 'unallocated', ownerId: null, amountCents: feeCents - cents },
            { kind: 'platform_fees', ownerId: null, amountCents: -feeCents },
            { kind: 'clearing', ownerId: null, amountCents: cents },
          ],
        })
        paid.push({ day, cents: -cents, feeCents: -feeCents })
      }
      for (let index = 0; index < 150; index += 1) {
        const day = dayAgo(randomBelow(PAST_DAYS))
        const at = `${day}T${String(randomBelow(24)).padStart(2, '0')}:00:00Z`
        const family = people.families[randomBelow(6)] as number
        const caregiver = people.caregivers[randomBelow(6)] as number
        const isPaid = randomBelow(2) === 0
        await transaction.execute(sql`
          INSERT INTO requests (caregiver_id, family_id, status, timezone, total_minutes, rate_cents,
            service_fee_cents, price_cents, submitted_at, paid_at)
          VALUES (${caregiver}, ${family}, 'accepted', 'UTC', 60, 2500, 0, 2500, ${at}::timestamptz,
            ${isPaid ? at : null}::timestamptz)`)
        requested.push({ day, family, caregiver, isPaid })
        const userId = [...people.families, ...people.caregivers][randomBelow(12)] as number
        const activeDay = dayAgo(1 + randomBelow(PAST_DAYS))
        await insertActiveDay(transaction, userId, activeDay)
        active.push({ day: activeDay, userId })
      }
    })
  })

  const within = <Row extends { day: string }>(rows: Row[], from: string, to: string) =>
    rows.filter(({ day }) => day >= from && day <= to)
  const dollars = (rows: Paid[]) => rows.reduce((sum, { cents }) => sum + cents, 0) / 100
  const fees = (rows: Paid[]) => rows.reduce((sum, { feeCents = 0 }) => sum + feeCents, 0) / 100

  async function compare(from: string, to: string): Promise<void> {
    const query = `?date_from=${from}&date_to=${to}`
    const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
    const earlier = [addDays(from, -length), addDays(from, -1)] as const
    const summary = await getFigures('summary', query)
    const people = (period: readonly [string, string]) =>
      new Set(within(active, ...period).map(({ userId }) => userId)).size
    const bookings = (end: string) =>
      within(requested, addDays(end, -6), end).filter((row) => row.isPaid).length
    expect(summary).toEqual({
      date_from: from,
      date_to: to,
      active_users: people([from, to]),
      active_users_change_pct: calculateChangePct(people(earlier), people([from, to])),
      weekly_bookings: bookings(to),
      weekly_bookings_change_pct: calculateChangePct(bookings(addDays(to, -7)), bookings(to)),
      revenue_total: dollars(within(paid, from, to)),
      revenue_change_pct: calculateChangePct(
        dollars(within(paid, ...earlier)),
        dollars(within(paid, from, to)),
      ),
      yearly_revenue_total: dollars(within(paid, `${to.slice(0, 4)}-01-01`, to)),
      average_revenue: Math.round((dollars(within(paid, from, to)) * 100) / length) / 100,
      fees_total: fees(within(paid, from, to)),
      fees_change_pct: calculateChangePct(fees(within(paid, ...earlier)), fees(within(paid, from, to))),
      yearly_fees_total: fees(within(paid, `${to.slice(0, 4)}-01-01`, to)),
    })
    for (const bucket of ['day', 'week'] as const) {
      const series = await getFigures('monthly-revenue', `${query}&bucket=${bucket}`)
      const engaged = await getFigures('monthly-engagement', `${query}&bucket=${bucket}`)
      const buckets = listBuckets({ date_from: from, date_to: to, bucket }, to)
      expect(series.results).toEqual(
        buckets.map((one) => ({
          label: one.label,
          date_from: one.from,
          date_to: one.to,
          revenue: Math.round(dollars(within(paid, one.from, one.to)) / 10) / 100,
          volume_usd: dollars(within(paid, one.from, one.to)),
          fees_usd: fees(within(paid, one.from, one.to)),
        })),
      )
      expect(engaged.results).toMatchObject(
        buckets.map((one) => ({
          label: one.label,
          caretakers: new Set(within(requested, one.from, one.to).map(({ family }) => family)).size,
          caregivers: new Set(within(requested, one.from, one.to).map(({ caregiver }) => caregiver)).size,
        })),
      )
    }
    const engagement = await getFigures('monthly-engagement', query)
    const revenue = await getFigures('monthly-revenue', query)
    const months = [...new Set(Array.from({ length }, (_, index) => addDays(from, index).slice(0, 7)))]
    const inMonth = <Row extends { day: string }>(rows: Row[], month: string) =>
      within(rows, from, to).filter(({ day }) => day.startsWith(month))
    expect(
      engagement.results.map(({ caretakers, caregivers }: Record<string, number>) => [
        caretakers,
        caregivers,
      ]),
    ).toEqual(
      months.map((month) => [
        new Set(inMonth(requested, month).map(({ family }) => family)).size,
        new Set(inMonth(requested, month).map(({ caregiver }) => caregiver)).size,
      ]),
    )
    expect(revenue.results.map((row: { revenue: number }) => row.revenue)).toEqual(
      months.map((month) => Math.round(dollars(inMonth(paid, month)) / 10) / 100),
    )
  }

  const ranges = (): [string, string][] => {
    const yesterday = addDays(today(), -1)
    return [
      [addDays(yesterday, -29), yesterday],
      [addDays(yesterday, -364), yesterday],
      [addDays(yesterday, -200), addDays(yesterday, -150)],
      [addDays(yesterday, -45), addDays(yesterday, -45)],
    ]
  }

  it('count a family that only wrote a message', async () => {
    const { results } = await getFigures('monthly-engagement')
    const family = await makeUser(app, { role: 'caretaker' })
    const caregiver = await makeListedCaregiver(app)
    const path = '/api/chat/conversations/create'
    const first = await family.client.post(path, { caregiver_id: caregiver.id, text: 'Good morning' })
    expect(first.status).toBe(201)
    const after = (await getFigures('monthly-engagement')).results
    const month = results.length - 1
    expect(after[month].caretakers).toBe(results[month].caretakers + 1)
    expect(after[month].caregivers).toBe(results[month].caregivers)
  })

  it('match a slow recomputation before the job has run', async () => {
    for (const [from, to] of ranges()) await compare(from, to)
  })

  it('still match after the job has run, and after more payments', async () => {
    await app.deps.jobs.sweep()
    const { rows } = await app.deps.database.execute(sql`SELECT count(*)::int AS days FROM analytics_days`)
    expect(Number(rows[0]?.days)).toBeGreaterThan(PAST_DAYS - 50)
    expect(await verifyAnalytics(app.deps.database)).toEqual([])
    for (const [from, to] of ranges()) await compare(from, to)
    await makePaidRequest(app)
    await app.deps.jobs.sweep()
    for (const [from, to] of ranges()) await compare(from, to)
  })
})
