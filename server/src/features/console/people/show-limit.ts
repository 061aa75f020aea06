/**
 * The limit on how many people's details one member of staff can open in a day.
 * @see docs/rules/console.md#what-is-read-is-recorded
 */
import { SHOWN_PEOPLE_A_DAY } from '@tendwell/contract/staff/staff-access'
import type { Deps } from '../../../deps.ts'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { dayStart } from '../../../platform/database/days.ts'
import { tooManyRequests } from '../../../platform/errors.ts'
import { listFamilyIdsOf } from '../../bookings/index.ts'
import { listOpenedSubjects, lockUser, queueAdminMails } from '../../people/index.ts'
import { getUserId } from '../subjects.ts'
import { showLimitMail } from './notices.ts'

/** The audited actions by which staff open details of people after giving a reason. */
const OPENING_ACTIONS = [
  'contact.opened',
  'visit.opened',
  'messages.opened',
  'background-check.opened',
] as const

/**
 * Counts that a member of staff opens the details of a person, up to 60 people in a UTC day. A booking counts
 * as its family, and a person who was opened today already doesn't count again. All admins are mailed when
 * the 60th person is opened. Call this before the opening is audited.
 * @throws AppError 429 if they have opened the details of 60 other people today
 * @see docs/rules/console.md#what-is-read-is-recorded
 */
export async function countOpenedPerson(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  { actorId, personId }: { actorId: number; personId: number },
): Promise<void> {
  // Under this lock calls of one member of staff run one after another, so that each counts those before it.
  await lockUser(transaction, actorId)
  const now = deps.clock.now()
  const today = now.toISOString().slice(0, 10)
  const openedToday = await listOpenedPeople(transaction, actorId, dayStart(today))
  if (openedToday.has(personId)) return
  if (openedToday.size >= SHOWN_PEOPLE_A_DAY) {
    throw tooManyRequests(
      `You have opened the details of ${SHOWN_PEOPLE_A_DAY} people today, which is the most in a day. You can open those of others after midnight UTC`,
      (dayStart(today, 1).getTime() - now.getTime()) / 1_000,
    )
  }
  if (openedToday.size + 1 === SHOWN_PEOPLE_A_DAY)
    await queueAdminMails(transaction, deps, showLimitMail, { actorId, today })
}

/**
 * The ids of the people whose details a member of staff has opened since a time, read from the audit log. A
 * request counts as its family.
 */
async function listOpenedPeople(reader: Reader, actorId: number, since: Date): Promise<ReadonlySet<number>> {
  const subjects = await listOpenedSubjects(reader, { actorId, since, actions: OPENING_ACTIONS })
  const personIds = subjects.map(getUserId).filter((id) => id !== null)
  const requestIds = subjects
    .filter((subject) => getUserId(subject) === null)
    .map((subject) => Number(subject.split(':')[1]))
  return new Set([...personIds, ...(await listFamilyIdsOf(reader, requestIds))])
}
