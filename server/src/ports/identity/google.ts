import { createHash } from 'node:crypto'
import { emailSchema } from '@tendwell/contract/accounts'
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Identity, IdentityProvider } from './port.ts'

const ISSUER = 'https://accounts.google.com'
/** Google spells itself in both ways; they are one issuer. */
const ISSUERS = [ISSUER, 'accounts.google.com']
const TIMEOUT_MS = 10_000
const KEYS_KEPT_MS = 10 * 60_000
/** Google's tokens live for an hour. */
const TOKEN_TTL_S = 3_600
const CLOCK_TOLERANCE_S = 30

const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  aud: z.string(),
  exp: z.number(),
  email: emailSchema,
  email_verified: z.literal(true),
  name: z.string().optional(),
})

/** What the keys' server did, or failed to do; everything else that jose throws is the token's fault. */
function isOutage(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return true
  // jose says by the bare class that the answer was none of keys; what fetch throws is none of jose's.
  return !(error instanceof errors.JOSEError) || error.code === 'ERR_JOSE_GENERIC'
}

/** The header and the payload, which the signature covers to the letter; its own last letter can be respelled. */
function tokenIdOf(token: string): string {
  return createHash('sha256')
    .update(token.slice(0, token.lastIndexOf('.')))
    .digest('hex')
}

function identityOf(token: string, payload: JWTPayload, clientId: string): Identity | null {
  const claims = claimsSchema.safeParse(payload)
  if (!claims.success || claims.data.aud !== clientId) return null
  const { sub, email, name = '', exp } = claims.data
  const expiresAt = new Date((exp + CLOCK_TOLERANCE_S) * 1_000)
  return { issuer: ISSUER, subject: sub, email, name, tokenId: tokenIdOf(token), expiresAt }
}

/**
 * Google's ID tokens. Keys come from the one address that is configured, whatever a token's header names, and the
 * algorithm is RS256 alone. Times go by the machine's clock, as Google's do, not by the product's.
 * @param settings.jwksUrl where Google's public keys are; kept for ten minutes, asked again for a key that is new
 */
export function createGoogleIdentity(settings: {
  clientId: string
  jwksUrl: string
  log: Log
}): IdentityProvider {
  const { clientId, jwksUrl, log } = settings
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: TIMEOUT_MS,
    cacheMaxAge: KEYS_KEPT_MS,
  })

  return {
    async identify(token) {
      try {
        const { payload } = await jwtVerify(token, keys, {
          algorithms: ['RS256'],
          issuer: ISSUERS,
          audience: clientId,
          requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat', 'email'],
          maxTokenAge: TOKEN_TTL_S,
          clockTolerance: CLOCK_TOLERANCE_S,
        })
        return identityOf(token, payload, clientId)
      } catch (error) {
        if (!isOutage(error)) return null
        log.error({ err: error }, 'the keys of Google could not be had')
        throw new AppError(503, 'unavailable', 'Google authentication failed')
      }
    },
  }
}

/** Where an installation has no client id: nobody is known. */
export const noIdentity: IdentityProvider = { identify: async () => null }
