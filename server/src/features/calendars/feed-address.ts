import { eq } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import { randomToken } from '../../platform/secrets.ts'
import { insertFeed, replaceFeed } from './store.ts'
import { calendarFeeds } from './tables.ts'

type AddressDeps = Pick<Deps, 'database' | 'publicUrl'>

/** A person's private calendar address. The first call makes it. @see docs/rules/calendars.md#private-address */
export async function getFeedUrl(deps: AddressDeps, userId: number): Promise<string> {
  const find = async () => {
    const [feed] = await deps.database.select().from(calendarFeeds).where(eq(calendarFeeds.userId, userId))
    return feed && toFeedUrl(deps, feed.secret)
  }
  const url = await find()
  if (url) return url
  await withTransaction(deps.database, (transaction) =>
    insertFeed(transaction, { userId, secret: randomToken() }),
  )
  return (await find()) as string
}

/** Gives a person a new address; the old one answers nothing any more. @see docs/rules/calendars.md#private-address */
export async function renewFeedUrl(deps: AddressDeps, userId: number): Promise<string> {
  const secret = randomToken()
  await withTransaction(deps.database, (transaction) => replaceFeed(transaction, { userId, secret }))
  return toFeedUrl(deps, secret)
}

function toFeedUrl({ publicUrl }: AddressDeps, secret: string): string {
  return `${publicUrl()}/calendars/${secret}.ics`
}
