import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { invalid } from '../../../platform/errors.ts'
import { setMessageHidden } from '../../chat/index.ts'
import { setProfileHidden } from '../../profiles/index.ts'
import { setReviewHidden } from '../../reviews/index.ts'
import type { ReportTarget } from '../store.ts'

/**
 * Whether staff can hide what was reported. A family's profile and a booking can't be hidden, because the
 * public can't read them.
 */
export function canHide(
  target: Pick<ReportTarget, 'kind'>,
  role: 'caregiver' | 'caretaker' | 'admin',
): boolean {
  return target.kind !== 'booking' && (target.kind !== 'profile' || role === 'caregiver')
}

/**
 * Hides what was reported, or shows it again.
 * @returns false if it was hidden, or shown, already
 * @throws AppError 400 for a family's profile and a booking
 * @see docs/rules/safety.md#hiding
 */
export async function setContentHidden(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'hub'>,
  target: ReportTarget,
  { role, isHidden }: { role: 'caregiver' | 'caretaker' | 'admin'; isHidden: boolean },
): Promise<boolean> {
  const { kind, reportedId, messageId, reviewId } = target
  if (!canHide(target, role)) {
    throw invalid({ measures: [`A ${kind === 'booking' ? 'booking' : "family's profile"} can't be hidden`] })
  }
  if (kind === 'profile') return setProfileHidden(transaction, deps, reportedId, isHidden)
  if (kind === 'message') return setMessageHidden(transaction, deps, messageId as number, isHidden)
  return setReviewHidden(transaction, reviewId as number, isHidden ? deps.clock.now() : null)
}
