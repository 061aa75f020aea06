import { CLOCK_AHEAD_HEADER } from '@tendwell/contract/clock'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Bus } from './bus.ts'
import type { ShiftableClock } from './clock.ts'
import { type Database, withTransaction } from './database.ts'
import type { App } from './http.ts'
import type { Jobs } from './jobs.ts'
import { platformState } from './tables.ts'

const OFFSET_KEY = 'clock_offset_ms'
/** Ten years: enough to see anything end. */
const ADVANCE_MAXIMUM_MINUTES = 5_256_000
const TOPIC = 'clock'

/** Takes over how far this installation's clock was moved, and follows when another node moves it. */
export async function restoreClock(database: Database, bus: Bus, clock: ShiftableClock): Promise<void> {
  const [row] = await database.select().from(platformState).where(eq(platformState.key, OFFSET_KEY))
  if (row) clock.shiftTo(Number(row.value))
  bus.listen<{ offsetMs: number }>(TOPIC, ({ offsetMs }) => clock.shiftTo(offsetMs))
}

/** Moves the clock forward and the due times of waiting jobs with it. */
async function advance(
  deps: { database: Database; bus: Bus },
  clock: ShiftableClock,
  minutes: number,
): Promise<void> {
  const offsetMs = await withTransaction(deps.database, async (transaction) => {
    const { rows } = await transaction.execute<{ value: string }>(sql`
      INSERT INTO platform_state (key, value) VALUES (${OFFSET_KEY}, to_jsonb(${minutes * 60_000}::bigint))
      ON CONFLICT (key) DO UPDATE SET value = to_jsonb((platform_state.value)::bigint + ${minutes * 60_000}::bigint)
      RETURNING value::text`)
    await transaction.execute(sql`
      UPDATE graphile_worker._private_jobs SET run_at = run_at - make_interval(mins => ${minutes})
      WHERE locked_at IS NULL AND run_at > now()`)
    return Number(rows[0]?.value)
  })
  clock.shiftTo(offsetMs)
  await deps.bus.publish(TOPIC, { offsetMs })
}

const WORK_MS = 120_000

/**
 * `POST /dev/clock`: the whole product's clock goes forward and what has become due is done (decisions §10).
 * Every answer of the API then tells the screens how far ahead it is.
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
      // Months may become due at once, and the caller hears nothing until all of it is done.
      request.raw.socket.setTimeout(WORK_MS)
      await advance(deps, clock, request.body.advance_minutes)
      await deps.jobs.sweep()
      await deps.jobs.drain()
      return { now: clock.now().toISOString() }
    },
  )
}
