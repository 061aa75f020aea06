import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { readBearerToken } from '../../../platform/http/access.ts'
import { readSigned, signText } from '../../../platform/secrets.ts'
import { createFindLiveSessions } from '../sessions/queries.ts'
import { REFRESH_TTL_MS } from '../sessions/session.ts'
import { verifyAccessToken } from './access-token.ts'
import { type AuthenticationDeps, createAuthenticate } from './authentication.ts'

const COOKIE_NAME = 'tendwell-files'
const PATH = '/api/files'

const PURPOSE = 'file-session'

/**
 * Lets the browser open file links while its session lives: a new tab and an image send no Authorization
 * header.
 * @param access the session's access token
 * @see docs/rules/profiles-and-files.md#file-links
 */
export async function setFileCookie(
  deps: Pick<Deps, 'clock' | 'config' | 'secrets'>,
  reply: FastifyReply,
  access: string,
): Promise<void> {
  const claims = await verifyAccessToken(deps, access)
  if (!claims) return
  reply.setCookie(COOKIE_NAME, signText(deps.secrets, PURPOSE, `${claims.userId}.${claims.sessionId}`), {
    httpOnly: true,
    maxAge: REFRESH_TTL_MS / 1_000,
    path: PATH,
    sameSite: 'strict',
    secure: deps.config.production,
  })
}

export function clearFileCookie(reply: FastifyReply): void {
  reply.clearCookie(COOKIE_NAME, { path: PATH })
}

/**
 * Creates the function that finds who asks for a file: the user of the bearer token or, in a call without
 * one, of the file cookie. It answers null if their session isn't live.
 */
export function createFindFileViewer(
  deps: AuthenticationDeps,
): (request: FastifyRequest) => Promise<number | null> {
  const authenticate = createAuthenticate(deps)
  const findLiveSessions = createFindLiveSessions(deps)
  return async (request) => {
    const token = readBearerToken(request)
    if (token) return (await authenticate(token))?.id ?? null
    const [userId, sessionId] =
      readSigned(deps.secrets, PURPOSE, request.cookies[COOKIE_NAME] ?? '')?.split('.') ?? []
    if (!sessionId) return null
    const live = await findLiveSessions([sessionId])
    return live.length > 0 ? Number(userId) : null
  }
}
