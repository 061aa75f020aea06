import { eq } from 'drizzle-orm'
import type { Transaction } from '../../platform/database/database.ts'
import { calendarFeeds } from './tables.ts'

type FeedValues = typeof calendarFeeds.$inferInsert

/** Gives a person their first address. One that they already have stays. */
export async function insertFeed(transaction: Transaction, feed: FeedValues): Promise<void> {
  await transaction.insert(calendarFeeds).values(feed).onConflictDoNothing()
}

/** Gives a person a new address in place of the old one. */
export async function replaceFeed(transaction: Transaction, feed: FeedValues): Promise<void> {
  const { secret } = feed
  await transaction
    .insert(calendarFeeds)
    .values(feed)
    .onConflictDoUpdate({ target: calendarFeeds.userId, set: { secret } })
}

/** @returns whether they had an address */
export async function deleteFeed(transaction: Transaction, userId: number): Promise<boolean> {
  const { rowCount } = await transaction.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId))
  return (rowCount ?? 0) > 0
}
