/** Reads that most screens begin with, each with the answer of a statement written by hand. */
import type { DaySlot } from '@tendwell/contract/availability/availability'
import { addMonths, MINUTE_MS, toLocalDate } from '@tendwell/contract/time'
import { rebuildFreeWeeks } from '../../server/src/features/availability/free-weeks/free-weeks.ts'
import type { TestApp } from '../../server/test/app.ts'
import { bookHours } from '../../server/test/factories/availability.ts'
import { FIRST_PAGE, ONE_CAREGIVER, ONE_MONTH } from './statements.ts'

/** A call, the part of the bare route's throughput that is its goal, and the answer of that route. */
export type Read = { path: string; goal: number; answer(): Promise<unknown> }

const toMinute = (date: Date) => Math.ceil(date.getTime() / MINUTE_MS)

// biome-ignore lint/suspicious/noExplicitAny: a row of a statement
const toCaregiver = ({ count: _, ...caregiver }: any) => ({
  ...caregiver,
  next_free_start: caregiver.free_slots[0]?.start_utc ?? null,
})

/** The reads, of the best rated caregiver with hours; all of a day in the month that is read gets booked. */
export async function listReads(app: TestApp): Promise<Record<string, Read>> {
  // biome-ignore lint/suspicious/noExplicitAny: each statement has other columns
  const query = async (text: string, values: unknown[]): Promise<any[]> =>
    (await app.deps.database.$client.query(text, values)).rows
  const { clock, config } = app.deps
  const thisMonth = `${toLocalDate(clock.now().getTime(), 'UTC').slice(0, 7)}-01`
  const [first, last] = [addMonths(thisMonth, 1), addMonths(thisMonth, 2)]
  const [{ id }] = await query(
    `SELECT user_id AS id FROM caregiver_profiles
     WHERE is_listed AND EXISTS (SELECT FROM availability_rules WHERE caregiver_id = user_id)
     ORDER BY rating_hundredths DESC, rating_count DESC, user_id LIMIT 1`,
    [],
  )
  // The seed's days off are in its free weeks only.
  await rebuildFreeWeeks(app.deps, id)
  const monthPath = `/api/availability/month?user_id=${id}&year=${first.slice(0, 4)}&month=${Number(first.slice(5, 7))}&timezone=UTC`
  const [date] = Object.keys((await app.visitor.get(monthPath)).body.days)
  const { body } = await app.visitor.get(`/api/availability/day?user_id=${id}&date=${date}&timezone=UTC`)
  const slots = body.slots.map((slot: DaySlot) => ({
    startMs: Date.parse(slot.start_utc),
    endMs: Date.parse(slot.end_utc),
  }))
  await bookHours(app, id, slots)

  return {
    'a caregiver': {
      path: `/api/auth/caregivers/${id}`,
      goal: 0.3,
      answer: async () => {
        const [row] = await query(ONE_CAREGIVER, [toMinute(clock.now()), id])
        return { ...toCaregiver(row), service_fee_bps: config.serviceFeeBps }
      },
    },
    'a month': {
      path: monthPath,
      goal: 0.25,
      answer: async () => (await query(ONE_MONTH, [id, first, last]))[0],
    },
    'all caregivers': {
      path: '/api/auth/caregivers',
      goal: 0.5,
      answer: async () => {
        const rows = await query(FIRST_PAGE, [toMinute(clock.now())])
        const { count } = rows[0]
        return {
          count: Math.min(count, 1_000),
          count_is_exact: count <= 1_000,
          next: count > rows.length ? '/api/auth/caregivers?page=2' : null,
          previous: null,
          near: null,
          named: null,
          corrected_q: null,
          roles: [],
          nearest: null,
          results: rows.map(toCaregiver),
        }
      },
    },
  }
}
