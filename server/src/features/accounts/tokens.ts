import { createHash } from 'node:crypto'
import type { Role } from '@tendwell/contract/accounts'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { hmacSign } from '../../platform/secrets.ts'

const ACCESS_TTL_S = 15 * 60
const ALGORITHM = 'HS256'
/** Type and audience keep anything else that we may ever sign from passing as an access token. */
const TYPE = 'at+jwt'
const AUDIENCE = 'tendwell-api'

/** Whom an access token names; what they may do is asked from the database at each call. */
export type AccessClaims = { userId: number; sessionId: string }

const claimsSchema = z.object({ sub: z.string().regex(/^[1-9]\d{0,8}$/), sid: z.uuid() })

/** Signs an access token of 15 minutes. */
export function signAccess(
  deps: Pick<Deps, 'clock' | 'secrets'>,
  { userId, role, sessionId }: AccessClaims & { role: Role },
): Promise<string> {
  const issuedAt = Math.floor(deps.clock.now().getTime() / 1_000)
  return new SignJWT({ role, sid: sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(String(userId))
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TTL_S)
    .sign(deps.secrets.key('access-token'))
}

/** Reads an access token of ours; null for a forged, foreign or expired one. The key and algorithm are ours alone. */
export async function readAccess(
  deps: Pick<Deps, 'clock' | 'secrets'>,
  token: string,
): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(token, deps.secrets.key('access-token'), {
      algorithms: [ALGORITHM],
      typ: TYPE,
      audience: AUDIENCE,
      requiredClaims: ['sub', 'sid', 'role', 'iat', 'exp'],
      currentDate: deps.clock.now(),
    })
    const { sub, sid } = claimsSchema.parse(payload)
    return { userId: Number(sub), sessionId: sid }
  } catch {
    return null
  }
}

/** What is kept of a token: 256 random bits need no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * The refresh token that follows this one: always the same, so that two tabs which use one token at once get one
 * successor. Without our key nobody can tell it from the token before.
 */
export function successorOf(deps: Pick<Deps, 'secrets'>, refreshToken: string): string {
  return hmacSign(deps.secrets.key('refresh-token'), refreshToken)
}
