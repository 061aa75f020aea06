import { createHash } from 'node:crypto'
import { emailSchema } from '@tendwell/contract/sign-in/accounts'
import { MINUTE_MS } from '@tendwell/contract/time'
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Identity, IdentityProvider } from './port.ts'

const ISSUER = 'https://accounts.google.com'
/** Google uses both spellings. */
const ISSUERS = [ISSUER, 'accounts.google.com']
const TIMEOUT_MS = 10_000
const KEYS_KEPT_MS = 10 * MINUTE_MS
const TOKEN_TTL_S = 3_600
const CLOCK_TOLERANCE_S = 30
const OWN_MAILBOX = /@(?:gmail|googlemail)\.com$/

const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  aud: z.string(),
  exp: z.number(),
  email: emailSchema,
  email_verified: z.literal(true),
  name: z.string().optional(),
  /** The organisation whose mail Google runs. */
  hd: z.string().optional(),
})

/** Whether the key server failed; all other errors of jose are about the token. */
function isOutage(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return true
  // jose throws its base class if the response holds no keys; errors of fetch are not from jose.
  return !(error instanceof errors.JOSEError) || error.code === 'ERR_JOSE_GENERIC'
}

/** Hashes the header and payload only, because the end of the signature can be spelled in several ways. */
function hashSignedPart(token: string): string {
  return createHash('sha256')
    .update(token.slice(0, token.lastIndexOf('.')))
    .digest('hex')
}

function toIdentity(token: string, payload: JWTPayload, clientId: string): Identity | null {
  const claims = claimsSchema.safeParse(payload)
  if (!claims.success || claims.data.aud !== clientId) return null
  const { sub, email, name = '', exp, hd } = claims.data
  const expiresAt = new Date((exp + CLOCK_TOLERANCE_S) * 1_000)
  const ownsMailbox = OWN_MAILBOX.test(email) || Boolean(hd)
  return { issuer: ISSUER, subject: sub, email, ownsMailbox, name, tokenId: hashSignedPart(token), expiresAt }
}

/**
 * Verifies Google's ID tokens. Accepts RS256 only, with keys from `jwksUrl` whatever the token's header
 * names. Uses the machine's clock, not the product's.
 * @param settings.jwksUrl the URL of Google's public keys, which are cached for ten minutes
 * @see docs/rules/accounts.md#google-sign-in
 */
export function createGoogleIdentityProvider(settings: {
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
        return toIdentity(token, payload, clientId)
      } catch (error) {
        if (!isOutage(error)) return null
        log.error({ err: error }, "could not fetch Google's keys")
        throw new AppError(503, 'unavailable', 'Google authentication failed')
      }
    },
  }
}

/** Refuses every token, for installations without a Google client id. */
export const noIdentityProvider: IdentityProvider = { identify: async () => null }
