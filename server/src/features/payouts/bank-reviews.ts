/** One bank account belongs to one person. @see docs/rules/money.md#one-bank-account-one-person */
import type { BankReview, BankReviewBody } from '@tendwell/contract/bank-reviews'
import { and, asc, eq, ne } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { type Reader, withTransaction } from '../../platform/database.ts'
import { notFound, outdated } from '../../platform/errors.ts'
import { audit, findBans, findNames, users } from '../accounts/index.ts'
import { findAccount } from './queries.ts'
import { decideBankReview } from './store.ts'
import { payoutAccounts } from './tables.ts'

/** Who else has a bank account, or had it when they were banned. */
async function listMatches(
  reader: Reader,
  deps: Pick<Deps, 'secrets'>,
  userId: number,
  fingerprint: string,
): Promise<{ userId: number; isBanned: boolean }[]> {
  const others = await reader
    .select({ userId: payoutAccounts.userId })
    .from(payoutAccounts)
    .where(and(eq(payoutAccounts.bankFingerprint, fingerprint), ne(payoutAccounts.userId, userId)))
    .orderBy(asc(payoutAccounts.userId))
  const bans = await findBans(reader, deps, userId, [{ trait: 'bank_account', value: fingerprint }])
  const bannedIds = new Set(bans.map((ban) => ban.userId))
  const ids = new Set([...others.map((other) => other.userId), ...bannedIds])
  return [...ids].map((id) => ({ userId: id, isBanned: bannedIds.has(id) }))
}

/** Whether a bank account is somebody else's too. The caller holds `lockBank`. */
export async function isOfAnother(
  reader: Reader,
  deps: Pick<Deps, 'secrets'>,
  userId: number,
  fingerprint: string,
): Promise<boolean> {
  return (await listMatches(reader, deps, userId, fingerprint)).length > 0
}

/** The bank accounts that wait for a decision, oldest first. They name people, and no digits. */
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
    const matches = await listMatches(database, deps, userId, bankFingerprint ?? '')
    const names = await findNames(
      database,
      matches.map((match) => match.userId),
    )
    reviews.push({
      person_id: userId,
      name,
      opened_at: (bankReviewAt as Date).toISOString(),
      matches: matches.map((match) => ({
        person_id: match.userId,
        name: names.get(match.userId) ?? '',
        is_banned: match.isBanned,
      })),
    })
  }
  return reviews
}

/**
 * Approves or refuses a bank account that is somebody else's too. The caregiver gets an email with the reason.
 * @throws AppError 404 for a person without a payout account, 409 when no such review is open any more
 */
export async function decideOnBank(
  deps: Pick<Deps, 'clock' | 'database' | 'jobs'>,
  by: { actorId: number; address: string },
  userId: number,
  { decision, reason, opened_at: openedAt }: BankReviewBody,
): Promise<{ message: string }> {
  const at = deps.clock.now()
  await withTransaction(deps.database, async (transaction) => {
    if (!(await findAccount(transaction, userId))) throw notFound()
    const account = await decideBankReview(transaction, userId, new Date(openedAt), { decision, at })
    if (!account) throw outdated('bank account')
    await audit(transaction, {
      at,
      action: `bank-account.${decision}`,
      subject: `user:${userId}`,
      after: { reason },
      ...by,
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
