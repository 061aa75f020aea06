import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../platform/access.ts'
import { withTransaction } from '../../../platform/database.ts'
import { invalid, unauthorized } from '../../../platform/errors.ts'
import { orGiveBack } from '../../../platform/throttle.ts'
import { audit } from '../audit-store.ts'
import { spendMailedTokens } from '../mailed-token-store.ts'
import { findUser, isLiveSession } from '../queries.ts'
import { countPasswordChange } from '../rate-limits.ts'
import { endSessions } from '../sessions/commands.ts'
import { lockUser, setPassword } from '../store.ts'
import { hashPassword, isPassword, requireUncommon } from './hashing.ts'
import { tellPasswordChanged } from './reset.ts'

const wrongPassword = () => invalid({ current_password: ['Current password is incorrect'] })

/**
 * Changes the caller's password. All other sessions of theirs end, and reset links are good no more.
 * @throws AppError 400 for a wrong current password, none to change, or a common new one; 429
 */
export async function changePassword(
  deps: Deps,
  actor: Actor,
  { current, password }: { current: string; password: string },
  address: string,
): Promise<void> {
  requireUncommon(password)
  const counted = await countPasswordChange(deps, actor.id, address)
  const before = await findUser(deps.database, actor.id)
  if (!before?.passwordHash) {
    await counted.giveBack()
    throw invalid({ current_password: ['Your account has no password yet. Choose one by Forgot Password'] })
  }
  const matches = await orGiveBack(counted, isPassword(current, before.passwordHash))
  if (!matches) throw wrongPassword()
  await counted.giveBack()
  const passwordHash = await hashPassword(password)

  await withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, actor.id)
    // The hashing took its time: the password or the session may be another's by now.
    if (user.passwordHash !== before.passwordHash) throw wrongPassword()
    if (!(await isLiveSession(transaction, actor.sessionId))) throw unauthorized()
    const at = deps.clock.now()
    await setPassword(transaction, user.id, { passwordHash, verifiedAt: at })
    await spendMailedTokens(transaction, user.id, 'reset_password', at)
    await endSessions(transaction, deps, { userId: user.id, except: actor.sessionId })
    await tellPasswordChanged(transaction, deps, user.id)
    const subject = `user:${user.id}`
    await audit(transaction, { at, actorId: user.id, action: 'password.changed', subject, address })
  })
}
