import type { Move, MoveStatus, MoveWindow } from '@tendwell/contract/bookings/moves'
import { usdFromCents } from '@tendwell/contract/money'
import { type Interval, MINUTE_MS, toLocalDateTime, type Zone } from '@tendwell/contract/time'
import { and, asc, desc, eq, inArray, lte } from 'drizzle-orm'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { tryTransition } from '../../../platform/database/transition.ts'
import { type MovedWindow, moves, requests } from '../tables.ts'

export type MoveRow = typeof moves.$inferSelect

/** At most this many proposals expire per run. */
const EXPIRED_MAXIMUM = 200

/** An interval (epoch ms) as wall time in a zone and in UTC. */
export function toMoveWindow({ startMs, endMs }: Interval, zone: Zone): MoveWindow {
  const start = toLocalDateTime(startMs, zone)
  return {
    date: start.date,
    start: start.time,
    end: toLocalDateTime(endMs, zone).time,
    start_utc: new Date(startMs).toISOString(),
    end_utc: new Date(endMs).toISOString(),
  }
}

/** The new hours of a move with the buffer after each, in epoch ms. */
export function toMovedIntervals(
  windows: readonly MovedWindow[],
): Required<Interval & { bufferMs: number }>[] {
  return windows.map(({ start_utc, end_utc, buffer_minutes }) => ({
    startMs: Date.parse(start_utc),
    endMs: Date.parse(end_utc),
    bufferMs: buffer_minutes * MINUTE_MS,
  }))
}

/** A proposal as the browser gets it, without the buffers of its windows. */
export function toMoveResponse(move: MoveRow): Move {
  return {
    id: move.id,
    request_id: move.requestId,
    status: move.status,
    proposed_by: move.proposedBy,
    booking_ids: move.bookingIds,
    from_windows: move.fromWindows,
    to_windows: move.toWindows.map(({ buffer_minutes: _, ...window }) => window),
    kept_usd: usdFromCents(move.keptCents),
    proposed_at: move.proposedAt.toISOString(),
    expires_at: move.expiresAt.toISOString(),
  }
}

/** Stores a proposal. @returns the stored row; null if the request has an open proposal already */
export async function insertMove(
  transaction: Transaction,
  move: typeof moves.$inferInsert,
): Promise<MoveRow | null> {
  const [row] = await transaction.insert(moves).values(move).onConflictDoNothing().returning()
  return row ?? null
}

/** All proposals to move a request's bookings, whatever their status, newest first. */
export function listMoves(reader: Reader, requestId: number): Promise<MoveRow[]> {
  return reader.select().from(moves).where(eq(moves.requestId, requestId)).orderBy(desc(moves.id))
}

/** The proposal with this id; null if there is none. */
export async function findMove(reader: Reader, moveId: number): Promise<MoveRow | null> {
  const [row] = await reader.select().from(moves).where(eq(moves.id, moveId))
  return row ?? null
}

/** Locks a proposal, which must exist, so that it can't expire meanwhile. */
export async function lockMove(transaction: Transaction, moveId: number): Promise<MoveRow> {
  const [row] = await transaction.select().from(moves).where(eq(moves.id, moveId)).for('update')
  return row as MoveRow
}

/** The open proposals of requests, at most one each. */
export function listOpenMoves(reader: Reader, requestIds: readonly number[]): Promise<MoveRow[]> {
  return reader
    .select()
    .from(moves)
    .where(and(inArray(moves.requestId, [...requestIds]), eq(moves.status, 'proposed')))
}

/**
 * The open proposals between a family and a caregiver that were made at an instant or before.
 * @param people the ids of the two
 */
export function listOpenMovesBetween(reader: Reader, people: readonly number[], until: Date) {
  return reader
    .select({ move: moves, request: requests })
    .from(moves)
    .innerJoin(requests, eq(requests.id, moves.requestId))
    .where(
      and(
        inArray(requests.caregiverId, [...people]),
        inArray(requests.familyId, [...people]),
        eq(moves.status, 'proposed'),
        lte(moves.proposedAt, until),
      ),
    )
    .orderBy(asc(moves.id))
}

/** Open proposals whose time for an answer is over, the oldest first. */
export function listExpiredMoves(reader: Reader, now: Date): Promise<MoveRow[]> {
  return reader
    .select()
    .from(moves)
    .where(and(eq(moves.status, 'proposed'), lte(moves.expiresAt, now)))
    .orderBy(asc(moves.id))
    .limit(EXPIRED_MAXIMUM)
}

/** Ends an open proposal. @returns whether it was open */
export async function endMove(
  transaction: Transaction,
  moveId: number,
  endStatus: Exclude<MoveStatus, 'proposed'>,
  answeredAt: Date,
): Promise<boolean> {
  const row = await tryTransition(transaction, moves, moveId, {
    from: ['proposed'],
    to: endStatus,
    set: { answeredAt },
  })
  return row !== null
}
