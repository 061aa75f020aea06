/**
 * Secrets and codes of authenticator apps: TOTP with SHA-1, 6 digits and 30 seconds, which every app knows.
 */
import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { Secret, TOTP } from 'otpauth'
import type { Deps } from '../../../../deps.ts'
import { decryptText, encryptText } from '../../../../platform/secrets.ts'

const SECRET_BYTES = 20
const PURPOSE = 'authenticator-app'
/** How many steps a phone's clock may be off. */
const STEPS_OFF = 1

/** @returns a new secret, as base32 to type and as a URI to draw as a QR code */
export function makeAppSecret(email: string): { secret: string; uri: string } {
  const totp = new TOTP({ issuer: PRODUCT_NAME, label: email, secret: new Secret({ size: SECRET_BYTES }) })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

export function encryptAppSecret(deps: Pick<Deps, 'secrets'>, userId: number, secret: string): string {
  return encryptText(deps.secrets, PURPOSE, String(userId), secret)
}

/**
 * Finds the 30-second step that a code belongs to.
 * @param app.secret encrypted
 * @returns null for a wrong code, or a secret of an application secret that is no longer accepted
 */
export function findAppStep(
  deps: Pick<Deps, 'clock' | 'secrets'>,
  { userId, secret }: { userId: number; secret: string },
  code: string,
): number | null {
  const base32 = decryptText(deps.secrets, PURPOSE, String(userId), secret)
  if (base32 === null) return null
  const totp = new TOTP({ secret: Secret.fromBase32(base32) })
  const timestamp = deps.clock.now().getTime()
  const delta = totp.validate({ token: code, timestamp, window: STEPS_OFF })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

/**
 * Encrypts a secret with the current key, if it is encrypted with that of the previous application secret.
 * @param app.secret encrypted
 * @returns null if it is encrypted with the current key, or with one that we don't know
 */
export function reencryptAppSecret(
  deps: Pick<Deps, 'secrets'>,
  { userId, secret }: { userId: number; secret: string },
): string | null {
  const { secrets } = deps
  const currentKeyOnly = { ...secrets, acceptedKeys: (purpose: string) => [secrets.key(purpose)] }
  if (decryptText(currentKeyOnly, PURPOSE, String(userId), secret) !== null) return null
  const base32 = decryptText(secrets, PURPOSE, String(userId), secret)
  return base32 === null ? null : encryptAppSecret(deps, userId, base32)
}
