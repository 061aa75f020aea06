import { usdFromCents } from '@tendwell/contract/money'
import type {
  Payout as PayoutResponse,
  payoutsQuery,
  WalletBalances,
} from '@tendwell/contract/payments/wallet'
import { DAY_MS } from '@tendwell/contract/time'
import { and, count, desc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../platform/database/database.ts'
import { getOffset } from '../../platform/database/paging.ts'
import { getBalances } from '../ledger/index.ts'
import { listReleasedMoney } from '../payments/index.ts'
import { findUser } from '../people/index.ts'
import { isRestricted } from '../profiles/index.ts'
import { getNotMeStopEnd } from '../sign-in/index.ts'
import {
  calculatePayableCents,
  calculateWaitingMoney,
  NEW_FAMILIES_MS,
  type WaitingMoney,
} from './money/new-money.ts'
import { decideHold, type PayoutHold, toPayoutStates, toPayoutStatus } from './payout.ts'
import { bankHistory, type Payout, type PayoutAccount, payoutAccounts, payouts } from './tables.ts'

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
  account: Pick<PayoutAccount, 'userId' | 'bankChangedAt' | 'bankDisownedAt' | 'bankReview'>,
  now: Date,
): Promise<PayoutHold | null> {
  const owner = await findUser(reader, account.userId)
  const notMeStopEnd = owner && getNotMeStopEnd(owner, now)
  const isFirstBank = (await reader.$count(bankHistory, eq(bankHistory.userId, account.userId))) === 1
  return decideHold({ ...account, notMeStopEnd, isFirstBank }, now)
}

export async function findAccountByProviderId(
  reader: Reader,
  accountId: string,
): Promise<PayoutAccount | null> {
  const [account] = await reader.select().from(payoutAccounts).where(eq(payoutAccounts.accountId, accountId))
  return account ?? null
}

/** Whether a caregiver has a payout that is still to be sent or on its way to the bank. */
export async function hasPayoutOnItsWay(reader: Reader, userId: number): Promise<boolean> {
  const isOnItsWay = inArray(payouts.status, ['pending', 'processing'])
  return (await reader.$count(payouts, and(eq(payouts.userId, userId), isOnItsWay))) > 0
}

/**
 * Whether a person has a payout that has neither arrived nor come back; one that is being returned counts.
 */
export async function hasUnfinishedPayout(reader: Reader, userId: number): Promise<boolean> {
  const isUnfinished = inArray(payouts.status, ['pending', 'processing', 'returning'])
  return (await reader.$count(payouts, and(eq(payouts.userId, userId), isUnfinished))) > 0
}

/**
 * The parts of a caregiver's available money that can't be withdrawn yet because they are new, soonest first.
 * @see docs/rules/money.md#new-money
 */
export async function listWaitingMoney(
  reader: Reader,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  userId: number,
): Promise<WaitingMoney[]> {
  const [days, now] = [config.payoutNewDays, clock.now()]
  // Money waits for `days`, and the sums of `calculateWaitingMoney` reach back `NEW_FAMILIES_MS` further.
  const since = new Date(now.getTime() - days * DAY_MS - NEW_FAMILIES_MS)
  const money = await listReleasedMoney(reader, userId, since)
  if (money.length === 0) return []
  const isFirstPayout = !(await hasArrivedPayout(reader, userId))
  return calculateWaitingMoney(money, { isFirstPayout, days, now })
}

/**
 * For how many days after a visit a caregiver's money waits, because no payout of theirs has arrived yet; 0 if
 * it doesn't.
 * @see docs/rules/money.md#new-money
 */
export async function getFirstPayoutDays(
  reader: Reader,
  { config }: Pick<Deps, 'config'>,
  userId: number,
): Promise<number> {
  return (await hasArrivedPayout(reader, userId)) ? 0 : config.payoutNewDays
}

async function hasArrivedPayout(reader: Reader, userId: number): Promise<boolean> {
  return (await reader.$count(payouts, and(eq(payouts.userId, userId), eq(payouts.status, 'paid')))) > 0
}

/** A caregiver's balances, and whether they have set up payouts. @see docs/rules/money.md#wallet */
export async function getWallet(
  { database: reader, ...deps }: Pick<Deps, 'clock' | 'config' | 'database'>,
  userId: number,
): Promise<WalletBalances> {
  const { availableCents, escrowCents, heldCents } = await getBalances(reader, userId)
  const account = await findAccount(reader, userId)
  const waitingMoney = await listWaitingMoney(reader, deps, userId)
  return {
    balance: usdFromCents(availableCents),
    withdrawable: usdFromCents(calculatePayableCents(availableCents, waitingMoney)),
    waiting: waitingMoney.map(({ cents, until, why }) => ({
      amount: usdFromCents(cents),
      until: until.toISOString(),
      because: why,
    })),
    pending: usdFromCents(escrowCents),
    held: usdFromCents(heldCents),
    currency: 'usd',
    details_submitted: account?.detailsSubmitted ?? false,
    payouts_held: await isRestricted(reader, userId),
  }
}

/** A payout as the browser gets it. */
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
  const matchingPayouts = and(
    eq(payouts.userId, userId),
    query.status ? inArray(payouts.status, toPayoutStates(query.status)) : undefined,
  )
  const [total] = await reader.select({ count: count() }).from(payouts).where(matchingPayouts)
  const rows = await reader
    .select()
    .from(payouts)
    .where(matchingPayouts)
    .orderBy(desc(payouts.id))
    .limit(query.page_size)
    .offset(getOffset(query))
  return { count: total?.count ?? 0, results: rows.map(toPayoutResponse) }
}
