import { and, asc, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/database/database.ts'
import { lockByName } from '../../platform/database/locks.ts'
import { transition } from '../../platform/database/transition.ts'
import { notFound } from '../../platform/errors.ts'
import type { AccountState, Bank } from '../../ports/payments/port.ts'
import { type PayoutAction, TRANSITIONS } from './payout.ts'
import { bankHistory, type Payout, type PayoutAccount, payoutAccounts, payouts } from './tables.ts'

const BATCH_SIZE = 200
const UNFINISHED_STATES = ['pending', 'processing', 'returning'] as const

/** Locks a caregiver's payout account; inserts one without the provider's id if there is none. */
export async function claimAccount(
  transaction: Transaction,
  values: { userId: number; provider: string; now: Date },
): Promise<PayoutAccount> {
  const { userId, provider, now } = values
  await transaction
    .insert(payoutAccounts)
    .values({ userId, provider, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
  return (await lockAccount(transaction, userId)) as PayoutAccount
}

/** Locks a caregiver's payout account; null if they have none. */
export async function lockAccount(transaction: Transaction, userId: number): Promise<PayoutAccount | null> {
  const [account] = await transaction
    .select()
    .from(payoutAccounts)
    .where(eq(payoutAccounts.userId, userId))
    .for('update')
  return account ?? null
}

/** Stores the provider's id of a caregiver's account, unless one is stored. */
export async function setAccountId(
  transaction: Transaction,
  userId: number,
  accountId: string,
  updatedAt: Date,
): Promise<void> {
  await transaction
    .update(payoutAccounts)
    .set({ accountId, updatedAt })
    .where(and(eq(payoutAccounts.userId, userId), sql`${payoutAccounts.accountId} IS NULL`))
}

/** Stores what the provider says of a caregiver's account, without the bank account. */
export async function setAccountState(
  transaction: Transaction,
  userId: number,
  { detailsSubmitted, payoutsEnabled }: AccountState,
  updatedAt: Date,
): Promise<void> {
  await transaction
    .update(payoutAccounts)
    .set({ detailsSubmitted, payoutsEnabled, updatedAt })
    .where(eq(payoutAccounts.userId, userId))
}

/** Locks a bank account by its fingerprint, so that only one transaction at a time records who has it. */
export async function lockBank(transaction: Transaction, fingerprint: string): Promise<void> {
  await lockByName(transaction, `bank ${fingerprint}`)
}

/**
 * Stores the bank account that a caregiver has entered.
 * @param entered.bankChangedAt null for a first bank account, which holds no payouts back
 * @param entered.reviewAt when a review of the bank account was opened; null without a review
 */
export async function setBank(
  transaction: Transaction,
  userId: number,
  { fingerprint, last4 }: Bank,
  { bankChangedAt, reviewAt }: { bankChangedAt: Date | null; reviewAt: Date | null },
): Promise<void> {
  await transaction
    .update(payoutAccounts)
    .set({
      bankFingerprint: fingerprint,
      bankLast4: last4,
      bankChangedAt,
      openedOnNewDevice: false,
      bankDisownedAt: null,
      bankReview: reviewAt && 'open',
      bankReviewAt: reviewAt,
    })
    .where(eq(payoutAccounts.userId, userId))
}

/** Records when a person last entered a bank account, by its keyed hash. */
export async function rememberBank(
  transaction: Transaction,
  entered: { userId: number; hash: string; enteredAt: Date },
): Promise<void> {
  await transaction
    .insert(bankHistory)
    .values(entered)
    .onConflictDoUpdate({
      target: [bankHistory.userId, bankHistory.hash],
      set: { enteredAt: entered.enteredAt },
    })
}

/**
 * Records in a person's bank history what staff decided on one of their bank accounts.
 * @param hashes of the bank account, one for each accepted key
 */
export async function setBankVerdict(
  transaction: Transaction,
  userId: number,
  hashes: readonly string[],
  { decision, at }: { decision: 'approved' | 'refused'; at: Date },
): Promise<void> {
  await transaction
    .update(bankHistory)
    .set({ verdict: decision, verdictAt: at })
    .where(and(eq(bankHistory.userId, userId), inArray(bankHistory.hash, [...hashes])))
}

/** Records that the page for bank details was opened from a device that is new to the account. */
export async function setOpenedOnNewDevice(transaction: Transaction, userId: number): Promise<void> {
  await transaction
    .update(payoutAccounts)
    .set({ openedOnNewDevice: true })
    .where(eq(payoutAccounts.userId, userId))
}

/** Ends the review of a caregiver's present bank account. The caller has locked the payout account. */
export async function decideBankReview(
  transaction: Transaction,
  userId: number,
  { decision, at }: { decision: 'approved' | 'refused'; at: Date },
): Promise<void> {
  await transaction
    .update(payoutAccounts)
    .set({ bankReview: decision, bankReviewAt: at })
    .where(eq(payoutAccounts.userId, userId))
}

/** Records that the caregiver said that the bank account isn't theirs. */
export async function setBankDisowned(
  transaction: Transaction,
  userId: number,
  bankDisownedAt: Date,
): Promise<void> {
  await transaction.update(payoutAccounts).set({ bankDisownedAt }).where(eq(payoutAccounts.userId, userId))
}

export async function insertPayout(
  transaction: Transaction,
  values: typeof payouts.$inferInsert,
): Promise<Payout> {
  const [payout] = await transaction.insert(payouts).values(values).returning()
  return payout as Payout
}

/** @throws AppError 404 */
export async function lockPayout(transaction: Transaction, id: number): Promise<Payout> {
  const [payout] = await transaction.select().from(payouts).where(eq(payouts.id, id)).for('update')
  if (!payout) throw notFound()
  return payout
}

/** Locks a caregiver's payouts that were not requested from the provider yet, newest first. */
export function lockUnsentPayouts(transaction: Transaction, userId: number): Promise<Payout[]> {
  return transaction
    .select()
    .from(payouts)
    .where(and(eq(payouts.userId, userId), eq(payouts.status, 'pending'), isNull(payouts.transferAskedAt)))
    .orderBy(desc(payouts.id))
    .for('update')
}

type StepChanges = Partial<
  Pick<
    Payout,
    | 'transferAskedAt'
    | 'transferId'
    | 'payoutAskedAt'
    | 'providerPayoutId'
    | 'reversalAskedAt'
    | 'reversalId'
    | 'refusals'
    | 'reportedAt'
    | 'failureReason'
  >
>

/** Records a step of a payout, or what came of it. The caller holds the payout's row lock. */
export async function recordStep(
  transaction: Transaction,
  id: number,
  changes: StepChanges & { updatedAt: Date },
): Promise<void> {
  await transaction.update(payouts).set(changes).where(eq(payouts.id, id))
}

/** Changes a payout's status. @throws AppError 409 if the action does not start from its status */
export function transitionPayout(
  transaction: Transaction,
  id: number,
  action: PayoutAction,
  changes: StepChanges & { outcome?: 'failed' | 'canceled'; updatedAt: Date },
): Promise<Payout> {
  return transition(transaction, payouts, id, {
    ...TRANSITIONS[action],
    set: changes,
    subject: 'payout',
  })
}

/**
 * Claims unfinished payouts without progress since `idleSince`, oldest first; skips those that another node
 * has locked. Sets their `updated_at`, so that each is claimed again only after another wait.
 */
export async function claimStalledPayouts(
  transaction: Transaction,
  now: Date,
  idleSince: Date,
): Promise<Payout[]> {
  const stalled = await transaction
    .select()
    .from(payouts)
    .where(and(inArray(payouts.status, [...UNFINISHED_STATES]), lte(payouts.updatedAt, idleSince)))
    .orderBy(asc(payouts.updatedAt))
    .limit(BATCH_SIZE)
    .for('update', { skipLocked: true })
  const ids = stalled.map(({ id }) => id)
  await transaction.update(payouts).set({ updatedAt: now }).where(inArray(payouts.id, ids))
  return stalled
}
