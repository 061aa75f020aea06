/**
 * Reviews of bank accounts that more than one person entered.
 * @see docs/rules/money.md#one-bank-account-one-person
 */
import type { BankReview, BankReviewBody } from '@tendwell/contract/payments/bank-reviews'
import { and, asc, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { type Reader, type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { countWaiting, type Waiting } from '../../../platform/database/waiting.ts'
import { notFound, outdated } from '../../../platform/errors.ts'
import type { StaffActor } from '../../../platform/http/access.ts'
import {
  audit,
  findNames,
  listBansOfOthers,
  listTraitHashes,
  toHashedTrait,
  users,
} from '../../people/index.ts'
import { findAccount } from '../queries.ts'
import { decideBankReview, lockAccount, lockBank, rememberBank, setBankVerdict } from '../store.ts'
import { bankHistory, payoutAccounts } from '../tables.ts'
import { type BankUse, type BankVerdict, needsReview } from './bank-use.ts'

/** The keyed hashes of a bank account, one for each accepted key. */
const listBankAccountHashes = (deps: Pick<Deps, 'secrets'>, fingerprint: string) =>
  listTraitHashes(deps, [{ trait: 'bank_account', value: fingerprint }])

/**
 * Another person who entered a bank account or was banned with it. `isCurrent`: their payouts go to it now.
 */
type OtherHolder = BankUse & { userId: number; isBanned: boolean; isCurrent: boolean }

/**
 * The other people who entered a bank account or were banned with it: first those who entered it, by the
 * time, then those who are only banned with it.
 */
async function listOtherHolders(
  reader: Reader,
  deps: Pick<Deps, 'secrets'>,
  userId: number,
  fingerprint: string,
): Promise<OtherHolder[]> {
  const hashes = listBankAccountHashes(deps, fingerprint)
  const enteredRows = await reader
    .select({
      userId: bankHistory.userId,
      at: bankHistory.enteredAt,
      isCurrent: sql<boolean>`${payoutAccounts.bankFingerprint} IS NOT DISTINCT FROM ${fingerprint}`,
    })
    .from(bankHistory)
    .leftJoin(payoutAccounts, eq(payoutAccounts.userId, bankHistory.userId))
    .where(and(inArray(bankHistory.hash, hashes), ne(bankHistory.userId, userId)))
    .orderBy(asc(bankHistory.enteredAt), asc(bankHistory.userId))
  const bannedAtByUser = new Map(
    (await listBansOfOthers(reader, userId, hashes)).map((ban) => [ban.userId, ban.bannedAt] as const),
  )
  const otherHolders = new Map<number, OtherHolder>()
  for (const { userId: id, at, isCurrent } of enteredRows) {
    otherHolders.set(id, { userId: id, since: at, isCurrent, isBanned: false })
  }
  for (const [id, at] of bannedAtByUser) {
    const isCurrent = otherHolders.get(id)?.isCurrent ?? false
    otherHolders.set(id, { userId: id, since: at, isCurrent, isBanned: true })
  }
  return [...otherHolders.values()]
}

/**
 * Records that a caregiver entered a bank account, and returns whether staff have to review it. The caller
 * holds `lockBank`.
 * @see docs/rules/money.md#one-bank-account-one-person
 */
export async function recordEnteredBank(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  userId: number,
  fingerprint: string,
): Promise<{ isInReview: boolean }> {
  const otherHolders = await listOtherHolders(transaction, deps, userId, fingerprint)
  const verdict = await findVerdict(transaction, deps, userId, fingerprint)
  const bank = toHashedTrait(deps, { trait: 'bank_account', value: fingerprint })
  if (bank) await rememberBank(transaction, { userId, hash: bank.hash, enteredAt: deps.clock.now() })
  return { isInReview: needsReview(otherHolders, verdict) }
}

/** What staff last decided on a bank account for a person; null if they never did. */
async function findVerdict(
  reader: Reader,
  deps: Pick<Deps, 'secrets'>,
  userId: number,
  fingerprint: string,
): Promise<BankVerdict | null> {
  const isDecided = and(
    eq(bankHistory.userId, userId),
    inArray(bankHistory.hash, listBankAccountHashes(deps, fingerprint)),
    isNotNull(bankHistory.verdict),
  )
  const [row] = await reader
    .select({ verdict: bankHistory.verdict, at: bankHistory.verdictAt })
    .from(bankHistory)
    .where(isDecided)
    .orderBy(desc(bankHistory.verdictAt))
    .limit(1)
  return row?.verdict && row.at ? { verdict: row.verdict, at: row.at } : null
}

/** The keyed hashes of all bank accounts that a person entered. */
export async function listBankHashes(reader: Reader, userId: number): Promise<string[]> {
  const rows = await reader
    .select({ hash: bankHistory.hash })
    .from(bankHistory)
    .where(eq(bankHistory.userId, userId))
    .orderBy(asc(bankHistory.hash))
  return rows.map(({ hash }) => hash)
}

/** The ids of the people who entered one of the bank accounts with these keyed hashes. */
export async function listUsersOfBanks(reader: Reader, hashes: readonly string[]): Promise<number[]> {
  const rows = await reader
    .selectDistinct({ id: bankHistory.userId })
    .from(bankHistory)
    .where(inArray(bankHistory.hash, [...hashes]))
  return rows.map(({ id }) => id)
}

/**
 * When a review was opened or, if another person entered the bank account or was banned with it later, when
 * that was. So a decision on what staff saw before is refused as outdated.
 */
function getOpenedAt(bankReviewAt: Date, otherHolders: readonly OtherHolder[]): Date {
  return new Date(Math.max(bankReviewAt.getTime(), ...otherHolders.map(({ since }) => since.getTime())))
}

/** The bank accounts that wait for a decision, longest wait first, without any digits of their numbers. */
export async function listBankReviews(deps: Pick<Deps, 'database' | 'secrets'>): Promise<BankReview[]> {
  const { database } = deps
  const rows = await database
    .select({ account: payoutAccounts, name: users.fullName })
    .from(payoutAccounts)
    .innerJoin(users, eq(users.id, payoutAccounts.userId))
    .where(eq(payoutAccounts.bankReview, 'open'))
    .orderBy(asc(payoutAccounts.bankReviewAt))
  const reviews: BankReview[] = []
  for (const { account, name } of rows) {
    const { userId, bankFingerprint, bankReviewAt } = account
    const otherHolders = await listOtherHolders(database, deps, userId, bankFingerprint ?? '')
    const names = await findNames(
      database,
      otherHolders.map((holder) => holder.userId),
    )
    const earlierVerdict = await findVerdict(database, deps, userId, bankFingerprint ?? '')
    reviews.push({
      person_id: userId,
      name,
      opened_at: getOpenedAt(bankReviewAt as Date, otherHolders).toISOString(),
      earlier: earlierVerdict && { decision: earlierVerdict.verdict, at: earlierVerdict.at.toISOString() },
      matches: otherHolders.map((holder) => ({
        person_id: holder.userId,
        name: names.get(holder.userId) ?? '',
        is_banned: holder.isBanned,
        is_current: holder.isCurrent,
      })),
    })
  }
  return reviews
}

/**
 * Approves or refuses a bank account that other people have or had too. The caregiver gets an email with the
 * reason.
 * @throws AppError 404 for a person without a payout account, 409 when the review that staff were shown is no
 *   longer open
 */
export async function decideOnBank(
  deps: Pick<Deps, 'clock' | 'database' | 'jobs' | 'secrets'>,
  staff: StaffActor,
  userId: number,
  { decision, reason, opened_at: openedAt }: BankReviewBody,
): Promise<{ message: string }> {
  const at = deps.clock.now()
  await withTransaction(deps.database, async (transaction) => {
    const accountBeforeLock = await findAccount(transaction, userId)
    if (!accountBeforeLock) throw notFound()
    // The same order of locks as in `refreshAccount`: the bank account, then the payout account.
    await lockBank(transaction, accountBeforeLock.bankFingerprint ?? '')
    const account = await lockAccount(transaction, userId)
    const fingerprint = account?.bankFingerprint ?? ''
    const isSameOpenReview =
      fingerprint === (accountBeforeLock.bankFingerprint ?? '') && account?.bankReview === 'open'
    if (!isSameOpenReview || !account.bankReviewAt) throw outdated('bank account')
    const otherHolders = await listOtherHolders(transaction, deps, userId, fingerprint)
    const openedAtNow = getOpenedAt(account.bankReviewAt, otherHolders)
    if (openedAtNow.getTime() !== Date.parse(openedAt)) throw outdated('bank account')
    await decideBankReview(transaction, userId, { decision, at })
    await setBankVerdict(transaction, userId, listBankAccountHashes(deps, fingerprint), { decision, at })
    await audit(transaction, {
      at,
      action: `bank-account.${decision}`,
      subject: `user:${userId}`,
      after: { reason },
      actorId: staff.actor.id,
      address: staff.address,
    })
    await deps.jobs.publish(transaction, 'bank-review.decided', {
      userId,
      last4: account.bankLast4 ?? '',
      decision,
      reason,
      at: at.toISOString(),
    })
  })
  return { message: decision === 'approved' ? 'Bank account approved' : 'Bank account refused' }
}

/** How many bank accounts wait for a decision, and since when. */
export function countOpenBankReviews(reader: Reader): Promise<Waiting> {
  const { bankReview, bankReviewAt } = payoutAccounts
  return countWaiting(reader, payoutAccounts, bankReviewAt, eq(bankReview, 'open'))
}
