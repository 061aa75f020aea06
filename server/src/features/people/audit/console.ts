/** What the console shows of the audit log. @see docs/rules/console.md#audit-log */
import type { AuditAction, AuditQuery } from '@tendwell/contract/console/audit'
import { and, eq, gte, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { onDays } from '../../../platform/database/days.ts'
import type { WithoutPage } from '../../../platform/database/paging.ts'
import type { ListDeps, Part, SortedList } from '../../../platform/database/sorted-list.ts'
import { countWaiting, type Waiting } from '../../../platform/database/waiting.ts'
import { matchesUser } from '../list-filters.ts'
import { users } from '../tables.ts'
import { auditLog } from './tables.ts'
import { isLongUnsealed } from './unsealed.ts'

export type AuditRow = typeof auditLog.$inferSelect

type ListQuery = WithoutPage<Omit<AuditQuery, 'topic'>> & {
  /** Lists entries of these actions only. */
  actions?: readonly AuditAction[] | undefined
  /** Leaves out entries of these actions. */
  without?: readonly AuditAction[]
}

/** Matches entries whose actor has a name that contains `q`, or has `q` as their whole email address. */
function matchesActor(reader: Reader, q: string | undefined): SQL | undefined {
  const matches = matchesUser(q)
  return matches && inArray(auditLog.actorId, reader.select({ id: users.id }).from(users).where(matches))
}

const readRows = ({ database }: ListDeps, { where, orderBy, sortValue, limit, offset }: Part) =>
  database
    .select({ sortValue, result: auditLog })
    .from(auditLog)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)

/**
 * The console's list of the audit log. `date_from` and `date_to` are UTC days, both included. It is sorted by
 * id instead of time: entries are only ever added, so their ids rise with time.
 */
export const auditList: SortedList<ListQuery, AuditRow> = {
  from: auditLog,
  id: auditLog.id,
  sorts: { at: auditLog.id },
  defaultSort: '-at',
  match: async ({ database }, query) =>
    and(
      query.subject ? eq(auditLog.subject, query.subject) : undefined,
      query.actor_id ? eq(auditLog.actorId, query.actor_id) : undefined,
      query.actions ? inArray(auditLog.action, [...query.actions]) : undefined,
      query.without ? notInArray(auditLog.action, [...query.without]) : undefined,
      query.action ? eq(auditLog.action, query.action) : undefined,
      onDays(auditLog.at, query),
      matchesActor(database, query.q),
    ),
  read: (deps, part) => readRows(deps, part),
}

/** How many entries are still missing from the chain an hour after they were written, and since when. */
export const countLongUnsealed = (reader: Reader, now: Date): Promise<Waiting> =>
  countWaiting(reader, auditLog, auditLog.at, isLongUnsealed(now))

/**
 * The people and requests whose records or documents a member of staff has opened since a time, as subjects
 * of the audit log such as `user:12`.
 * @param actions the actions that count as opening. `document.opened` counts too if its entry has `isCounted`
 */
export async function listOpenedSubjects(
  reader: Reader,
  { actorId, since, actions }: { actorId: number; since: Date; actions: readonly AuditAction[] },
): Promise<string[]> {
  const rows = await reader
    .selectDistinct({ subject: auditLog.subject })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.actorId, actorId),
        gte(auditLog.at, since),
        or(
          inArray(auditLog.action, [...actions]),
          and(eq(auditLog.action, 'document.opened'), sql`${auditLog.after} ? 'isCounted'`),
        ),
        // Other subjects, such as the messages around a reported one, are left out.
        or(sql`${auditLog.subject} LIKE 'user:%'`, sql`${auditLog.subject} LIKE 'request:%'`),
      ),
    )
  return rows.map(({ subject }) => subject)
}
