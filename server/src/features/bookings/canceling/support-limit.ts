/**
 * How much support staff may refund alone beyond the rules, and what finance or an admin has to approve.
 * @see docs/rules/console.md#staff
 */

import { formatUsd } from '@tendwell/contract/money'
import type { StaffRole } from '@tendwell/contract/sign-in/accounts'
import { eq } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { forbidden } from '../../../platform/errors.ts'
import { type ActingStaff, insertStaffRefund } from '../refunds/staff-refunds.ts'
import { requests } from '../tables.ts'

/** $200.00 for all decisions on one booking. */
const SUPPORT_LIMIT_CENTS = 20_000

/** What support has given away of a request so far. */
type GivenBySupport = { supportGivenCents: number }
type Staff = { staffRole: StaffRole | null }

/** How much support may still give away of a booking without an approval, in cents. */
export function calculateSupportLeftCents({ supportGivenCents }: GivenBySupport): number {
  return SUPPORT_LIMIT_CENTS - supportGivenCents
}

/**
 * Whether this staff member may not give `cents` of a booking alone. A refund then waits for finance or an
 * admin; withholding that much is refused.
 * @param cents a whole refund, or of a cancellation what goes beyond the policy, to either side
 */
export function needsApproval({ staffRole }: Staff, request: GivenBySupport, cents: number): boolean {
  return staffRole === 'support' && cents > calculateSupportLeftCents(request)
}

/**
 * Counts what support gives to one side of a booking, beyond what the rules give, against the booking's
 * limit. Does nothing for other staff, who have no limit. The caller holds the request's lock.
 * @param requestId of the booking; all decisions on it count together
 * @throws AppError 403 if support would have given more than $200.00
 */
export async function spendSupportLimit(
  transaction: Transaction,
  staff: Staff,
  requestId: number,
  cents: number,
): Promise<void> {
  if (staff.staffRole !== 'support' || cents === 0) return
  const [request] = await transaction
    .select({ supportGivenCents: requests.supportGivenCents })
    .from(requests)
    .where(eq(requests.id, requestId))
  if (!request) return
  if (needsApproval(staff, request, cents)) {
    throw forbidden(
      `Support can decide on up to ${formatUsd(SUPPORT_LIMIT_CENTS)} of a booking alone. Please ask an admin`,
    )
  }
  const supportGivenCents = request.supportGivenCents + cents
  await transaction.update(requests).set({ supportGivenCents }).where(eq(requests.id, requestId))
}

/** The part of a `CancellationPlan` that the limit depends on. */
type PlannedRefund = { request: GivenBySupport & { id: number }; refundCents: number; askedCents: number }
/** The plan with the refund that staff chose, and the one with the refund that the policy gives. */
type RefundChoice<Plan> = { chosenPlan: Plan; policyPlan: Plan }

/**
 * How much of a chosen refund waits for finance or an admin, in cents: all that it gives beyond the policy,
 * if that is above what is left of the limit; otherwise 0.
 */
export function calculateCentsToApprove(
  staff: Staff,
  { chosenPlan, policyPlan }: RefundChoice<PlannedRefund>,
): number {
  const beyondPolicyCents = chosenPlan.refundCents - policyPlan.refundCents
  return needsApproval(staff, chosenPlan.request, beyondPolicyCents) ? beyondPolicyCents : 0
}

/**
 * Chooses the plan that staff may carry out now: the one that they chose, or, if support chose more than they
 * may give alone, the policy's. In the second case the difference is stored as a refund that waits for
 * finance or an admin. The caller holds the requests' locks.
 * @returns the plan to carry out
 * @throws AppError 403 for support that withholds too much; 409 while another refund of the booking waits
 */
export async function limitSupportRefund<Plan extends PlannedRefund>(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  staff: ActingStaff,
  plans: RefundChoice<Plan>,
): Promise<Plan> {
  const { chosenPlan, policyPlan } = plans
  const requestId = chosenPlan.request.id
  const askedCents = calculateCentsToApprove(staff.actor, plans)
  if (askedCents === 0) {
    const beyondPolicyCents = Math.abs(chosenPlan.refundCents - policyPlan.refundCents)
    await spendSupportLimit(transaction, staff.actor, requestId, beyondPolicyCents)
    return chosenPlan
  }
  await insertStaffRefund(transaction, deps, staff, {
    requestId,
    amountCents: askedCents,
    bearer: 'caregiver',
    reason: 'Tendwell canceled',
    waits: true,
  })
  return { ...policyPlan, askedCents }
}
