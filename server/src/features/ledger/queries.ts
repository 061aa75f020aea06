import { usdFromCents } from '@tendwell/contract/money'
import { type Interval, type LocalDate, toDateInterval } from '@tendwell/contract/time'
import type { WalletCategory, WalletEntry } from '@tendwell/contract/wallet'
import { and, countDistinct, desc, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/database.ts'
import { offsetOf, type PageRequest } from '../../platform/pages.ts'
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

/** A caregiver's own accounts; naming the kinds lets the index find them. */
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

/** A caregiver's money: zero in all where none has ever come. */
export async function balancesOf(reader: Reader, caregiverId: number): Promise<Balances> {
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

/** The zone of a caregiver's own, in which she reads her hours too; UTC until she has a profile. */
async function zoneOf(reader: Reader, caregiverId: number): Promise<string> {
  const [profile] = await reader
    .select({ timezone: caregiverProfiles.timezone })
    .from(caregiverProfiles)
    .where(eq(caregiverProfiles.userId, caregiverId))
  return profile?.timezone ?? 'UTC'
}

/**
 * A page of what touched a caregiver's accounts, newest first, one row a transaction. Its amount is what moved
 * in or out or, for a move between two accounts of hers, what was moved.
 * @param filter.date a day in `timezone`, or else in the caregiver's own zone
 */
export async function walletEntriesOf(
  reader: Reader,
  caregiverId: number,
  filter: PageRequest & { type?: 'payment' | 'payout'; date?: LocalDate; timezone?: string },
): Promise<{ count: number; results: WalletEntry[] }> {
  const { date } = filter
  const day: Interval | null =
    date === undefined
      ? null
      : toDateInterval(date, date, filter.timezone ?? (await zoneOf(reader, caregiverId)))
  const matching = and(
    isOwnedBy(caregiverId),
    // From us to her bank: she has seen it leave before.
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
    .offset(offsetOf(filter))
  return { count: total?.count ?? 0, results: rows.map(entryOf) }
}

function entryOf(row: {
  id: number
  createdAt: Date
  category: string
  amountCents: number
  isToAvailable: boolean
  isToEscrow: boolean
}): WalletEntry {
  // What goes from a hold back into escrow was once posted as a release, and entries are never changed.
  const isReturnedHold = row.category === 'release' && !row.isToAvailable
  // `payment_in` moves between the platform's accounts alone, `payout_paid` is left out.
  const category = isReturnedHold ? 'dispute_hold' : (row.category as WalletCategory)
  // A payout that failed comes back as one, and so does a hold that ends before the money is due.
  const isBack =
    (category === 'payout_out' && row.isToAvailable) || (category === 'dispute_hold' && row.isToEscrow)
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    category,
    direction: isBack ? 'credit' : DIRECTIONS[category],
    amount: usdFromCents(row.amountCents),
    currency: 'usd',
  }
}
