import type { WalletCategory } from '@tendwell/contract/payments/wallet'
import type { Interval } from '@tendwell/contract/time'
import { and, asc, count, desc, eq, gte, lt, min, ne, sql, sum } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'
import { getOffset, type PageRequest } from '../../platform/database/paging.ts'
import { isOwnedBy } from './queries.ts'
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from './tables.ts'

/**
 * A ledger transaction that touches a caregiver's accounts: a line of their wallet. The amount is what came
 * in or went out or, between two of their own accounts, what was transferred.
 */
export type WalletMove = {
  id: number
  /** The key it was posted with, such as `payment:12:escrow_in`. */
  key: string
  createdAt: Date
  category: WalletCategory
  amountCents: number
  /** By how much each account changed. The changes of all moves add up to the balances of the wallet. */
  availableCents: number
  escrowCents: number
  heldCents: number
  /**
   * Whether money came back: from a payout that failed, or from a hold that ended before the money was due.
   */
  isReturned: boolean
}

type Filter = { category?: WalletCategory | undefined; span?: Interval | undefined }

/** The SQL sum of what a transaction changed of one account. */
const selectChange = (kind: 'available' | 'escrow' | 'dispute_hold') =>
  sql`coalesce(sum(${ledgerEntries.amountCents}) FILTER (WHERE ${ledgerAccounts.kind} = ${kind}), 0)`.mapWith(
    Number,
  )

const selectChanges = () => ({
  availableCents: selectChange('available').as('available_cents'),
  escrowCents: selectChange('escrow').as('escrow_cents'),
  heldCents: selectChange('dispute_hold').as('held_cents'),
})

/** A caregiver's moves, as a subquery. */
function selectMoves(reader: Reader, caregiverId: number, { category, span }: Filter) {
  const amount = ledgerEntries.amountCents
  return reader
    .select({
      id: ledgerTransactions.id,
      key: ledgerTransactions.key,
      createdAt: ledgerTransactions.createdAt,
      category: ledgerTransactions.category,
      amountCents: sql`
        greatest(sum(${amount}) FILTER (WHERE ${amount} > 0), -sum(${amount}) FILTER (WHERE ${amount} < 0))
      `
        .mapWith(Number)
        .as('amount_cents'),
      ...selectChanges(),
      isReturned:
        sql<boolean>`bool_or(${amount} > 0 AND (${ledgerTransactions.category}, ${ledgerAccounts.kind})
        IN (('payout_out', 'available'), ('dispute_hold', 'escrow')))`.as('is_returned'),
    })
    .from(ledgerAccounts)
    .innerJoin(ledgerEntries, eq(ledgerEntries.accountId, ledgerAccounts.id))
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(
      and(
        isOwnedBy(caregiverId),
        // The wallet shows a payout when it leaves `available`, not when it arrives at the bank.
        ne(ledgerTransactions.category, 'payout_paid'),
        category ? eq(ledgerTransactions.category, category) : undefined,
        span ? gte(ledgerTransactions.createdAt, new Date(span.startMs)) : undefined,
        span ? lt(ledgerTransactions.createdAt, new Date(span.endMs)) : undefined,
      ),
    )
    .groupBy(ledgerTransactions.id)
    .as('moves')
}

/** A page of a caregiver's moves, newest first. @see docs/rules/money.md#wallet */
export async function listWalletMoves(
  reader: Reader,
  caregiverId: number,
  filter: Filter & PageRequest,
): Promise<{ count: number; results: WalletMove[] }> {
  const moves = selectMoves(reader, caregiverId, filter)
  const [total] = await reader.select({ count: count() }).from(moves)
  const rows = await reader
    .select()
    .from(moves)
    .orderBy(desc(moves.createdAt), desc(moves.id))
    .limit(filter.page_size)
    .offset(getOffset(filter))
  return { count: total?.count ?? 0, results: rows as WalletMove[] }
}

/** All moves of a caregiver in a span, oldest first. @see docs/rules/money.md#statements */
export async function listMovesOfSpan(
  reader: Reader,
  caregiverId: number,
  span: Interval,
): Promise<WalletMove[]> {
  const moves = selectMoves(reader, caregiverId, { span })
  const rows = await reader.select().from(moves).orderBy(asc(moves.createdAt), asc(moves.id))
  return rows as WalletMove[]
}

/** What a caregiver earned and what left their wallet, in cents. */
export type WalletTotals = {
  earnedCents: number
  feesCents: number
  refundsCents: number
  paidOutCents: number
}

/**
 * A caregiver's totals of a span. What was earned, less the other three, is what their balances gained in the
 * span.
 * @see docs/rules/money.md#statements
 */
export async function sumMovesOfSpan(
  reader: Reader,
  caregiverId: number,
  span: Interval,
): Promise<WalletTotals> {
  const moves = selectMoves(reader, caregiverId, { span })
  const rows = await reader
    .select({
      category: moves.category,
      isReturned: moves.isReturned,
      cents: sum(moves.amountCents).mapWith(Number),
    })
    .from(moves)
    .groupBy(moves.category, moves.isReturned)
  const sumOf = (category: WalletCategory, isReturned = false) =>
    rows.find((row) => row.category === category && row.isReturned === isReturned)?.cents ?? 0
  return {
    earnedCents: sumOf('escrow_in'),
    feesCents: sumOf('fee'),
    refundsCents: sumOf('refund_out'),
    paidOutCents: sumOf('payout_out') - sumOf('payout_out', true),
  }
}

/** When the first line of a caregiver's wallet was posted; null if there is none. */
export async function findFirstMoveAt(reader: Reader, caregiverId: number): Promise<Date | null> {
  const moves = selectMoves(reader, caregiverId, {})
  const [row] = await reader.select({ first: min(moves.createdAt) }).from(moves)
  return row?.first ? new Date(row.first) : null
}
