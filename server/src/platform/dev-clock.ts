import { CLOCK_AHEAD_HEADER } from '@tendwell/contract/clock'
import { MINUTE_MS, MINUTES_PER_DAY } from '@tendwell/contract/time'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Bus } from './bus.ts'
import type { ShiftableClock } from './clock.ts'
import { type Database, withTransaction } from './database.ts'
import type { App } from './http.ts'
import type { Jobs } from './jobs.ts'
import { platformState } from './tables.ts'

const OFFSET_KEY = 'clock_offset_ms'
/** Ten years. */
const ADVANCE_MAXIMUM_MINUTES = 10 * 365 * MINUTES_PER_DAY
const TOPIC = 'clock'

/** Restores the stored offset of the clock, and follows when another process moves it. */
export async function restoreClock(database: Database, bus: Bus, clock: ShiftableClock): Promise<void> {
  const [row] = await database.select().from(platformState).where(eq(platformState.key, OFFSET_KEY))
  if (row) clock.shiftTo(Number(row.value))
  bus.listen<{ offsetMs: number }>(TOPIC, ({ offsetMs }) => clock.shiftTo(offsetMs))
}

/** Moves the clock forward, and the due times of waiting jobs back by the same amount. */
async function advance(
  deps: { database: Database; bus: Bus },
  clock: ShiftableClock,
  minutes: number,
): Promise<void> {
  const offsetMs = await withTransaction(deps.database, async (transaction) => {
    const { rows } = await transaction.execute<{ value: string }>(sql`
      INSERT INTO platform_state (key, value) VALUES (${OFFSET_KEY}, to_jsonb(${minutes * MINUTE_MS}::bigint))
      ON CONFLICT (key) DO UPDATE SET value = to_jsonb((platform_state.value)::bigint + ${minutes * MINUTE_MS}::bigint)
      RETURNING value::text`)
    await transaction.execute(sql`
      UPDATE graphile_worker._private_jobs SET run_at = run_at - make_interval(mins => ${minutes})
      WHERE locked_at IS NULL AND run_at > now()`)
    return Number(rows[0]?.value)
  })
  clock.shiftTo(offsetMs)
  await deps.bus.publish(TOPIC, { offsetMs })
}

const ADVANCE_TIMEOUT_MS = 2 * MINUTE_MS

/**
 * `POST /dev/clock` moves the product's clock forward and runs what has become due. A header of every API answer says
 * how far ahead the clock is.
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
        body: z.strictObject({ advance_minutes: z.int().min(0).max(ADVANCE_MAXIMUM_MINUTES) }),
        response: { 200: z.object({ now: z.iso.datetime() }) },
      },
    },
    async (request) => {
      // The work of several months may become due, and the answer comes only after all of it.
      request.raw.socket.setTimeout(ADVANCE_TIMEOUT_MS)
      await advance(deps, clock, request.body.advance_minutes)
      await deps.jobs.sweep()
      await deps.jobs.drain()
      return { now: clock.now().toISOString() }
    },
  )
}
