import type { Deps } from '../../deps.ts'
import type { EventNotice, JobNotice } from '../notices/index.ts'
import { deliverNotices, handleDeliveryJobs } from './delivering/delivery.ts'
import { subscribeToChat } from './unread/subscribers.ts'

/**
 * Registers the jobs that list and deliver the notices of events and jobs.
 * @param notices the definitions of all slices
 * @see docs/rules/chat-and-notifications.md#notifications
 */
export function notificationsJobs(deps: Deps, notices: readonly (EventNotice | JobNotice)[]): void {
  const { jobs } = deps
  handleDeliveryJobs(deps)
  subscribeToChat(deps)
  for (const notice of notices) {
    if ('job' in notice) {
      jobs.handle<never>(notice.job, async (job) => deliverNotices(deps, await notice.listNotices(deps, job)))
    } else {
      jobs.subscribe(notice.event, notice.subscriber, async (payload) =>
        deliverNotices(deps, await notice.listNotices(deps, payload)),
      )
    }
  }
}
