import { createHash } from 'node:crypto'
import { DAY_MS } from '@tendwell/contract/time'
import { and, eq, lt } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { type Database, type Transaction, withTransaction } from '../database/database.ts'
import { idempotencyKeys } from '../database/tables.ts'
import { conflict, invalidRequest } from '../errors.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { actorOf } from './access.ts'

/** Shorter than the 14 days between closing an account and erasing it. @see docs/rules/own-data.md#erasure */
const RETENTION_DAYS = 7

const KEY_FORM = /^[\x21-\x7e]{1,200}$/

/** @returns null if the call has no key. @throws AppError 400 for a malformed key */
function readKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !KEY_FORM.test(key)) throw invalidRequest('Idempotency-Key is not valid')
  return key
}

/** A hash of what the call asks for, to notice a key that is used for something else. */
function toFingerprint(request: FastifyRequest): string {
  const content = JSON.stringify([
    request.method,
    request.routeOptions.url,
    request.params,
    request.body ?? null,
  ])
  return createHash('sha256').update(content).digest('hex')
}

/**
 * Runs a command and stores its answer under the call's `Idempotency-Key`, in one transaction. A call with
 * the same key and body gets the first answer; one with the same key and another body gets a 409. Of two
 * concurrent calls, the second waits for the first. A command that throws stores nothing, so its key stays
 * free.
 * @throws AppError 400 for a malformed key, 409 for a key that was used with another call or body
 * @see docs/rules/README.md#idempotency-keys
 */
export async function withIdempotencyKey<Response extends object>(
  deps: { database: Database; clock: Clock },
  request: FastifyRequest,
  command: (transaction: Transaction) => Promise<Response>,
): Promise<Response> {
  const key = readKey(request)
  if (key === null) return withTransaction(deps.database, command)
  const fingerprint = toFingerprint(request)
  const userId = actorOf(request).id
  const isThisKey = and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key))

  return withTransaction(deps.database, async (transaction) => {
    const claimedRows = await transaction
      .insert(idempotencyKeys)
      .values({ userId, key, fingerprint, createdAt: deps.clock.now() })
      .onConflictDoNothing()
      .returning()
    if (claimedRows.length === 0) {
      const [firstCall] = await transaction.select().from(idempotencyKeys).where(isThisKey)
      if (firstCall?.fingerprint !== fingerprint)
        throw conflict('This Idempotency-Key was already used for a different request')
      return firstCall.response as Response
    }
    const response = await command(transaction)
    await transaction.update(idempotencyKeys).set({ response }).where(isThisKey)
    return response
  })
}

/**
 * Looks up the stored answer to a call's `Idempotency-Key`. For work that calls a provider, which can't run
 * in one transaction and is safe to repeat: call this before the work, and `storeResponse` after it.
 * @returns the first answer; null if there is none yet
 * @throws AppError 400 for a malformed key, 409 for a key that was used with another call or body
 * @see docs/rules/README.md#idempotency-keys
 */
export async function findStoredResponse<Response extends object>(
  { database }: { database: Database },
  request: FastifyRequest,
): Promise<Response | null> {
  const key = readKey(request)
  if (key === null) return null
  const isThisKey = and(eq(idempotencyKeys.userId, actorOf(request).id), eq(idempotencyKeys.key, key))
  const [firstCall] = await database.select().from(idempotencyKeys).where(isThisKey)
  if (!firstCall) return null
  if (firstCall.fingerprint !== toFingerprint(request)) {
    throw conflict('This Idempotency-Key was already used for a different request')
  }
  return firstCall.response as Response
}

/**
 * Stores the answer under the call's `Idempotency-Key`, if it has one.
 * @returns the answer, or the one that another call with the same key has stored meanwhile
 * @throws AppError as `findStoredResponse`
 */
export async function storeResponse<Response extends object>(
  deps: { database: Database; clock: Clock },
  request: FastifyRequest,
  response: Response,
): Promise<Response> {
  const key = readKey(request)
  if (key === null) return response
  const userId = actorOf(request).id
  const fingerprint = toFingerprint(request)
  const { rowCount } = await deps.database
    .insert(idempotencyKeys)
    .values({ userId, key, fingerprint, response, createdAt: deps.clock.now() })
    .onConflictDoNothing()
  const isStored = rowCount === 1
  return isStored ? response : ((await findStoredResponse<Response>(deps, request)) ?? response)
}

/** Registers a job that runs every 30 minutes and deletes answers that are older than 7 days. */
export function idempotencyJobs({
  database,
  clock,
  jobs,
}: {
  database: Database
  clock: Clock
  jobs: Pick<Jobs, 'everyMinutes'>
}): void {
  jobs.everyMinutes(30, 'idempotency.remove-old', async () => {
    const keptSince = new Date(clock.now().getTime() - RETENTION_DAYS * DAY_MS)
    await database.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, keptSince))
  })
}
