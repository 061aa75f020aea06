/** What support staff may give away alone. @see docs/rules/console.md#staff */
import type { StaffRole } from '@tendwell/contract/accounts'
import { formatUsd } from '@tendwell/contract/money'
import { eq } from 'drizzle-orm'
import type { Transaction } from '../../platform/database.ts'
import { forbidden } from '../../platform/errors.ts'
import { requests } from './tables.ts'

const LIMIT_CENTS = 20_000

/** How much support may still give away of a booking without asking anyone, in cents. */
export function calculateSupportLeft({ supportGivenCents }: { supportGivenCents: number }): number {
  return LIMIT_CENTS - supportGivenCents
}

/**
 * Counts what support gives to one side of a booking beyond what the rules give. Others have no limit. The caller holds
 * the request's lock.
 * @param requestId of the booking; all decisions on it count together
 * @throws AppError 403 for support staff above $200.00
 */
export async function requireSupportLimit(
  transaction: Transaction,
  { staffRole }: { staffRole: StaffRole | null },
  requestId: number,
  cents: number,
): Promise<void> {
  if (staffRole !== 'support' || cents === 0) return
  const [request] = await transaction
    .select({ supportGivenCents: requests.supportGivenCents })
    .from(requests)
    .where(eq(requests.id, requestId))
  if (!request) return
  if (cents > calculateSupportLeft(request)) {
    throw forbidden(
      `Support can decide on up to ${formatUsd(LIMIT_CENTS)} of a booking alone. Please ask an admin`,
    )
  }
  const supportGivenCents = request.supportGivenCents + cents
  await transaction.update(requests).set({ supportGivenCents }).where(eq(requests.id, requestId))
}
