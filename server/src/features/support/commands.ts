import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import { countAttempt, networkOf } from '../../platform/throttle.ts'
import { MAIL_SUPPORT, type Question } from './emails.ts'

const HOUR = 60

/**
 * Has a visitor's message mailed to the support, whose answer goes to the address they gave. Nobody has verified that
 * address, so nothing is ever sent to it from here.
 * @throws AppError 429 after 5 messages in an hour
 */
export async function writeToSupport(deps: Deps, question: Question, address: string): Promise<void> {
  await countAttempt(deps, [
    { action: 'contact of', who: question.email, most: 5, minutes: HOUR },
    { action: 'contact from', who: networkOf(address), most: 5, minutes: HOUR },
  ])
  await withTransaction(deps.database, (transaction) =>
    deps.jobs.add(transaction, MAIL_SUPPORT, question, { queue: 'mail' }),
  )
}
