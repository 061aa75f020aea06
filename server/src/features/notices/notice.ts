/** What people hear of an event. @see docs/rules/chat-and-notifications.md#notifications */
import type { StaffRole } from '@tendwell/contract/sign-in/accounts'
import type { Deps } from '../../deps.ts'
import type { EventMap, EventName } from '../../events.ts'
import type { NoticeContent } from './content.ts'

/**
 * What one person hears, or everyone on the staff with a role. `cause` identifies what happened, such as
 * `request:12:booked`: a person gets one notification per cause. `from` is the person who reaches the reader
 * with it: while a block separates the two, it is left out.
 */
export type Notice = { cause: string; content: NoticeContent } & (
  | { userId: number; from?: number }
  // The assignee alone hears of it, if they still are an active member of the staff with this role.
  | { staff: StaffRole; assigneeId?: number | null }
)

type Told = Notice[] | Promise<Notice[]>

/** Which notices follow an event. `tell` runs in a job that is added in the event's transaction. */
export type EventNotice<Name extends EventName = EventName> = {
  event: Name
  /** Names its job together with the event. It never changes, because a queue may hold some. */
  subscriber: string
  tell(deps: Deps, payload: EventMap[Name]): Told
}

/** Which notices follow a job that no event added. */
export type JobNotice<Job extends object = never> = {
  job: string
  tell(deps: Deps, job: Job): Told
}

/** @param part tells apart two notices of one event */
export function defineNotice<Name extends EventName>(
  event: Name,
  tell: EventNotice<Name>['tell'],
  part?: string,
): EventNotice<Name> {
  return { event, subscriber: part === undefined ? 'notifications' : `notifications.${part}`, tell }
}

/** @param job its name */
export function defineJobNotice<Job extends object>(
  job: string,
  tell: JobNotice<Job>['tell'],
): JobNotice<Job> {
  return { job, tell }
}
