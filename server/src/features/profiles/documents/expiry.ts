/** Reminds caregivers of documents that will expire, and unlists caregivers whose document has expired. */
import { countDaysLeft, EXPIRY_REMINDER_DAYS } from '@tendwell/contract/profiles/document-expiry'
import type { DocumentField } from '@tendwell/contract/profiles/profiles'
import { addDays, type LocalDate, toLocalDate } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { audit, findUser } from '../../people/index.ts'
import { lockCaregiverProfile } from '../caregivers/store.ts'
import {
  EXPIRED,
  type Expiry,
  listExpiredDocuments,
  listExpiries,
  refreshHasExpiredDocument,
  storeNotice,
} from './expiry-store.ts'
import { listRenewals } from './renewals-store.ts'

type ExpiryDeps = Pick<Deps, 'clock' | 'database' | 'jobs'>
/** A notice that is due, in days before the expiry. */
type DueNotice = Expiry & { notice: number }

/**
 * The first reminder's days before an expiry, and one more: zones ahead of UTC may have the next day already.
 */
const DAYS_AHEAD = EXPIRY_REMINDER_DAYS[0] + 1

/**
 * Handles every notice that is due: the reminders 60, 30 and 7 days before a document expires, and the notice
 * on the day of its expiry. Each notice is sent once, however often and on however many nodes this runs.
 * @see docs/rules/profiles-and-files.md#expiry
 */
export async function handleDueExpiryNotices(deps: ExpiryDeps): Promise<void> {
  const dueNotices = await listDueNotices(deps.database, deps.clock.now(), null)
  for (const caregiverId of new Set(dueNotices.map((expiry) => expiry.caregiverId))) {
    await withTransaction(deps.database, (transaction) => handleNoticesOf(transaction, deps, caregiverId))
  }
}

/**
 * Handles the due notices of one caregiver, under the lock of their profile. All are recorded. None is sent
 * to a caregiver who isn't active and verified, and no reminder of a document that was checked after the
 * reminder's day or of which a new file waits.
 */
async function handleNoticesOf(
  transaction: Transaction,
  deps: ExpiryDeps,
  caregiverId: number,
): Promise<void> {
  const now = deps.clock.now()
  const profile = await lockCaregiverProfile(transaction, caregiverId)
  const user = await findUser(transaction, caregiverId)
  const dueNotices = await listDueNotices(transaction, now, caregiverId)
  for (const { checkId, notice } of dueNotices) await storeNotice(transaction, { checkId, notice, at: now })
  if (dueNotices.some(({ notice }) => notice === EXPIRED))
    await refreshHasExpiredDocument(transaction, caregiverId)
  const renewingDocuments = await listRenewingDocuments(transaction, caregiverId)
  const isNotified = user?.isActive === true && profile.verificationStatus === 'verified'
  for (const group of groupByDay(dueNotices)) {
    const event = toEvent(caregiverId, group)
    if (group.notice === EXPIRED) {
      await auditExpiry(transaction, now, event)
      if (isNotified) await publishExpired(transaction, deps, event, renewingDocuments)
      continue
    }
    const daysLeft = countDaysLeft(group.expiresOn, toLocalDate(now.getTime(), profile.timezone))
    const documents = group.checkedInTime.filter((document) => !renewingDocuments.includes(document))
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
 * Notifies a caregiver whose account becomes active again of the documents that expired while it was
 * inactive, because nothing was sent meanwhile. (A notice that they had before has the same cause and isn't
 * repeated.) Call this in the transaction that activates the account, after `refreshListing`. Does nothing
 * for people who aren't caregivers.
 * @see docs/rules/profiles-and-files.md#expiry
 */
export async function announceExpiredDocuments(
  transaction: Transaction,
  deps: Pick<Deps, 'jobs'>,
  userId: number,
): Promise<void> {
  const expiredDocuments = await listExpiredDocuments(transaction, userId)
  const renewingDocuments = await listRenewingDocuments(transaction, userId)
  for (const group of groupByDay(expiredDocuments.map((expiry) => ({ ...expiry, notice: EXPIRED })))) {
    await publishExpired(transaction, deps, toEvent(userId, group), renewingDocuments)
  }
}

type ExpiryEvent = Pick<ExpiryGroup, 'documents' | 'checkIds' | 'expiresOn'> & { userId: number }

function toEvent(userId: number, { documents, checkIds, expiresOn }: ExpiryGroup): ExpiryEvent {
  return { userId, documents, checkIds, expiresOn }
}

/** @param renewingDocuments the caregiver's documents of which a new file waits for a decision */
function publishExpired(
  transaction: Transaction,
  deps: Pick<Deps, 'jobs'>,
  event: ExpiryEvent,
  renewingDocuments: readonly DocumentField[],
): Promise<void> {
  const isRenewing = event.documents.every((document) => renewingDocuments.includes(document))
  return deps.jobs.publish(transaction, 'document.expired', { ...event, isRenewing })
}

/** A caregiver's documents of which a new file waits for a decision. */
async function listRenewingDocuments(
  transaction: Transaction,
  caregiverId: number,
): Promise<DocumentField[]> {
  const renewals = await listRenewals(transaction, caregiverId)
  return renewals.filter(({ fileId }) => fileId !== null).map(({ document }) => document)
}

/** Lists the due notices of one caregiver, or of all for null. A day begins in the caregiver's zone. */
async function listDueNotices(
  reader: Parameters<typeof listExpiries>[0],
  now: Date,
  caregiverId: number | null,
): Promise<DueNotice[]> {
  const until = addDays(toLocalDate(now.getTime(), 'UTC'), DAYS_AHEAD)
  const expiries = await listExpiries(reader, until, caregiverId)
  return expiries.flatMap((expiry) => {
    const notice = findCurrentNotice(countDaysLeft(expiry.expiresOn, toLocalDate(now.getTime(), expiry.zone)))
    const isDue = notice !== null && (expiry.lastNotice === null || expiry.lastNotice > notice)
    return isDue ? [{ ...expiry, notice }] : []
  })
}

/**
 * The notice for this many days before the expiry: `EXPIRED`, 7, 30 or 60; null if it is too early for any.
 */
function findCurrentNotice(daysLeft: number): number | null {
  if (daysLeft <= 0) return EXPIRED
  return EXPIRY_REMINDER_DAYS.findLast((days) => daysLeft <= days) ?? null
}

/**
 * Whether the document was checked on or before the day of this reminder. If it was checked later, the
 * caregiver gets the next reminder only.
 */
function wasCheckedInTime({ checkedAt, zone, expiresOn, notice }: DueNotice): boolean {
  return toLocalDate(checkedAt.getTime(), zone) <= addDays(expiresOn, -notice)
}

type ExpiryGroup = {
  notice: number
  expiresOn: LocalDate
  checkIds: number[]
  documents: DocumentField[]
  checkedInTime: DocumentField[]
}

/** Groups documents that expire on the same day, such as the two sides of an ID: they share one notice. */
function groupByDay(dueNotices: readonly DueNotice[]): ExpiryGroup[] {
  const groups = new Map<string, ExpiryGroup>()
  for (const expiry of dueNotices) {
    const { notice, expiresOn, checkId, document } = expiry
    const key = `${notice}:${expiresOn}`
    const group = groups.get(key) ?? { notice, expiresOn, checkIds: [], documents: [], checkedInTime: [] }
    group.checkIds.push(checkId)
    group.documents.push(document)
    if (wasCheckedInTime(expiry)) group.checkedInTime.push(document)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Records in the audit log that documents have expired, which nobody did. */
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
