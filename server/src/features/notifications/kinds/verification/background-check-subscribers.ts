import type { Deps } from '../../../../deps.ts'
import { notifyUsers } from '../../delivering/delivery.ts'
import { renderBackgroundCheckEnded, renderBackgroundCheckEnding } from './background-check-templates.ts'

const SUBSCRIBER = 'notifications'

/** Tells caregivers about their background checks. @see docs/rules/background-checks.md#mails */
export function subscribeToBackgroundChecks(deps: Deps): void {
  deps.jobs.subscribe('background-check.ended', SUBSCRIBER, (ended) => {
    const { userId, checkId, outcome } = ended
    const cause = `background-check:${checkId}:${outcome}`
    return notifyUsers(deps, [{ userId, cause, content: renderBackgroundCheckEnded(ended) }])
  })
  deps.jobs.subscribe('background-check.ending', SUBSCRIBER, ({ userId, checkId, validUntil }) => {
    const cause = `background-check:${checkId}:ending`
    return notifyUsers(deps, [{ userId, cause, content: renderBackgroundCheckEnding(validUntil) }])
  })
}
