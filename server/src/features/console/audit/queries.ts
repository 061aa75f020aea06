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
  auditList as storedEntryList,
} from '../../people/index.ts'
import { isEntryOfOpenChange } from '../../staff/index.ts'
import { maskEmail } from '../people/masking.ts'
import { getUserId, requireAdminForStaffRecord } from '../subjects.ts'

/** The filters of the audit log. The topic `verification` is only in the history of a record. */
type AuditListQuery = Omit<AuditQuery, 'topic'> & {
  topic?: AuditQuery['topic'] | 'verification'
  /** Leaves out entries of these actions. */
  without?: readonly AuditAction[]
}

/** The list of audit entries, with the names of the people in them and how often each was repeated. */
const listWithNames = composeList(storedEntryList, async ({ database }, rows) => {
  const people = rows.flatMap((entry) => [
    entry.actorId,
    getUserId(entry.subject),
    ...listPersonIds(entry.before),
    ...listPersonIds(entry.after),
  ])
  const names = await findNames(database, people)
  const times = await countAudited(
    database,
    rows.map(({ id }) => id),
  )
  return rows.map((entry) => toEntry(entry, names, times.get(entry.id) ?? 1))
})

/** The audit log. It leaves out open requests for a staff change that concern the viewer. */
export const auditList: SortedList<WithoutPage<AuditListQuery>, AuditEntry> = {
  ...listWithNames,
  match: async (deps, { topic, ...query }) =>
    and(
      deps.viewerId ? not(isEntryOfOpenChange(deps.viewerId)) : undefined,
      topic === 'given_away' ? isGivenAwayEntry : undefined,
      await listWithNames.match(deps, {
        ...query,
        actions: topic === 'verification' ? VERIFICATION_ACTIONS : undefined,
      }),
    ),
}

/** Lists one page of the audit log. @see docs/rules/console.md#audit-log */
export const listAuditEntries = (deps: ListDeps, query: AuditListQuery) => readPage(deps, auditList, query)

/**
 * Lists one page of the audit log's entries about a record, with what the actor's staff role may see of each.
 * @throws AppError 403 for the record of a member of staff, unless the actor may read the whole audit log
 * @see docs/rules/console.md#records
 */
export async function listHistory(
  deps: ListDeps,
  actor: Actor,
  query: AuditListQuery & { subject: string },
): Promise<{ count: number; results: AuditEntry[] }> {
  await requireAdminForStaffRecord(deps.database, actor, query.subject)
  const isFinance = actor.staffRole === 'finance'
  const { count, results } = await listAuditEntries(
    { ...deps, viewerId: actor.id },
    isFinance ? { ...query, without: HIDDEN_FROM_FINANCE } : query,
  )
  if (actor.staffRole === 'admin') return { count, results }
  return { count, results: results.map((entry) => redactForRole(withoutEmail(entry), { isFinance })) }
}

/**
 * Actions of which finance don't even see that they happened.
 * @see docs/rules/safety.md#what-caregivers-say-of-families
 */
const HIDDEN_FROM_FINANCE: readonly AuditAction[] = ['family-answers.looked-at']

/**
 * Actions of which finance see the details. Of all others they only see that they happened, because the
 * details are about papers, reports and messages.
 */
const DETAILED_FOR_FINANCE = /^(?:payments?|refund|payout|bank-account|booking|reconciliation)\./
/** Actions of which support see no details, because they are about payouts. */
const WITHOUT_DETAILS_FOR_SUPPORT = /^(?:payout|bank-account|reconciliation)\./

const withoutDetails = (entry: AuditEntry): AuditEntry => ({ ...entry, before: null, after: null })

/** Removes the actor's email, because only admins see those of colleagues. */
const withoutEmail = (entry: AuditEntry): AuditEntry => ({
  ...entry,
  actor: entry.actor && { ...entry.actor, email: null },
})

/** Removes from an entry what finance, or otherwise support, may not see. */
function redactForRole(entry: AuditEntry, { isFinance }: { isFinance: boolean }): AuditEntry {
  if (!isFinance) return WITHOUT_DETAILS_FOR_SUPPORT.test(entry.action) ? withoutDetails(entry) : entry
  return { ...(DETAILED_FOR_FINANCE.test(entry.action) ? entry : withoutDetails(entry)), address: null }
}

/** An entry as the contract has it. @param times how often the action was repeated within the hour */
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

/** The fields of `before` and `after` that hold a person's id, which staff see as a name. */
const PERSON_FIELDS: readonly string[] = [
  'askedBy',
  'assigneeId',
  'invitedBy',
  'requestedBy',
  'person_id',
  'actor_id',
]

/** Whether a field of `before` or `after` holds a person's id. */
const isPersonId = (field: string, value: unknown): value is number =>
  PERSON_FIELDS.includes(field) && typeof value === 'number'

/** The ids of people in the fields of `before` or `after`. */
function listPersonIds(storedFields: unknown): number[] {
  return Object.entries(storedFields ?? {}).flatMap(([field, value]) =>
    isPersonId(field, value) ? [value] : [],
  )
}

/** Fields that are left out: ids of visits could be taken for ids of bookings. */
const HIDDEN_FIELDS: readonly string[] = ['bookingIds']

/**
 * The fields that hold an email. In an entry about a person it is their email, which is masked as on their
 * record.
 */
const EMAIL_FIELDS: readonly string[] = ['email', 'restoredEmail']

/** `before` or `after` of an entry as staff see it: names for ids, and masked emails of people. */
function toFields(
  { subject }: Pick<AuditRow, 'subject'>,
  storedFields: unknown,
  names: ReadonlyMap<number, string>,
): Record<string, unknown> | null {
  if (storedFields === null || typeof storedFields !== 'object') return null
  const isAboutPerson = getUserId(subject) !== null
  const toText = (field: string, value: unknown) => {
    if (isPersonId(field, value)) return names.get(value) || `Person #${value}`
    const isEmail = isAboutPerson && EMAIL_FIELDS.includes(field) && typeof value === 'string'
    return isEmail ? maskEmail(value) : value
  }
  return Object.fromEntries(
    Object.entries(storedFields)
      .filter(([field]) => !HIDDEN_FIELDS.includes(field))
      .map(([field, value]) => [field, toText(field, value)]),
  )
}
