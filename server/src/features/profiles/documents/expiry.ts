/** Reminds caregivers of documents that expire, and unlists those with one that has. */
import { countDaysLeft, EXPIRY_REMINDER_DAYS } from '@tendwell/contract/profiles/document-expiry'
import type { DocumentField } from '@tendwell/contract/profiles/profiles'
import { addDays, type LocalDate, toLocalDate } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { audit, findUser } from '../../people/index.ts'
import { lockCaregiverProfile } from '../caregivers/store.ts'
import { EXPIRED, type Expiry, listExpired, listExpiries, storeNotice, updateExpiry } from './expiry-store.ts'
import { listRenewals } from './renewals-store.ts'

type ExpiryDeps = Pick<Deps, 'clock' | 'database' | 'jobs'>
type Due = Expiry & { notice: number }

/** The zones that are ahead of UTC have the next day already. */
const DAYS_AHEAD = EXPIRY_REMINDER_DAYS[0] + 1

/**
 * Takes care of every notice that is due: reminders 60, 30 and 7 days before a document expires, and its
 * expiry. Each is sent once, however often and on however many nodes this runs.
 * @see docs/rules/profiles-and-files.md#expiry
 */
export async function noticeExpiries(deps: ExpiryDeps): Promise<void> {
  const due = await listDue(deps.database, deps.clock.now(), null)
  for (const caregiverId of new Set(due.map((expiry) => expiry.caregiverId))) {
    await withTransaction(deps.database, (transaction) => noticeOne(transaction, deps, caregiverId))
  }
}

async function noticeOne(transaction: Transaction, deps: ExpiryDeps, caregiverId: number): Promise<void> {
  const now = deps.clock.now()
  const profile = await lockCaregiverProfile(transaction, caregiverId)
  const user = await findUser(transaction, caregiverId)
  const due = await listDue(transaction, now, caregiverId)
  for (const { checkId, notice } of due) await storeNotice(transaction, { checkId, notice, at: now })
  if (due.some(({ notice }) => notice === EXPIRED)) await updateExpiry(transaction, caregiverId)
  const waiting = await listWaiting(transaction, caregiverId)
  const isNotified = user?.isActive === true && profile.verificationStatus === 'verified'
  for (const group of groupByDay(due)) {
    const event = toEvent(caregiverId, group)
    if (group.notice === EXPIRED) {
      await auditExpiry(transaction, now, event)
      if (isNotified) await publishExpired(transaction, deps, event, waiting)
      continue
    }
    const daysLeft = countDaysLeft(group.expiresOn, toLocalDate(now.getTime(), profile.timezone))
    const documents = group.fitting.filter((document) => !waiting.includes(document))
    if (!isNotified || documents.length === 0) continue
    await deps.jobs.publish(transaction, 'document.expiring', {
      ...event,
      documents,
      daysLeft,
      notice: group.notice,
    })
  }
}

/**
 * Notifies a caregiver whose account is active again of their documents that have expired, since nothing was
 * sent while it was not. What they were notified of before is left out. Call it in the same transaction,
 * after `refreshListing`. Does nothing for other roles.
 * @see docs/rules/profiles-and-files.md#expiry
 */
export async function announceExpired(
  transaction: Transaction,
  deps: Pick<Deps, 'jobs'>,
  userId: number,
): Promise<void> {
  const expired = await listExpired(transaction, userId)
  const waiting = await listWaiting(transaction, userId)
  for (const group of groupByDay(expired.map((expiry) => ({ ...expiry, notice: EXPIRED })))) {
    await publishExpired(transaction, deps, toEvent(userId, group), waiting)
  }
}

type ExpiryEvent = Pick<Group, 'documents' | 'checkIds' | 'expiresOn'> & { userId: number }

function toEvent(userId: number, { documents, checkIds, expiresOn }: Group): ExpiryEvent {
  return { userId, documents, checkIds, expiresOn }
}

function publishExpired(
  transaction: Transaction,
  deps: Pick<Deps, 'jobs'>,
  event: ExpiryEvent,
  waiting: readonly DocumentField[],
): Promise<void> {
  const isRenewing = event.documents.every((document) => waiting.includes(document))
  return deps.jobs.publish(transaction, 'document.expired', { ...event, isRenewing })
}

/** The documents of which a new file waits for a decision. */
async function listWaiting(transaction: Transaction, caregiverId: number): Promise<DocumentField[]> {
  const renewals = await listRenewals(transaction, caregiverId)
  return renewals.filter(({ fileId }) => fileId !== null).map(({ document }) => document)
}

async function listDue(
  reader: Parameters<typeof listExpiries>[0],
  now: Date,
  caregiverId: number | null,
): Promise<Due[]> {
  const until = addDays(toLocalDate(now.getTime(), 'UTC'), DAYS_AHEAD)
  const expiries = await listExpiries(reader, until, caregiverId)
  return expiries.flatMap((expiry) => {
    const notice = findNotice(countDaysLeft(expiry.expiresOn, toLocalDate(now.getTime(), expiry.zone)))
    const isDue = notice !== null && (expiry.lastNotice === null || expiry.lastNotice > notice)
    return isDue ? [{ ...expiry, notice }] : []
  })
}

/** The latest notice whose day has come; null before the first one. */
function findNotice(daysLeft: number): number | null {
  if (daysLeft <= 0) return EXPIRED
  return EXPIRY_REMINDER_DAYS.findLast((days) => daysLeft <= days) ?? null
}

/**
 * Whether the document was checked by the day of its reminder. Caregivers who were verified later get the
 * next reminder.
 */
function isFitting({ checkedAt, zone, expiresOn, notice }: Due): boolean {
  return toLocalDate(checkedAt.getTime(), zone) <= addDays(expiresOn, -notice)
}

type Group = {
  notice: number
  expiresOn: LocalDate
  checkIds: number[]
  documents: DocumentField[]
  fitting: DocumentField[]
}

/** Documents that expire on the same day, such as the two sides of an ID, share their notices. */
function groupByDay(due: readonly Due[]): Group[] {
  const groups = new Map<string, Group>()
  for (const expiry of due) {
    const { notice, expiresOn, checkId, document } = expiry
    const key = `${notice}:${expiresOn}`
    const group = groups.get(key) ?? { notice, expiresOn, checkIds: [], documents: [], fitting: [] }
    group.checkIds.push(checkId)
    group.documents.push(document)
    if (isFitting(expiry)) group.fitting.push(document)
    groups.set(key, group)
  }
  return [...groups.values()]
}

function auditExpiry(
  transaction: Transaction,
  at: Date,
  { userId, documents, expiresOn }: { userId: number; documents: DocumentField[]; expiresOn: LocalDate },
): Promise<void> {
  const after = { documents, expiresOn }
  return audit(transaction, {
    at,
    actorId: null,
    action: 'document.expired',
    subject: `user:${userId}`,
    after,
  })
}
