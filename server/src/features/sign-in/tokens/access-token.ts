import type { Role } from '@tendwell/contract/sign-in/accounts'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'

const ACCESS_TTL_S = 15 * 60
const ALGORITHM = 'HS256'
/** The type and the audience prevent our other tokens from being accepted as access tokens. */
const TYPE = 'at+jwt'
const AUDIENCE = 'tendwell-api'

export type AccessClaims = { userId: number; sessionId: string }

const claimsSchema = z.object({ sub: z.string().regex(/^[1-9]\d{0,8}$/), sid: z.uuid() })

/**
 * Signs an access token valid for 15 minutes.
 * @see docs/rules/accounts.md#sessions-and-tokens
 */
export function signAccessToken(
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

/**
 * Verifies an access token. The role comes from the database, not from the token.
 * @returns null if the token is forged, foreign or expired
 */
export async function verifyAccessToken(
  deps: Pick<Deps, 'clock' | 'secrets'>,
  token: string,
): Promise<AccessClaims | null> {
  for (const key of deps.secrets.acceptedKeys('access-token')) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        typ: TYPE,
        audience: AUDIENCE,
        requiredClaims: ['sub', 'sid', 'role', 'iat', 'exp'],
        currentDate: deps.clock.now(),
      })
      const { sub, sid } = claimsSchema.parse(payload)
      return { userId: Number(sub), sessionId: sid }
    } catch {
      // The token may be signed with another accepted key.
    }
  }
  return null
}
