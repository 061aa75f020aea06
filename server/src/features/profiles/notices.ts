import { DAY_MS } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { defineJobNotice, defineNotice, type Notice } from '../notices/index.ts'
import { findUser } from '../people/index.ts'
import { readMissingDetails } from './caregivers/queries.ts'
import { documentNotices } from './documents/notices.ts'
import {
  renderCaregiverSignup,
  renderChangesDecided,
  renderChangesSubmitted,
  renderProfileReminder,
  renderReferenceConfirmed,
  renderVerificationChanged,
} from './notice-texts.ts'
import { findReference } from './references/store.ts'

const REMINDER_JOB = 'notifications.profile-reminder'
const SECOND_REMINDER_AFTER_MS = 3 * DAY_MS
const REMINDER_CAUSES = { first: 'profile-reminder:first', second: 'profile-reminder:second' }

export const profileNotices = [
  defineNotice(
    'email.verified',
    (_deps, { userId, role }) => {
      if (role !== 'caregiver') return []
      const content = renderCaregiverSignup(userId)
      return [{ staff: 'support', cause: `caregiver:${userId}:signup`, content }]
    },
    'admins',
  ),

  defineNotice(
    'email.verified',
    async (deps, { userId }) => {
      await queueSecondReminder(deps, userId)
      return listProfileReminders(deps, userId, REMINDER_CAUSES.first)
    },
    'reminder',
  ),

  defineJobNotice<{ userId: number }>(REMINDER_JOB, (deps, { userId }) =>
    listProfileReminders(deps, userId, REMINDER_CAUSES.second),
  ),

  defineNotice('profile.completed', (_deps, { userId }) => [
    { userId, doneCauses: Object.values(REMINDER_CAUSES) },
  ]),

  defineNotice('caregiver.verification-changed', async ({ database }, event) => {
    const { userId, status, rejectionReason, changeId } = event
    if (status !== 'verified' && status !== 'rejected' && status !== 'flagged') return []
    const missingDetails = await readMissingDetails(database, userId)
    const content = renderVerificationChanged(status, rejectionReason, missingDetails)
    return [{ userId, cause: `verification:${changeId}`, content }]
  }),

  /** New names and photos of verified caregivers. @see docs/rules/console.md#changes-of-name-and-photo */
  defineNotice(
    'caregiver.changes-submitted',
    (_deps, { userId, submittedAt }) => {
      // One notice a day, however often a caregiver changes what waits.
      const cause = `caregiver:${userId}:changes:${submittedAt.slice(0, 10)}`
      return [{ staff: 'support', cause, content: renderChangesSubmitted(userId) }]
    },
    'admins',
  ),

  defineNotice('caregiver.changes-decided', (_deps, { userId, changeId, decision, changed, reason }) => [
    { userId, cause: `changes:${changeId}`, content: renderChangesDecided(decision, changed, reason) },
  ]),

  defineNotice('reference.confirmed', async ({ database }, { referenceId }) => {
    const reference = await findReference(database, referenceId)
    // It may have ended, or the referee may have changed their mind.
    if (reference?.answer !== 'confirmed') return []
    const { caregiverId: userId, askedAt } = reference
    const cause = `reference:${referenceId}:${askedAt.toISOString()}:confirmed`
    return [{ userId, cause, content: renderReferenceConfirmed() }]
  }),

  ...documentNotices,
]

/** Reminds a person of an incomplete profile again after three days. */
function queueSecondReminder({ database, jobs, clock }: Deps, userId: number): Promise<void> {
  const runAt = new Date(clock.now().getTime() + SECOND_REMINDER_AFTER_MS)
  return withTransaction(database, (transaction) =>
    jobs.add(transaction, REMINDER_JOB, { userId }, { runAt, key: `${REMINDER_JOB}:${userId}` }),
  )
}

/** The reminder to complete a profile; none if it is complete by now, or the account is not active. */
async function listProfileReminders(deps: Deps, userId: number, cause: string): Promise<Notice[]> {
  const user = await findUser(deps.database, userId)
  if (!user?.isActive || user.profileComplete || user.role === 'admin') return []
  return [{ userId, cause, content: renderProfileReminder(user.role) }]
}
