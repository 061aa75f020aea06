import {
  type AuditAction,
  type AuditEntry,
  type AuditQuery,
  VERIFICATION_ACTIONS,
} from '@tendwell/contract/console/audit'
import { and, not } from 'drizzle-orm'
import type { WithoutPage } from '../../../platform/database/paging.ts'
import {
  composeList,
  type ListDeps,
  readPage,
  type SortedList,
} from '../../../platform/database/sorted-list.ts'
import type { Actor } from '../../../platform/http/access.ts'
import {
  type AuditRow,
  countAudited,
  findNames,
  isGivenAwayEntry,
  auditList as ofPeople,
} from '../../people/index.ts'
import { isEntryOfOpenChange } from '../../staff/index.ts'
import { maskEmail } from '../people/masking.ts'
import { getUserId, refuseColleagues } from '../subjects.ts'

type Query = Omit<AuditQuery, 'topic'> & {
  topic?: AuditQuery['topic'] | 'verification'
  /** The actions that are left out. */
  without?: readonly AuditAction[]
}

const withNames = composeList(ofPeople, async ({ database }, rows) => {
  const people = rows.flatMap((entry) => [
    entry.actorId,
    getUserId(entry.subject),
    ...listPeople(entry.before),
    ...listPeople(entry.after),
  ])
  const names = await findNames(database, people)
  const times = await countAudited(
    database,
    rows.map(({ id }) => id),
  )
  return rows.map((entry) => toEntry(entry, names, times.get(entry.id) ?? 1))
})

/** The audit log, without the changes of the viewer that wait. */
export const auditList: SortedList<WithoutPage<Query>, AuditEntry> = {
  ...withNames,
  match: async (deps, { topic, ...query }) =>
    and(
      deps.viewerId ? not(isEntryOfOpenChange(deps.viewerId)) : undefined,
      topic === 'given_away' ? isGivenAwayEntry : undefined,
      await withNames.match(deps, {
        ...query,
        actions: topic === 'verification' ? VERIFICATION_ACTIONS : undefined,
      }),
    ),
}

/** Lists one page of the audit log. @see docs/rules/console.md#audit-log */
export const listAuditEntries = (deps: ListDeps, query: Query) => readPage(deps, auditList, query)

/**
 * Lists one page of what was done to a record.
 * @throws AppError 403 for the record of a member of staff, unless the actor may read the whole audit log
 * @see docs/rules/console.md#records
 */
export async function listHistory(
  deps: ListDeps,
  actor: Actor,
  query: Query & { subject: string },
): Promise<{ count: number; results: AuditEntry[] }> {
  await refuseColleagues(deps.database, actor, query.subject)
  const isFinance = actor.staffRole === 'finance'
  const { count, results } = await listAuditEntries(
    { ...deps, viewerId: actor.id },
    isFinance ? { ...query, without: UNKNOWN_TO_FINANCE } : query,
  )
  if (actor.staffRole === 'admin') return { count, results }
  return { count, results: results.map((entry) => forRole(withoutEmail(entry), isFinance)) }
}

/**
 * What only support and admins may learn of at all.
 * @see docs/rules/safety.md#what-caregivers-say-of-families
 */
const UNKNOWN_TO_FINANCE: readonly AuditAction[] = ['family-answers.looked-at']

/**
 * Of the other actions finance learns that they happened, and no details: those tell of papers, reports and
 * messages.
 */
const OPEN_TO_FINANCE = /^(?:payments?|refund|payout|bank-account|booking|reconciliation)\./
/** The same for support, who see no payouts. */
const CLOSED_TO_SUPPORT = /^(?:payout|bank-account|reconciliation)\./

const withoutDetails = (entry: AuditEntry): AuditEntry => ({ ...entry, before: null, after: null })

/** The emails of colleagues are for admins. */
const withoutEmail = (entry: AuditEntry): AuditEntry => ({
  ...entry,
  actor: entry.actor && { ...entry.actor, email: null },
})

function forRole(entry: AuditEntry, isFinance: boolean): AuditEntry {
  if (!isFinance) return CLOSED_TO_SUPPORT.test(entry.action) ? withoutDetails(entry) : entry
  return { ...(OPEN_TO_FINANCE.test(entry.action) ? entry : withoutDetails(entry)), address: null }
}

function toEntry(
  { actorId, actorEmail, ...entry }: AuditRow,
  names: ReadonlyMap<number, string>,
  times: number,
): AuditEntry {
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    action: entry.action as AuditAction,
    actor: actorId === null ? null : { id: actorId, name: names.get(actorId) ?? '', email: actorEmail },
    subject: entry.subject,
    subject_name: names.get(getUserId(entry.subject) ?? 0) ?? null,
    before: toFields(entry, entry.before, names),
    after: toFields(entry, entry.after, names),
    address: entry.address,
    times,
  }
}

/** The fields that hold a person's id. They are answered as names. */
const PERSON_FIELDS: readonly string[] = [
  'askedBy',
  'assigneeId',
  'invitedBy',
  'requestedBy',
  'person_id',
  'actor_id',
]

const isPerson = (field: string, value: unknown): value is number =>
  PERSON_FIELDS.includes(field) && typeof value === 'number'

function listPeople(stored: unknown): number[] {
  return Object.entries(stored ?? {}).flatMap(([field, value]) => (isPerson(field, value) ? [value] : []))
}

/** The numbers of visits look like those of other bookings, so people read the visits' times instead. */
const HIDDEN_FIELDS: readonly string[] = ['bookingIds']

/**
 * The fields that hold an email. In entries about a person it is theirs, so it is masked as on their record.
 */
const EMAIL_FIELDS: readonly string[] = ['email', 'restoredEmail']

function toFields(
  { subject }: Pick<AuditRow, 'subject'>,
  stored: unknown,
  names: ReadonlyMap<number, string>,
): Record<string, unknown> | null {
  if (stored === null || typeof stored !== 'object') return null
  const isAboutPerson = getUserId(subject) !== null
  const toText = (field: string, value: unknown) => {
    if (isPerson(field, value)) return names.get(value) || `Person #${value}`
    const isEmail = isAboutPerson && EMAIL_FIELDS.includes(field) && typeof value === 'string'
    return isEmail ? maskEmail(value) : value
  }
  return Object.fromEntries(
    Object.entries(stored)
      .filter(([field]) => !HIDDEN_FIELDS.includes(field))
      .map(([field, value]) => [field, toText(field, value)]),
  )
}
