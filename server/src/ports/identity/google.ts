import { createHash } from 'node:crypto'
import { emailSchema } from '@tendwell/contract/sign-in/accounts'
import { MINUTE_MS } from '@tendwell/contract/time'
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Identity, IdentityProvider } from './port.ts'

const ISSUER = 'https://accounts.google.com'
/** Google writes its issuer in both ways. */
const ISSUERS = [ISSUER, 'accounts.google.com']
const TIMEOUT_MS = 10_000
const KEYS_KEPT_MS = 10 * MINUTE_MS
const TOKEN_TTL_S = 3_600
const CLOCK_TOLERANCE_S = 30
/** Addresses whose mailbox Google hosts, apart from those of organizations. */
const OWN_MAILBOX = /@(?:gmail|googlemail)\.com$/

const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  aud: z.string(),
  exp: z.number(),
  email: emailSchema,
  email_verified: z.literal(true),
  name: z.string().optional(),
  /** The domain of the organization whose mail Google hosts; missing for other accounts. */
  hd: z.string().optional(),
})

/** Whether an error says that Google's keys couldn't be fetched; all other errors are about the token. */
function isOutage(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return true
  // The library jose throws this code if the response has no keys. Errors of fetch are no errors of jose.
  return !(error instanceof errors.JOSEError) || error.code === 'ERR_JOSE_GENERIC'
}

/** Hashes a token without its signature, because the end of a signature can be written in several ways. */
function hashSignedPart(token: string): string {
  return createHash('sha256')
    .update(token.slice(0, token.lastIndexOf('.')))
    .digest('hex')
}

/** @returns null if a claim is missing, the email isn't verified, or the token is for another product */
function toIdentity(token: string, payload: JWTPayload, clientId: string): Identity | null {
  const claims = claimsSchema.safeParse(payload)
  if (!claims.success || claims.data.aud !== clientId) return null
  const { sub, email, name = '', exp, hd } = claims.data
  const expiresAt = new Date((exp + CLOCK_TOLERANCE_S) * 1_000)
  const ownsMailbox = OWN_MAILBOX.test(email) || Boolean(hd)
  return { issuer: ISSUER, subject: sub, email, ownsMailbox, name, tokenId: hashSignedPart(token), expiresAt }
}

/**
 * Verifies Google's ID tokens. Accepts RS256 only, and only keys from `jwksUrl`, whatever URL the token's
 * header names. It goes by the machine's clock and not by the product's, which `/dev/clock` may have moved.
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
