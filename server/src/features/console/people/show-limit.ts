/**
 * How many people one member of staff can open in a day.
 * @see docs/rules/console.md#what-is-read-is-recorded
 */
import { SHOWN_PEOPLE_A_DAY } from '@tendwell/contract/staff/staff-access'
import type { Deps } from '../../../deps.ts'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { dayStart } from '../../../platform/database/days.ts'
import { tooManyRequests } from '../../../platform/errors.ts'
import { listFamiliesOf } from '../../bookings/index.ts'
import { listOpenedSubjects, lockUser, queueAdminMails } from '../../people/index.ts'
import { getUserId } from '../subjects.ts'
import { showLimitMail } from './notices.ts'

/** What a reason is asked for: contact details, and the visits and messages of a booking. */
const SHOWINGS = ['contact.opened', 'visit.opened', 'messages.opened', 'background-check.opened'] as const

/**
 * Refuses to open the details of another person to staff who have opened those of 60 people today, in UTC. A
 * booking counts as its family, and the same person again as nobody. All admins are mailed when the last one
 * is opened. To be called before the opening is audited.
 * @throws AppError 429
 * @see docs/rules/console.md#what-is-read-is-recorded
 */
export async function countShowing(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  { actorId, personId }: { actorId: number; personId: number },
): Promise<void> {
  // One after another, so that calls at the same moment count each other.
  await lockUser(transaction, actorId)
  const now = deps.clock.now()
  const today = now.toISOString().slice(0, 10)
  const shown = await listShownToday(transaction, actorId, dayStart(today))
  if (shown.has(personId)) return
  if (shown.size >= SHOWN_PEOPLE_A_DAY) {
    throw tooManyRequests(
      `You have opened the details of ${SHOWN_PEOPLE_A_DAY} people today, which is the most in a day. You can open those of others after midnight UTC`,
      (dayStart(today, 1).getTime() - now.getTime()) / 1_000,
    )
  }
  if (shown.size + 1 === SHOWN_PEOPLE_A_DAY)
    await queueAdminMails(transaction, deps, showLimitMail, { actorId, today })
}

/** The people whose details a member of staff has opened since the day began, as the audit log has it. */
async function listShownToday(reader: Reader, actorId: number, since: Date): Promise<ReadonlySet<number>> {
  const subjects = await listOpenedSubjects(reader, { actorId, since, actions: SHOWINGS })
  const people = subjects.map(getUserId).filter((id) => id !== null)
  const requestIds = subjects
    .filter((subject) => getUserId(subject) === null)
    .map((subject) => Number(subject.split(':')[1]))
  return new Set([...people, ...(await listFamiliesOf(reader, requestIds))])
}
