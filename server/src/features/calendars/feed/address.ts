import { eq } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { randomToken } from '../../../platform/secrets.ts'
import { queueMail } from '../../notices/index.ts'
import { findUser } from '../../people/index.ts'
import { deleteFeed, insertFeed, replaceFeed } from '../store.ts'
import { calendarFeeds } from '../tables.ts'
import { feedEndedMail } from './notices.ts'

type AddressDeps = Pick<Deps, 'database' | 'publicUrl'>

/**
 * A person's private calendar address, which is created if they have none.
 * @see docs/rules/calendars.md#private-address
 */
export async function getFeedUrl(deps: AddressDeps, userId: number): Promise<string> {
  const findUrl = async () => {
    const [feed] = await deps.database.select().from(calendarFeeds).where(eq(calendarFeeds.userId, userId))
    return feed && toFeedUrl(deps, feed.secret)
  }
  const url = await findUrl()
  if (url) return url
  await withTransaction(deps.database, (transaction) =>
    insertFeed(transaction, { userId, secret: randomToken() }),
  )
  return (await findUrl()) as string
}

/**
 * Gives a person a new address; the old one no longer answers.
 * @see docs/rules/calendars.md#private-address
 */
export async function renewFeedUrl(deps: AddressDeps, userId: number): Promise<string> {
  const secret = randomToken()
  await withTransaction(deps.database, (transaction) => replaceFeed(transaction, { userId, secret }))
  return toFeedUrl(deps, secret)
}

/**
 * Ends a person's private address after their sessions were ended, because somebody else who was logged in
 * may know the address. The person is mailed, and gets a new address when they next look at it. Does nothing
 * for an inactive account, whose address answers 404 anyway.
 * @see docs/rules/calendars.md#private-address
 */
export async function endFeedUrl(deps: Pick<Deps, 'database' | 'jobs'>, userId: number): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    const user = await findUser(transaction, userId)
    if (!user?.isActive) return
    if (await deleteFeed(transaction, userId)) await queueMail(transaction, deps, feedEndedMail, { userId })
  })
}

function toFeedUrl({ publicUrl }: AddressDeps, secret: string): string {
  return `${publicUrl()}/calendars/${secret}.ics`
}
