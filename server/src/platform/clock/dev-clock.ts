import { CLOCK_AHEAD_HEADER } from '@tendwell/contract/clock'
import { MINUTE_MS, MINUTES_PER_DAY } from '@tendwell/contract/time'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { readUnshiftedMs, type ShiftableClock } from '../clock.ts'
import { type Database, withTransaction } from '../database/database.ts'
import { platformState } from '../database/tables.ts'
import type { App } from '../http/http.ts'
import { type Jobs, shiftDueTimes } from '../jobs/jobs.ts'
import type { Bus } from '../realtime/bus.ts'

const OFFSET_KEY = 'clock_offset_ms'
/** Ten years. */
const ADVANCE_MAXIMUM_MINUTES = 10 * 365 * MINUTES_PER_DAY
const BUS_TOPIC = 'clock'

/** Restores the stored offset of the clock, and follows when another process moves the clock. */
export async function restoreClock(database: Database, bus: Bus, clock: ShiftableClock): Promise<void> {
  const [row] = await database.select().from(platformState).where(eq(platformState.key, OFFSET_KEY))
  if (row) clock.shiftTo(Number(row.value))
  bus.listen<{ offsetMs: number }>(BUS_TOPIC, ({ offsetMs }) => clock.shiftTo(offsetMs))
}

/**
 * Moves the clock, and the due times of waiting jobs with it.
 * @param toNewOffset makes the new offset of the old one, both in milliseconds
 */
async function shiftClock(
  deps: { database: Database; bus: Bus },
  clock: ShiftableClock,
  toNewOffset: (offsetMs: number) => number,
): Promise<void> {
  const offsetMs = await withTransaction(deps.database, async (transaction) => {
    // The update locks the row, so that two shifts at the same time add up.
    const { rows } = await transaction.execute<{ value: string }>(sql`
      INSERT INTO platform_state (key, value) VALUES (${OFFSET_KEY}, '0')
      ON CONFLICT (key) DO UPDATE SET value = platform_state.value
      RETURNING value::text`)
    const oldOffsetMs = Number(rows[0]?.value)
    const newOffsetMs = toNewOffset(oldOffsetMs)
    await transaction
      .update(platformState)
      .set({ value: newOffsetMs })
      .where(eq(platformState.key, OFFSET_KEY))
    await shiftDueTimes(transaction, newOffsetMs - oldOffsetMs)
    return newOffsetMs
  })
  clock.shiftTo(offsetMs)
  await deps.bus.publish(BUS_TOPIC, { offsetMs })
}

const ADVANCE_TIMEOUT_MS = 2 * MINUTE_MS
const FIRST_YEAR = 2000
const LAST_YEAR = 2099

const bodySchema = z
  .strictObject({
    advance_minutes: z.int().min(0).max(ADVANCE_MAXIMUM_MINUTES).optional(),
    at: z.iso
      .datetime({ offset: true })
      .refine((at) => {
        const year = new Date(at).getUTCFullYear()
        return year >= FIRST_YEAR && year <= LAST_YEAR
      }, `Must be between ${FIRST_YEAR} and ${LAST_YEAR}`)
      .optional(),
  })
  .refine(
    (body) => Object.values(body).filter((value) => value !== undefined).length === 1,
    'Give either advance_minutes or at',
  )

/**
 * `POST /dev/clock` moves the product's clock, or sets it to an instant, and runs what has become due. A
 * header of every API answer says how far ahead of the machine the clock is.
 * @see docs/rules/README.md#limits-on-every-call
 */
export function clockRoutes(
  app: App,
  deps: { database: Database; bus: Bus; jobs: Jobs },
  clock: ShiftableClock,
): void {
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api')) reply.header(CLOCK_AHEAD_HEADER, clock.offsetMs())
  })
  app.post(
    '/dev/clock',
    {
      config: { access: 'public' },
      schema: {
        hide: true,
        body: bodySchema,
        response: { 200: z.object({ now: z.iso.datetime() }) },
      },
    },
    async (request) => {
      // The jobs of several months may become due, and the answer is sent after all of them have run.
      request.raw.socket.setTimeout(ADVANCE_TIMEOUT_MS)
      const { at, advance_minutes: minutes = 0 } = request.body
      const toNewOffset = (offsetMs: number) =>
        at === undefined ? offsetMs + minutes * MINUTE_MS : Date.parse(at) - readUnshiftedMs(clock)
      await shiftClock(deps, clock, toNewOffset)
      await deps.jobs.sweep()
      await deps.jobs.drain()
      return { now: clock.now().toISOString() }
    },
  )
}
