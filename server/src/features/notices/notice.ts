/** Which people are notified of an event. @see docs/rules/chat-and-notifications.md#notifications */
import type { StaffRole } from '@tendwell/contract/sign-in/accounts'
import type { Deps } from '../../deps.ts'
import type { EventMap, EventName } from '../../events.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { NoticeContent } from './content.ts'

/**
 * A text for one person, or for all staff with a role. `cause` identifies what happened, such as
 * `request:12:booked`: a person gets one notification per cause. `from` is the person who caused the notice:
 * while one of `from` and `userId` blocks the other, the notice isn't sent. `isStillWanted` says whether what the
 * notice asks for can still be done, in the transaction that delivers it; it locks what it looks at. Otherwise the
 * notice isn't sent, even if its job runs late.
 */
export type Notice = {
  cause: string
  content: NoticeContent
  isStillWanted?: (transaction: Transaction) => Promise<boolean>
} & (
  | { userId: number; from?: number }
  // If the assignee is an active member of the staff with this role, only they are notified; otherwise all
  // with the role are.
  | { staff: StaffRole; assigneeId?: number | null }
)

/**
 * Says that what earlier notices asked of a person is done, or can't be done any more: those with one of these
 * causes are marked as read.
 */
export type DoneNotices = { userId: number; doneCauses: string[] }

type NoticesOrPromise = (Notice | DoneNotices)[] | Promise<(Notice | DoneNotices)[]>

/**
 * The notices that follow an event. `listNotices` lists them, in a job that is added in the event's
 * transaction.
 */
export type EventNotice<Name extends EventName = EventName> = {
  event: Name
  /** Part of the job's name, after the event's. It never changes, because such jobs may be queued. */
  subscriber: string
  listNotices(deps: Deps, payload: EventMap[Name]): NoticesOrPromise
}

/** The notices that follow a job which no event added, such as a reminder. `listNotices` lists them. */
export type JobNotice<Job extends object = never> = {
  job: string
  listNotices(deps: Deps, job: Job): NoticesOrPromise
}

/**
 * Defines the notices of an event.
 * @param listNotices lists them
 * @param part a name that distinguishes two definitions for the same event
 */
export function defineNotice<Name extends EventName>(
  event: Name,
  listNotices: EventNotice<Name>['listNotices'],
  part?: string,
): EventNotice<Name> {
  return {
    event,
    subscriber: part === undefined ? 'notifications' : `notifications.${part}`,
    listNotices,
  }
}

/** Defines the notices of a job. @param job the job's name @param listNotices lists the notices */
export function defineJobNotice<Job extends object>(
  job: string,
  listNotices: JobNotice<Job>['listNotices'],
): JobNotice<Job> {
  return { job, listNotices }
}
