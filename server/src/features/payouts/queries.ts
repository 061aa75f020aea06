import { usdFromCents } from '@tendwell/contract/money'
import type { Payout as PayoutResponse, payoutsQuery, Wallet } from '@tendwell/contract/wallet'
import { and, count, desc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { Reader } from '../../platform/database.ts'
import { getOffset } from '../../platform/pages.ts'
import { findUser, getNotMeStop } from '../accounts/index.ts'
import { getBalances } from '../ledger/index.ts'
import { isRestricted } from '../profiles/index.ts'
import { findHold, type PayoutHold, toPayoutStates, toPayoutStatus } from './payout.ts'
import { type Payout, type PayoutAccount, payoutAccounts, payouts } from './tables.ts'

export async function findPayout(reader: Reader, id: number): Promise<Payout | null> {
  const [payout] = await reader.select().from(payouts).where(eq(payouts.id, id))
  return payout ?? null
}

export async function findPayoutByProviderId(
  reader: Reader,
  providerPayoutId: string,
): Promise<Payout | null> {
  const [payout] = await reader.select().from(payouts).where(eq(payouts.providerPayoutId, providerPayoutId))
  return payout ?? null
}

export async function findAccount(reader: Reader, userId: number): Promise<PayoutAccount | null> {
  const [account] = await reader.select().from(payoutAccounts).where(eq(payoutAccounts.userId, userId))
  return account ?? null
}

/** What holds a caregiver's payouts back for their safety; null if nothing does. */
export async function findPayoutHold(
  reader: Reader,
  account: Pick<PayoutAccount, 'userId' | 'bankChangedAt' | 'bankDisownedAt'>,
  now: Date,
): Promise<PayoutHold | null> {
  const owner = await findUser(reader, account.userId)
  return findHold({ ...account, notMeStop: owner && getNotMeStop(owner, now) }, now)
}

export async function findAccountByProviderId(
  reader: Reader,
  accountId: string,
): Promise<PayoutAccount | null> {
  const [account] = await reader.select().from(payoutAccounts).where(eq(payoutAccounts.accountId, accountId))
  return account ?? null
}

/** A caregiver's balances, and whether they have set up payouts. @see docs/rules/money.md#wallet */
export async function getWallet(reader: Reader, userId: number): Promise<Wallet> {
  const { availableCents, escrowCents, heldCents } = await getBalances(reader, userId)
  const account = await findAccount(reader, userId)
  return {
    balance: usdFromCents(availableCents),
    pending: usdFromCents(escrowCents),
    held: usdFromCents(heldCents),
    currency: 'usd',
    details_submitted: account?.detailsSubmitted ?? false,
    payouts_held: await isRestricted(reader, userId),
  }
}

export function toPayoutResponse(payout: Payout): PayoutResponse {
  return {
    id: payout.id,
    created_at: payout.createdAt.toISOString(),
    amount: usdFromCents(payout.amountCents),
    currency: 'usd',
    status: toPayoutStatus(payout.status),
    provider_payout_id: payout.providerPayoutId,
    failure_reason: payout.status === 'failed' || payout.status === 'canceled' ? payout.failureReason : null,
  }
}

/** A page of a caregiver's payouts, newest first. */
export async function listPayouts(
  reader: Reader,
  userId: number,
  query: z.infer<typeof payoutsQuery>,
): Promise<{ count: number; results: PayoutResponse[] }> {
  const chosen = and(
    eq(payouts.userId, userId),
    query.status ? inArray(payouts.status, toPayoutStates(query.status)) : undefined,
  )
  const [total] = await reader.select({ count: count() }).from(payouts).where(chosen)
  const rows = await reader
    .select()
    .from(payouts)
    .where(chosen)
    .orderBy(desc(payouts.id))
    .limit(query.page_size)
    .offset(getOffset(query))
  return { count: total?.count ?? 0, results: rows.map(toPayoutResponse) }
}
