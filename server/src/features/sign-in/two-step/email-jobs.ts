import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { randomToken } from '../../../platform/secrets.ts'
import { mailQueue } from '../../../ports/mailer/port.ts'
import { findNames, findUser, hashToken, lockUser } from '../../people/index.ts'
import { toNotMeUrl } from '../not-me/link.ts'
import {
  renderRecoveryCodeUsedEmail,
  renderRecoveryEndedEmail,
  renderRecoveryNotice,
  renderRecoveryRequestedEmail,
  renderTwoStepEmail,
  type TwoStepChange,
} from './notices.ts'
import { getApprovalTime } from './recovery/approval.ts'
import { readStaff } from './recovery/approval-queries.ts'
import { findRecovery } from './recovery/queries.ts'
import { setStopToken } from './recovery/store.ts'

const SEND_CHANGE_EMAIL = 'accounts.send-two-step-email'
const SEND_CODE_USED_EMAIL = 'accounts.send-recovery-code-used-email'
const SEND_RECOVERY_REQUESTED_EMAIL = 'accounts.send-recovery-requested-email'
const SEND_RECOVERY_NOTICE = 'accounts.send-recovery-notice'
const SEND_RECOVERY_ENDED_EMAIL = 'accounts.send-recovery-ended-email'

/** `at` and `sessionId` are when and in which session it was made. */
type ChangeJob = { userId: number; change: TwoStepChange; at: string; sessionId: string }
type CodeUsedJob = { userId: number; left: number }
type RequestedJob = { userId: number; recoveryId: number }
type RecoveryStep = { recoveryId: number; step: 'asked' | 'approved' }
type NoticeJob = RecoveryStep & { adminId: number }
type EndedJob = { userId: number; outcome: 'approved' | 'declined' }

/** Registers the jobs that mail people about their two-step sign-in. */
export function twoStepEmailJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle<ChangeJob>(SEND_CHANGE_EMAIL, async ({ userId, change, at, sessionId }) => {
    const user = await findUser(deps.database, userId)
    if (!user) return
    const kind = change.kind === 'new-codes' ? 'recovery_codes' : 'two_step'
    const notMeUrl = toNotMeUrl(deps, { userId, kind, at, sessionId })
    await deps.mailer.send(renderTwoStepEmail(user.email, { publicUrl: deps.publicUrl(), notMeUrl }, change))
  })
  jobs.handle<CodeUsedJob>(SEND_CODE_USED_EMAIL, async ({ userId, left }) => {
    const user = await findUser(deps.database, userId)
    if (user) await deps.mailer.send(renderRecoveryCodeUsedEmail(user.email, deps.publicUrl(), left))
  })
  jobs.handle<RequestedJob>(SEND_RECOVERY_REQUESTED_EMAIL, (job) => sendRecoveryRequested(deps, job))
  jobs.handle<NoticeJob>(SEND_RECOVERY_NOTICE, (job) => sendRecoveryNotice(deps, job))
  jobs.handle<EndedJob>(SEND_RECOVERY_ENDED_EMAIL, async ({ userId, outcome }) => {
    const user = await findUser(deps.database, userId)
    if (user) await deps.mailer.send(renderRecoveryEndedEmail(user.email, deps.publicUrl(), outcome))
  })
}

type QueueDeps = Pick<Deps, 'jobs'>

/** Tells the account's owner what changed, in case it was someone else. */
export function queueTwoStepEmail(
  transaction: Transaction,
  { jobs }: QueueDeps,
  job: ChangeJob,
): Promise<void> {
  return jobs.add(transaction, SEND_CHANGE_EMAIL, job, { queue: mailQueue(job.userId) })
}

/** @param job.left how many codes can still be used */
export function queueRecoveryCodeUsedEmail(
  transaction: Transaction,
  { jobs }: QueueDeps,
  job: CodeUsedJob,
): Promise<void> {
  return jobs.add(transaction, SEND_CODE_USED_EMAIL, job, { queue: mailQueue(job.userId) })
}

export function queueRecoveryRequestedEmail(
  transaction: Transaction,
  { jobs }: QueueDeps,
  job: RequestedJob,
): Promise<void> {
  return jobs.add(transaction, SEND_RECOVERY_REQUESTED_EMAIL, job, { queue: mailQueue(job.userId) })
}

export function queueRecoveryEndedEmail(
  transaction: Transaction,
  { jobs }: QueueDeps,
  job: EndedJob,
): Promise<void> {
  return jobs.add(transaction, SEND_RECOVERY_ENDED_EMAIL, job, { queue: mailQueue(job.userId) })
}

/** Tells all active admins that a recovery was asked for or approved, also the one who did it. */
export async function queueRecoveryNotices(
  transaction: Transaction,
  { jobs }: QueueDeps,
  step: RecoveryStep,
): Promise<void> {
  for (const adminId of (await readStaff(transaction)).adminIds) {
    const job: NoticeJob = { ...step, adminId }
    await jobs.add(transaction, SEND_RECOVERY_NOTICE, job, { queue: mailQueue(adminId) })
  }
}

async function sendRecoveryNotice(deps: Deps, { recoveryId, step, adminId }: NoticeJob): Promise<void> {
  const admin = await findUser(deps.database, adminId)
  const recovery = await findRecovery(deps.database, recoveryId)
  if (!admin || !recovery) return
  const { userId, requestedBy, decidedBy, requestedAt } = recovery
  const names = await findNames(deps.database, [userId, requestedBy, decidedBy])
  const nameOf = (id: number | null) => (id === null ? '' : (names.get(id) ?? ''))
  const email = renderRecoveryNotice(admin, {
    step,
    person: nameOf(userId),
    asker: nameOf(requestedBy),
    decider: nameOf(decidedBy),
    approvableAt: getApprovalTime(requestedAt),
    url: `${deps.publicUrl()}/admin/people/${userId}`,
  })
  await deps.mailer.send(email)
}

/** Mails the link that stops a recovery. Its token is made here, so that only the mail has it. */
async function sendRecoveryRequested(deps: Deps, { userId, recoveryId }: RequestedJob): Promise<void> {
  const token = randomToken()
  const user = await withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, userId)
    return (await setStopToken(transaction, recoveryId, hashToken(token))) ? user : null
  })
  const recovery = user && (await findRecovery(deps.database, recoveryId))
  if (!recovery) return
  const url = `${deps.publicUrl()}/stop-recovery?token=${token}`
  await deps.mailer.send(renderRecoveryRequestedEmail(user, url, getApprovalTime(recovery.requestedAt)))
}
