import { formatFullDay } from '@tendwell/contract/format'
import { ACCOUNT_SUSPENDED } from '@tendwell/contract/reference'
import { toLocalDate } from '@tendwell/contract/time'
import { AppError, forbidden } from '../../platform/errors.ts'
import { getErasureDueTime, type UserRow } from './user.ts'

/**
 * The error for a person who logs in to an account that isn't active.
 * @returns a 403 that names the day on which a suspension ends, or until which a closed account can be opened
 *   again; null for an active account
 * @see docs/rules/safety.md#suspension
 */
export function findInactiveError({
  isActive,
  suspendedUntil,
  closedAt,
}: Pick<UserRow, 'isActive' | 'suspendedUntil' | 'closedAt'>): AppError | null {
  if (isActive) return null
  if (closedAt) {
    const day = formatFullDay(toLocalDate(getErasureDueTime(closedAt).getTime(), 'UTC'))
    const detail = `You closed this account. You can open it again with the link in our email until ${day}`
    return new AppError(403, 'account_closed', detail)
  }
  if (suspendedUntil === null) return forbidden('This account has been deactivated')
  const day = formatFullDay(toLocalDate(suspendedUntil.getTime(), 'UTC'))
  return new AppError(403, ACCOUNT_SUSPENDED, `This account is suspended until ${day}`)
}
