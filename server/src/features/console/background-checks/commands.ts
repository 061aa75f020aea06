import type { BackgroundCheckDecision } from '@tendwell/contract/background-checks/background-checks'
import type { AccessReason } from '@tendwell/contract/staff/staff-access'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import type { StaffActor } from '../../../platform/http/access.ts'
import { decideCheck, findCheck } from '../../background-checks/index.ts'
import { audit } from '../../people/index.ts'
import { countOpenedPerson } from '../people/show-limit.ts'

const MESSAGES: Record<BackgroundCheckDecision, string> = {
  accepted: 'Background check accepted',
  declined: 'Background check declined',
}

/**
 * Records a decision on a check that needs a review, with an audit log entry in the same transaction.
 * @param checkDecision.comparedFingerprint of what the screen showed staff to compare
 * @throws AppError 404 for an unknown check, 409 unless it waits for a decision, or when what staff compared
 *   has changed
 * @see docs/rules/background-checks.md#decisions-of-staff
 */
export async function decideCheckAsStaff(
  transaction: Transaction,
  deps: Pick<Deps, 'backgroundChecks' | 'clock' | 'jobs' | 'secrets'>,
  { actor, address }: StaffActor,
  checkId: number,
  checkDecision: { decision: BackgroundCheckDecision; reason: string; comparedFingerprint: string },
): Promise<{ message: string; decision: BackgroundCheckDecision }> {
  const { decision, reason } = checkDecision
  const { caregiverId } = await decideCheck(transaction, deps, checkId, {
    ...checkDecision,
    actorId: actor.id,
  })
  await audit(transaction, {
    at: deps.clock.now(),
    actorId: actor.id,
    action: `background-check.${decision}`,
    subject: `user:${caregiverId}`,
    after: { check: checkId, reason },
    address,
  })
  return { message: MESSAGES[decision], decision }
}

/**
 * Shows a member of staff the date of birth that was checked, after they gave a reason. An audit entry is
 * committed before the date is sent.
 * @throws AppError 404 for an unknown check, and for one without a date; 429 after 60 people in a day
 * @see docs/rules/console.md#what-is-read-is-recorded
 */
export function showBirthDate(
  deps: Pick<Deps, 'clock' | 'database' | 'jobs'>,
  { actor, address }: StaffActor,
  { checkId, reason }: { checkId: number; reason: AccessReason },
): Promise<{ birth_date: string }> {
  return withTransaction(deps.database, async (transaction) => {
    const check = await findCheck(transaction, checkId)
    if (!check?.checkedBirthDate) throw notFound()
    await countOpenedPerson(transaction, deps, { actorId: actor.id, personId: check.caregiverId })
    await audit(transaction, {
      at: deps.clock.now(),
      actorId: actor.id,
      action: 'background-check.opened',
      subject: `user:${check.caregiverId}`,
      after: { check: checkId, reason },
      address,
    })
    return { birth_date: check.checkedBirthDate }
  })
}
