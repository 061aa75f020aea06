import type { SessionResponse } from '@tendwell/contract/sign-in/accounts'
import type { Deps } from '../../../deps.ts'
import { toUserResponse, type UserRow } from '../../people/index.ts'
import { signAccessToken } from '../tokens/access-token.ts'
import type { OpenedSession } from './session.ts'

/** The answer to a login: who it is, and the tokens of the session that was opened. */
export async function toSessionResponse(
  deps: Pick<Deps, 'clock' | 'config' | 'secrets'>,
  user: UserRow,
  { sessionId, refresh }: OpenedSession,
): Promise<SessionResponse> {
  const access = await signAccessToken(deps, { userId: user.id, role: user.role, sessionId })
  return { user: toUserResponse(deps, user), access, refresh }
}
