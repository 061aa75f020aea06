import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { markMailedTokensUsed, setPassword, type UserRow } from '../../people/index.ts'
import { endEmailChange } from '../email-change/store.ts'
import { endSessions } from '../sessions/session.ts'
import { endTicketsAndRememberedDevices } from '../two-step/tokens.ts'

/**
 * Hands an account to the proven owner of its address: sets the password, verifies the address, and ends all
 * links and sessions that someone else may hold. Publishes `email.verified` if the address was unverified.
 * @param user the locked row, as it was before
 * @param passwordHash null removes the password
 */
export async function claimAccount(
  transaction: Transaction,
  deps: Deps,
  user: UserRow,
  passwordHash: string | null,
): Promise<void> {
  const at = deps.clock.now()
  await setPassword(transaction, user.id, { passwordHash, verifiedAt: at })
  await markMailedTokensUsed(transaction, { userId: user.id, at })
  await endEmailChange(transaction, user.id, at)
  await endTicketsAndRememberedDevices(transaction, user.id)
  await endSessions(transaction, deps, { userId: user.id })
  if (user.emailVerifiedAt) return
  await deps.jobs.publish(transaction, 'email.verified', { userId: user.id, role: user.role })
}
