import { createHash } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { actorOf } from './access.ts'
import type { Clock } from './clock.ts'
import { type Database, type Transaction, withTransaction } from './database.ts'
import { conflict, invalidRequest } from './errors.ts'
import type { Jobs } from './jobs.ts'
import { idempotencyKeys } from './tables.ts'

/** Nobody repeats a call after so long. */
const KEPT_DAYS = 30

const KEY_FORM = /^[\x21-\x7e]{1,200}$/

function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !KEY_FORM.test(key)) throw invalidRequest('Idempotency-Key is not valid')
  return key
}

function fingerprintOf(request: FastifyRequest): string {
  const content = JSON.stringify([
    request.method,
    request.routeOptions.url,
    request.params,
    request.body ?? null,
  ])
  return createHash('sha256').update(content).digest('hex')
}

/**
 * Runs a command in one transaction together with the record of its `Idempotency-Key`: the same key and body
 * answer the first answer again, the same key with another body is 409 (decisions §1). Two at once: the second
 * waits for the first. A refused command stores nothing, so its key stays free.
 */
export async function withIdempotencyKey<Response extends object>(
  deps: { database: Database; clock: Clock },
  request: FastifyRequest,
  command: (transaction: Transaction) => Promise<Response>,
): Promise<Response> {
  const key = keyOf(request)
  if (key === null) return withTransaction(deps.database, command)
  const fingerprint = fingerprintOf(request)
  const userId = actorOf(request).id
  const mine = and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key))

  return withTransaction(deps.database, async (transaction) => {
    const claimed = await transaction
      .insert(idempotencyKeys)
      .values({ userId, key, fingerprint, createdAt: deps.clock.now() })
      .onConflictDoNothing()
      .returning()
    if (claimed.length === 0) {
      const [first] = await transaction.select().from(idempotencyKeys).where(mine)
      if (first?.fingerprint !== fingerprint)
        throw conflict('This Idempotency-Key was already used for a different request')
      return first.response as Response
    }
    const response = await command(transaction)
    await transaction.update(idempotencyKeys).set({ response }).where(mine)
    return response
  })
}

/**
 * Looks a call's `Idempotency-Key` up before work that can't be done in one transaction, because it speaks to others
 * outside, and that is safe to repeat by itself: a key that was used for another request is refused before anything is
 * done, and an answered one is answered again. After the work, `withIdempotencyKey` keeps the answer.
 * @returns the first answer; null where there is none yet
 * @throws AppError 409 for a key that was used for a different request
 */
export async function findStoredResponse<Response extends object>(
  { database }: { database: Database },
  request: FastifyRequest,
): Promise<Response | null> {
  const key = keyOf(request)
  if (key === null) return null
  const mine = and(eq(idempotencyKeys.userId, actorOf(request).id), eq(idempotencyKeys.key, key))
  const [first] = await database.select().from(idempotencyKeys).where(mine)
  if (!first) return null
  if (first.fingerprint !== fingerprintOf(request)) {
    throw conflict('This Idempotency-Key was already used for a different request')
  }
  return first.response as Response
}

/** Removes the answers that nobody will ask for again. */
export function idempotencyJobs({
  database,
  clock,
  jobs,
}: {
  database: Database
  clock: Clock
  jobs: Jobs
}): void {
  jobs.every(30, 'idempotency.remove-old', async () => {
    const before = new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000)
    await database.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before))
  })
}
