/** What the console shows of payouts. @see docs/rules/console.md#money */
import type { AdminPayout, AdminPayoutsQuery } from '@tendwell/contract/console/money'
import { usdFromCents } from '@tendwell/contract/money'
import { and, eq, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'
import { onDays } from '../../platform/database/days.ts'
import type { WithoutPage } from '../../platform/database/paging.ts'
import type { ListDeps, Part, SortedList } from '../../platform/database/sorted-list.ts'
import { countWaiting, type Waiting } from '../../platform/database/waiting.ts'
import { findNames, matchesNumberOrParty } from '../people/index.ts'
import { isStuckPayout } from './paying-out/stuck.ts'
import { payouts } from './tables.ts'

/** The column with the person of each side, for the search; a payout has only a caregiver. */
const PARTIES = { caregiver: payouts.userId, caretaker: payouts.userId }

const readRows = ({ database }: ListDeps, { where, orderBy, sortValue, limit, offset }: Part) =>
  database
    .select({
      sortValue,
      payout: payouts,
      isStuck: sql<boolean>`coalesce(${isStuckPayout()}, false)`,
    })
    .from(payouts)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)

const toPayout = (
  { payout, isStuck }: Awaited<ReturnType<typeof readRows>>[number],
  names: ReadonlyMap<number, string>,
): AdminPayout => ({
  id: payout.id,
  caregiver: { id: payout.userId, name: names.get(payout.userId) ?? '' },
  created_at: payout.createdAt.toISOString(),
  updated_at: payout.updatedAt.toISOString(),
  amount_usd: usdFromCents(payout.amountCents),
  step: payout.status,
  is_stuck: isStuck,
  can_cancel: canCancel(payout),
  refusals: payout.refusals,
  failure_reason: payout.failureReason,
  provider_payout_id: payout.providerPayoutId,
})

/** All payouts. */
export const payoutList: SortedList<WithoutPage<AdminPayoutsQuery>, AdminPayout> = {
  from: payouts,
  id: payouts.id,
  sorts: { created_at: payouts.createdAt, amount_usd: payouts.amountCents },
  defaultSort: '-created_at',
  match: async ({ database }, query) =>
    and(
      query.state === 'stuck' ? isStuckPayout() : query.state && eq(payouts.status, query.state),
      query.person_id ? eq(payouts.userId, query.person_id) : undefined,
      onDays(payouts.createdAt, query),
      await matchesNumberOrParty(database, query.q, payouts.id, PARTIES),
    ),
  async read(deps, part) {
    const rows = await readRows(deps, part)
    const names = await findNames(
      deps.database,
      rows.map(({ payout }) => payout.userId),
    )
    return rows.map((row) => ({ sortValue: row.sortValue, result: toPayout(row, names) }))
  },
}

/** How many payouts are stuck and wait for staff. @see docs/rules/console.md#queue */
export const countStuckPayouts = (reader: Reader): Promise<Waiting> =>
  countWaiting(reader, payouts, payouts.createdAt, isStuckPayout())

/** Whether staff can cancel a payout: nothing of it was requested from the provider yet. */
export function canCancel({
  status,
  transferAskedAt,
  transferId,
}: Pick<typeof payouts.$inferSelect, 'status' | 'transferAskedAt' | 'transferId'>): boolean {
  return status === 'pending' && transferAskedAt === null && transferId === null
}
