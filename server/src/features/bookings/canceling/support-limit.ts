/**
 * What support staff may give away alone, and what they ask finance or an admin for.
 * @see docs/rules/console.md#staff
 */

import { formatUsd } from '@tendwell/contract/money'
import type { StaffRole } from '@tendwell/contract/sign-in/accounts'
import { eq } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { forbidden } from '../../../platform/errors.ts'
import { type AskingStaff, insertStaffRefund } from '../refunds/staff-refunds.ts'
import { requests } from '../tables.ts'

const LIMIT_CENTS = 20_000

type Given = { supportGivenCents: number }
type Staff = { staffRole: StaffRole | null }

/** How much support may still give away of a booking without asking anyone, in cents. */
export function calculateSupportLeft({ supportGivenCents }: Given): number {
  return LIMIT_CENTS - supportGivenCents
}

/** Whether giving so much of a booking waits for finance or an admin. */
export function needsApproval({ staffRole }: Staff, given: Given, cents: number): boolean {
  return staffRole === 'support' && cents > calculateSupportLeft(given)
}

/**
 * Counts what support gives to one side of a booking beyond what the rules give. Others have no limit. The
 * caller holds the request's lock.
 * @param requestId of the booking; all decisions on it count together
 * @throws AppError 403 for support staff above $200.00
 */
export async function requireSupportLimit(
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
      `Support can decide on up to ${formatUsd(LIMIT_CENTS)} of a booking alone. Please ask an admin`,
    )
  }
  const supportGivenCents = request.supportGivenCents + cents
  await transaction.update(requests).set({ supportGivenCents }).where(eq(requests.id, requestId))
}

/** What of a `CancellationPlan` is judged. */
type Judged = { request: Given & { id: number }; refundCents: number; askedCents: number }
type Plans<Plan> = { chosen: Plan; byPolicy: Plan }

/**
 * How much of a chosen refund waits for finance or an admin, in cents: what it gives beyond the policy, if
 * that is too much.
 */
export function calculateCentsToApprove(staff: Staff, { chosen, byPolicy }: Plans<Judged>): number {
  const beyondPolicyCents = chosen.refundCents - byPolicy.refundCents
  return needsApproval(staff, chosen.request, beyondPolicyCents) ? beyondPolicyCents : 0
}

/**
 * The plan that staff may carry out now, of a cancellation whose refund they chose. If support chose more
 * than it may give alone, that is the policy's plan, and finance or an admin is asked for the difference. The
 * caller holds the requests' locks.
 * @returns the plan to carry out
 * @throws AppError 403 for support that withholds too much; 409 while another refund of the booking waits
 */
export async function limitSupportRefund<Plan extends Judged>(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  by: AskingStaff,
  plans: Plans<Plan>,
): Promise<Plan> {
  const { chosen, byPolicy } = plans
  const requestId = chosen.request.id
  const askedCents = calculateCentsToApprove(by.actor, plans)
  if (askedCents === 0) {
    const beyondPolicyCents = Math.abs(chosen.refundCents - byPolicy.refundCents)
    await requireSupportLimit(transaction, by.actor, requestId, beyondPolicyCents)
    return chosen
  }
  await insertStaffRefund(transaction, deps, by, {
    requestId,
    amountCents: askedCents,
    bearer: 'caregiver',
    reason: 'Tendwell canceled',
    waits: true,
  })
  return { ...byPolicy, askedCents }
}
