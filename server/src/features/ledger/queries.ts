import { usdFromCents } from '@tendwell/contract/money'
import { type Interval, type LocalDate, toDateInterval } from '@tendwell/contract/time'
import type { WalletCategory, WalletEntry } from '@tendwell/contract/wallet'
import { and, countDistinct, desc, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/database.ts'
import { getOffset, type PageRequest } from '../../platform/pages.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import { OWNED_KINDS } from './posting.ts'
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from './tables.ts'

const DIRECTIONS = {
  escrow_in: 'credit',
  release: 'credit',
  fee: 'debit',
  dispute_hold: 'debit',
  refund_out: 'debit',
  payout_out: 'debit',
} as const satisfies Record<WalletCategory, WalletEntry['direction']>

const CATEGORY_OF_TYPE = { payment: 'escrow_in', payout: 'payout_out' } as const

/** A caregiver's accounts. Listing the kinds lets PostgreSQL use the index on kind and owner. */
function isOwnedBy(caregiverId: number) {
  return and(inArray(ledgerAccounts.kind, [...OWNED_KINDS]), eq(ledgerAccounts.ownerId, caregiverId))
}

/** What a caregiver's accounts hold, in cents. */
export type Balances = {
  availableCents: number
  escrowCents: number
  heldCents: number
  inTransitCents: number
}

/** The balances of a caregiver's accounts. @see docs/rules/money.md#wallet */
export async function getBalances(reader: Reader, caregiverId: number): Promise<Balances> {
  const accounts = await reader
    .select({ kind: ledgerAccounts.kind, balanceCents: ledgerAccounts.balanceCents })
    .from(ledgerAccounts)
    .where(isOwnedBy(caregiverId))
  const balance = new Map(accounts.map(({ kind, balanceCents }) => [kind, balanceCents]))
  return {
    availableCents: balance.get('available') ?? 0,
    escrowCents: balance.get('escrow') ?? 0,
    heldCents: balance.get('dispute_hold') ?? 0,
    inTransitCents: balance.get('payouts_in_transit') ?? 0,
  }
}

/** A caregiver's own zone; UTC until they have a profile. */
async function getZone(reader: Reader, caregiverId: number): Promise<string> {
  const [profile] = await reader
    .select({ timezone: caregiverProfiles.timezone })
    .from(caregiverProfiles)
    .where(eq(caregiverProfiles.userId, caregiverId))
  return profile?.timezone ?? 'UTC'
}

/**
 * A page of the transactions that touch a caregiver's accounts, newest first. The amount is what went in or out or, for
 * a move between two of their own accounts, what was moved.
 * @param filter.date a day in `timezone`, by default in the caregiver's own zone
 * @see docs/rules/money.md#wallet
 */
export async function listWalletEntries(
  reader: Reader,
  caregiverId: number,
  filter: PageRequest & { type?: 'payment' | 'payout'; date?: LocalDate; timezone?: string },
): Promise<{ count: number; results: WalletEntry[] }> {
  const { date } = filter
  const day: Interval | null =
    date === undefined
      ? null
      : toDateInterval(date, date, filter.timezone ?? (await getZone(reader, caregiverId)))
  const matching = and(
    isOwnedBy(caregiverId),
    // The wallet shows a payout when it leaves `available`, not when it arrives at the bank.
    ne(ledgerTransactions.category, 'payout_paid'),
    filter.type ? eq(ledgerTransactions.category, CATEGORY_OF_TYPE[filter.type]) : undefined,
    day ? gte(ledgerTransactions.createdAt, new Date(day.startMs)) : undefined,
    day ? lt(ledgerTransactions.createdAt, new Date(day.endMs)) : undefined,
  )
  const amount = ledgerEntries.amountCents
  const [total] = await reader
    .select({ count: countDistinct(ledgerTransactions.id) })
    .from(ledgerAccounts)
    .innerJoin(ledgerEntries, eq(ledgerEntries.accountId, ledgerAccounts.id))
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(matching)
  const rows = await reader
    .select({
      id: ledgerTransactions.id,
      createdAt: ledgerTransactions.createdAt,
      category: ledgerTransactions.category,
      amountCents: sql`
        greatest(sum(${amount}) FILTER (WHERE ${amount} > 0), -sum(${amount}) FILTER (WHERE ${amount} < 0))
      `.mapWith(Number),
      isToAvailable: sql<boolean>`bool_or(${ledgerAccounts.kind} = 'available' AND ${amount} > 0)`,
      isToEscrow: sql<boolean>`bool_or(${ledgerAccounts.kind} = 'escrow' AND ${amount} > 0)`,
    })
    .from(ledgerAccounts)
    .innerJoin(ledgerEntries, eq(ledgerEntries.accountId, ledgerAccounts.id))
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(matching)
    .groupBy(ledgerTransactions.id)
    .orderBy(desc(ledgerTransactions.createdAt), desc(ledgerTransactions.id))
    .limit(filter.page_size)
    .offset(getOffset(filter))
  return { count: total?.count ?? 0, results: rows.map(toWalletEntry) }
}

function toWalletEntry(row: {
  id: number
  createdAt: Date
  category: string
  amountCents: number
  isToAvailable: boolean
  isToEscrow: boolean
}): WalletEntry {
  // The query excludes `payout_paid`, and `payment_in` touches no caregiver's account.
  const category = row.category as WalletCategory
  // A failed payout returns under its own category, and so does a hold that ends before the money is due.
  const isReturned =
    (category === 'payout_out' && row.isToAvailable) || (category === 'dispute_hold' && row.isToEscrow)
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    category,
    direction: isReturned ? 'credit' : DIRECTIONS[category],
    amount: usdFromCents(row.amountCents),
    currency: 'usd',
  }
}
