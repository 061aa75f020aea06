import type { PersonTwoStep, TwoStepRecovery } from '@tendwell/contract/sign-in/two-step'
import { and, desc, eq, gt, type SQL } from 'drizzle-orm'
import type { Deps } from '../../../../deps.ts'
import type { Reader } from '../../../../platform/database/database.ts'
import { getOffset, type PageRequest } from '../../../../platform/database/paging.ts'
import { countWaiting, type Waiting } from '../../../../platform/database/waiting.ts'
import { forbidden, notFound } from '../../../../platform/errors.ts'
import type { Actor } from '../../../../platform/http/access.ts'
import { findNames, findUser, hashToken, listActiveStaff, listAuditEntries } from '../../../people/index.ts'
import { countRecoveryCodes } from '../factors/recovery-codes.ts'
import { listFactors } from '../factors/store.ts'
import { twoStepRecoveries } from '../tables.ts'
import { findApprovalObstacle, getApprovalTime, hasApprover, type Staff } from './approval.ts'
import type { RecoveryRow } from './store.ts'

/** Matches requests that still wait for a decision. */
function isOpenRecovery(now: Date): SQL | undefined {
  return and(eq(twoStepRecoveries.state, 'open'), gt(twoStepRecoveries.expiresAt, now))
}

/** How many requests wait for a decision, and since when. */
export const countOpenRecoveries = (reader: Reader, now: Date): Promise<Waiting> =>
  countWaiting(reader, twoStepRecoveries, twoStepRecoveries.requestedAt, isOpenRecovery(now))

export async function findRecovery(reader: Reader, id: number): Promise<RecoveryRow | null> {
  const [row] = await reader.select().from(twoStepRecoveries).where(eq(twoStepRecoveries.id, id))
  return row ?? null
}

/** Finds the request that a mailed link stops, open or not. */
export async function findRecoveryByToken(reader: Reader, token: string): Promise<RecoveryRow | null> {
  const [row] = await reader
    .select()
    .from(twoStepRecoveries)
    .where(eq(twoStepRecoveries.stopTokenHash, hashToken(token)))
  return row ?? null
}

/**
 * What staff see of someone's two-step sign-in.
 * @throws AppError 403 for a colleague's unless the actor is an admin, 404
 */
export async function getPersonTwoStep(
  deps: Pick<Deps, 'clock' | 'database'>,
  actor: Actor,
  userId: number,
): Promise<PersonTwoStep> {
  const { database } = deps
  const user = await findUser(database, userId)
  if (!user) throw notFound()
  if (user.role === 'admin' && actor.staffRole !== 'admin') throw forbidden()
  const { passkeys, app } = await listFactors(database, userId)
  const [newestRecovery] = await database
    .select()
    .from(twoStepRecoveries)
    .where(eq(twoStepRecoveries.userId, userId))
    .orderBy(desc(twoStepRecoveries.id))
    .limit(1)
  return {
    is_on: user.twoStepAt !== null,
    passkeys: passkeys.length,
    has_app: app !== null,
    recovery_codes_left: await countRecoveryCodes(database, userId),
    recovery: newestRecovery ? await readRecoveryResponse(deps, actor, newestRecovery) : null,
  }
}

/** One page of the requests that wait for a decision, oldest first. */
export async function listRecoveries(
  deps: Pick<Deps, 'clock' | 'database'>,
  actor: Actor,
  page: PageRequest,
) {
  const { clock, database } = deps
  const isOpen = isOpenRecovery(clock.now())
  const count = await database.$count(twoStepRecoveries, isOpen)
  const rows = await database
    .select()
    .from(twoStepRecoveries)
    .where(isOpen)
    .orderBy(twoStepRecoveries.id)
    .limit(page.page_size)
    .offset(getOffset(page))
  const context = await readResponseContext(deps, rows)
  const results = rows.map((row) => ({
    ...toRecoveryResponse(actor, row, context),
    person: context.toPerson(row.userId),
  }))
  return { count, results }
}

/** What staff see of a request. */
export async function readRecoveryResponse(
  deps: ReadDeps,
  actor: Actor,
  row: RecoveryRow,
): Promise<TwoStepRecovery> {
  return toRecoveryResponse(actor, row, await readResponseContext(deps, [row]))
}

type ReadDeps = { clock: Deps['clock']; database: Reader }

/** Reads what responses about requests need beside their rows: people's names and who may approve. */
async function readResponseContext({ clock, database }: ReadDeps, rows: RecoveryRow[]) {
  const ids = rows.flatMap(({ userId, requestedBy, decidedBy }) => [userId, requestedBy, decidedBy])
  const names = await findNames(database, ids)
  const toPerson = (id: number) => ({ id, name: names.get(id) ?? '' })
  return { now: clock.now(), staff: await readStaff(database), toPerson }
}

/** The API's answer about a request, as the actor sees it. */
function toRecoveryResponse(
  actor: Actor,
  row: RecoveryRow,
  { now, staff, toPerson }: Awaited<ReturnType<typeof readResponseContext>>,
): TwoStepRecovery {
  const isExpired = row.state === 'open' && row.expiresAt <= now
  const isOpen = row.state === 'open' && !isExpired
  const isInvolved = actor.id === row.requestedBy || actor.id === row.userId
  const canDecide = isOpen && actor.staffRole === 'admin' && !isInvolved
  return {
    id: row.id,
    state: isExpired ? 'expired' : row.state,
    reason: row.reason,
    requested_by: toPerson(row.requestedBy),
    requested_at: row.requestedAt.toISOString(),
    decided_by: row.decidedBy === null ? null : toPerson(row.decidedBy),
    decided_at: row.endedAt?.toISOString() ?? null,
    approvable_at: getApprovalTime(row.requestedAt).toISOString(),
    can_decide: canDecide,
    obstacle: canDecide ? findApprovalObstacle(row, actor.id, staff, now) : null,
    has_approver: hasApprover(row, staff, now),
  }
}

/**
 * Reads who is an active admin, and who admitted whom. Admissions are read from the audit log, because it
 * can't be rewritten.
 */
export async function readStaff(reader: Reader): Promise<Staff> {
  const admins = await listActiveStaff(reader, ['admin'])
  const entries = await listAuditEntries(
    reader,
    ['staff.joined', 'staff.role-changed', 'staff.activated'],
    {},
  )
  const admissions = entries.flatMap(({ action, actorId, subject, after, at }) => {
    const sponsorId = action === 'staff.joined' ? (after as { invitedBy: number }).invitedBy : actorId
    return sponsorId === null ? [] : { userId: Number(subject.split(':')[1]), sponsorId, at }
  })
  return { adminIds: admins.map(({ id }) => id), admissions }
}
