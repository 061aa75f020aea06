import { DAY_MS } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import { findUser } from '../accounts/index.ts'
import {
  renderCaregiverSignup,
  renderProfileReminder,
  renderVerificationChanged,
} from './account-templates.ts'
import { notifyAdmins, notifyUsers } from './delivery.ts'

const SUBSCRIBER = 'notifications'
const REMINDER_JOB = 'notifications.profile-reminder'
const SECOND_REMINDER_AFTER_MS = 3 * DAY_MS

export function subscribeToAccounts(deps: Deps): void {
  const { jobs, database } = deps

  jobs.subscribe('email.verified', `${SUBSCRIBER}.admins`, async ({ userId, role }) => {
    if (role !== 'caregiver') return
    const caregiver = await findUser(database, userId)
    if (!caregiver) return
    await notifyAdmins(deps, `caregiver:${userId}:signup`, renderCaregiverSignup(caregiver.fullName))
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
    const content = renderVerificationChanged(status, rejectionReason)
    await notifyUsers(deps, [{ userId, cause: `verification:${changeId}`, content }])
  })
}

async function remindOfProfile(deps: Deps, userId: number, cause: string): Promise<void> {
  const user = await findUser(deps.database, userId)
  if (!user?.isActive || user.profileComplete || user.role === 'admin') return
  await notifyUsers(deps, [{ userId, cause, content: renderProfileReminder(user.role) }])
}
