import type { Deps } from '../../../deps.ts'
import type { Authenticate } from '../../../platform/http/access.ts'
import { mustSetUpTwoStep } from '../../people/index.ts'
import { createActivityRecorder } from '../sessions/activity.ts'
import { actorQuery } from '../sessions/queries.ts'
import { getSessionCutoffs } from '../sessions/session.ts'
import { verifyAccessToken } from './access-token.ts'

export type AuthenticationDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'log' | 'secrets'>

/**
 * Creates the function that turns an access token into its actor. It reads the session, the role and whether
 * the user is active from the database, so that logout, deactivation and a changed role apply from the next
 * call on.
 * @see docs/rules/accounts.md#sessions-and-tokens
 */
export function createAuthenticate(deps: AuthenticationDeps): Authenticate {
  const recordActivity = createActivityRecorder(deps)

  return async (token) => {
    const claims = await verifyAccessToken(deps, token)
    if (!claims) return null
    const openedAfter = getSessionCutoffs(deps.clock.now()).openedAfter.toISOString()
    const [user] = await actorQuery(deps.database).execute({ ...claims, openedAfter })
    if (!user) return null
    await recordActivity(claims.userId)
    const { role, staffRole } = user
    const { userId: id, sessionId } = claims
    return { id, role, staffRole, sessionId, mustSetUpTwoStep: mustSetUpTwoStep(deps, user) }
  }
}
