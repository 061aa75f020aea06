import type { WalletCategory } from '@tendwell/contract/payments/wallet'
import type { Interval } from '@tendwell/contract/time'
import { and, asc, count, desc, eq, gte, lt, min, ne, sql, sum } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'
import { getOffset, type PageRequest } from '../../platform/database/paging.ts'
import { isOwnedBy } from './queries.ts'
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from './tables.ts'

/**
 * A line of a caregiver's wallet: a ledger transaction that touches their accounts. The amount is what came
 * in or went out or, between two accounts of theirs, what was transferred; it is never negative.
 */
export type WalletLine = {
  id: number
  /** The key it was posted with, such as `payment:12:escrow_in`. */
  key: string
  createdAt: Date
  category: WalletCategory
  amountCents: number
  /** By how much each account changed, in cents. The changes of all lines add up to the wallet's balances. */
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

/** A caregiver's wallet lines, as a subquery. */
function selectWalletLines(reader: Reader, caregiverId: number, { category, span }: Filter) {
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
    .as('lines')
}

/** A page of a caregiver's wallet lines, newest first. @see docs/rules/money.md#wallet */
export async function listWalletLines(
  reader: Reader,
  caregiverId: number,
  filter: Filter & PageRequest,
): Promise<{ count: number; results: WalletLine[] }> {
  const walletLines = selectWalletLines(reader, caregiverId, filter)
  const [total] = await reader.select({ count: count() }).from(walletLines)
  const rows = await reader
    .select()
    .from(walletLines)
    .orderBy(desc(walletLines.createdAt), desc(walletLines.id))
    .limit(filter.page_size)
    .offset(getOffset(filter))
  return { count: total?.count ?? 0, results: rows as WalletLine[] }
}

/** All wallet lines of a caregiver in a span, oldest first. @see docs/rules/money.md#statements */
export async function listLinesOfSpan(
  reader: Reader,
  caregiverId: number,
  span: Interval,
): Promise<WalletLine[]> {
  const walletLines = selectWalletLines(reader, caregiverId, { span })
  const rows = await reader
    .select()
    .from(walletLines)
    .orderBy(asc(walletLines.createdAt), asc(walletLines.id))
  return rows as WalletLine[]
}

/**
 * What a caregiver earned and what left their wallet, in cents. `earnedCents` is what was released to them, less
 * what a hold or a refund took from it; what is still ahead or on hold isn't in it.
 */
export type WalletTotals = {
  earnedCents: number
  feesCents: number
  refundsCents: number
  paidOutCents: number
}

/**
 * A caregiver's totals of a span. What was earned, less the payouts, is what their available balance gained in
 * the span.
 * @see docs/rules/money.md#statements
 */
export async function sumLinesOfSpan(
  reader: Reader,
  caregiverId: number,
  span: Interval,
): Promise<WalletTotals> {
  const walletLines = selectWalletLines(reader, caregiverId, { span })
  const rows = await reader
    .select({
      category: walletLines.category,
      isReturned: walletLines.isReturned,
      cents: sum(walletLines.amountCents).mapWith(Number),
      availableCents: sum(walletLines.availableCents).mapWith(Number),
    })
    .from(walletLines)
    .groupBy(walletLines.category, walletLines.isReturned)
  const sumOf = (category: WalletCategory, { isReturned } = { isReturned: false }) =>
    rows.find((row) => row.category === category && row.isReturned === isReturned)?.cents ?? 0
  const earnings = rows.filter(({ category }) => category !== 'payout_out')
  return {
    earnedCents: earnings.reduce((total, { availableCents }) => total + availableCents, 0),
    feesCents: sumOf('fee'),
    refundsCents: sumOf('refund_out'),
    paidOutCents: sumOf('payout_out') - sumOf('payout_out', { isReturned: true }),
  }
}

/** When the first line of a caregiver's wallet was posted; null if there is none. */
export async function findFirstLineAt(reader: Reader, caregiverId: number): Promise<Date | null> {
  const walletLines = selectWalletLines(reader, caregiverId, {})
  const [row] = await reader.select({ first: min(walletLines.createdAt) }).from(walletLines)
  return row?.first ? new Date(row.first) : null
}
