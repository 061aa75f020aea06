import type { SessionResponse } from '@tendwell/contract/sign-in/accounts'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { toUserResponse, type UserRow } from '../../people/index.ts'
import { setKnownDeviceCookie } from '../devices/known-devices.ts'
import { signAccessToken } from '../tokens/access-token.ts'
import { setFileCookie } from '../tokens/file-cookie.ts'
import { type Device, getDeviceIds, type OpenedSession } from './session.ts'

/** The answer to a login: who it is, and the tokens of the session that was opened. */
export async function toSessionResponse(
  deps: Pick<Deps, 'clock' | 'config' | 'secrets'>,
  user: UserRow,
  { sessionId, refresh }: OpenedSession,
): Promise<SessionResponse> {
  const access = await signAccessToken(deps, { userId: user.id, role: user.role, sessionId })
  return { user: toUserResponse(deps, user), access, refresh }
}

/** Sets what the browser keeps after a login: that it is a known device, and what opens file links. */
export async function setLoginCookies(
  deps: Pick<Deps, 'clock' | 'config' | 'secrets'>,
  reply: FastifyReply,
  device: Device,
  { user, access }: SessionResponse,
): Promise<void> {
  setKnownDeviceCookie(deps, reply, user.id, getDeviceIds(device, user.id))
  await setFileCookie(deps, reply, access)
}
