/** What support staff may give away alone. @see docs/rules/console.md#staff */
import type { StaffRole } from '@tendwell/contract/accounts'
import { formatUsd } from '@tendwell/contract/money'
import { forbidden } from '../../../platform/errors.ts'

const LIMIT_CENTS = 20_000

/**
 * @param cents what a decision gives to one side, beyond what the rules give
 * @throws AppError 403 for support staff above $200.00
 */
export function requireSupportLimit({ staffRole }: { staffRole: StaffRole | null }, cents: number): void {
  if (staffRole !== 'support' || cents <= LIMIT_CENTS) return
  throw forbidden(`Support can decide on up to ${formatUsd(LIMIT_CENTS)} alone. Please ask an admin`)
}
