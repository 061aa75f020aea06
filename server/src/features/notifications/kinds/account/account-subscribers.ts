import { DAY_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../../deps.ts'
import { withTransaction } from '../../../../platform/database/database.ts'
import { findUser } from '../../../people/index.ts'
import { findMissingDetails } from '../../../profiles/index.ts'
import { notifyStaff, notifyUsers } from '../../delivering/delivery.ts'
import {
  renderCaregiverSignup,
  renderChangesDecided,
  renderChangesSubmitted,
  renderProfileReminder,
  renderVerificationChanged,
} from './account-templates.ts'

const SUBSCRIBER = 'notifications'
const REMINDER_JOB = 'notifications.profile-reminder'
const SECOND_REMINDER_AFTER_MS = 3 * DAY_MS

export function subscribeToAccounts(deps: Deps): void {
  const { jobs, database } = deps

  jobs.subscribe('email.verified', `${SUBSCRIBER}.admins`, async ({ userId, role }) => {
    if (role !== 'caregiver') return
    const caregiver = await findUser(database, userId)
    if (!caregiver) return
    await notifyStaff(
      deps,
      'support',
      `caregiver:${userId}:signup`,
      renderCaregiverSignup(caregiver.fullName),
    )
  })

  jobs.subscribe('email.verified', `${SUBSCRIBER}.reminder`, async ({ userId }) => {
    await remindOfProfile(deps, userId, 'profile-reminder:first')
    const runAt = new Date(deps.clock.now().getTime() + SECOND_REMINDER_AFTER_MS)
    await withTransaction(database, (transaction) =>
      jobs.add(transaction, REMINDER_JOB, { userId }, { runAt, key: `${REMINDER_JOB}:${userId}` }),
    )
  })
  jobs.handle<{ userId: number }>(REMINDER_JOB, ({ userId }) =>
    remindOfProfile(deps, userId, 'profile-reminder:second'),
  )

  jobs.subscribe('caregiver.verification-changed', SUBSCRIBER, async (event) => {
    const { userId, status, rejectionReason, changeId } = event
    if (status !== 'verified' && status !== 'rejected' && status !== 'flagged') return
    const missing = await findMissingDetails(deps.database, userId)
    const content = renderVerificationChanged(status, rejectionReason, missing)
    await notifyUsers(deps, [{ userId, cause: `verification:${changeId}`, content }])
  })

  subscribeToChanges(deps)
}

/** New names and photos of verified caregivers. @see docs/rules/console.md#changes-of-name-and-photo */
function subscribeToChanges(deps: Deps): void {
  const { jobs, database } = deps

  jobs.subscribe('caregiver.changes-submitted', `${SUBSCRIBER}.admins`, async ({ userId, submittedAt }) => {
    const caregiver = await findUser(database, userId)
    if (!caregiver) return
    // Once a day, however often a caregiver changes what waits.
    const cause = `caregiver:${userId}:changes:${submittedAt.slice(0, 10)}`
    await notifyStaff(deps, 'support', cause, renderChangesSubmitted(caregiver.fullName))
  })

  jobs.subscribe('caregiver.changes-decided', SUBSCRIBER, async (event) => {
    const { userId, changeId, decision, changed, reason } = event
    const content = renderChangesDecided(decision, changed, reason)
    await notifyUsers(deps, [{ userId, cause: `changes:${changeId}`, content }])
  })
}

async function remindOfProfile(deps: Deps, userId: number, cause: string): Promise<void> {
  const user = await findUser(deps.database, userId)
  if (!user?.isActive || user.profileComplete || user.role === 'admin') return
  await notifyUsers(deps, [{ userId, cause, content: renderProfileReminder(user.role) }])
}
