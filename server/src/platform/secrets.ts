import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Derives a separate key for each purpose from the application secret.
 * @see docs/rules/README.md#tokens-and-secrets
 */
export type Secrets = {
  /** @returns 32 bytes for this purpose, the same at every start */
  key(purpose: string): Uint8Array
  /** @returns the keys whose signatures are accepted: `key`, and the key made of the previous secret */
  acceptedKeys(purpose: string): Uint8Array[]
}

/**
 * Creates the keys of the product.
 * @param appSecret `APP_SECRET`, or the secret created at the first start
 * @param previous `APP_SECRET_PREVIOUS`
 */
export function createSecrets(appSecret: string, previous?: string): Secrets {
  const derive = (secret: string, purpose: string) =>
    new Uint8Array(hkdfSync('sha256', secret, 'tendwell', purpose, 32))
  const acceptedSecrets = previous === undefined ? [appSecret] : [appSecret, previous]
  return {
    key: (purpose) => derive(appSecret, purpose),
    acceptedKeys: (purpose) => acceptedSecrets.map((secret) => derive(secret, purpose)),
  }
}

/** @returns 256 random bits as base64url */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Signs a text with HMAC-SHA-256. @returns base64url */
export function hmacSign(key: Uint8Array, content: string): string {
  return createHmac('sha256', key).update(content).digest('base64url')
}

/** Whether one of these keys signed the content with HMAC-SHA-256. */
export function isSigned(keys: readonly Uint8Array[], content: string, signature: string): boolean {
  const signatureBytes = Buffer.from(signature)
  return keys.some((key) => {
    const expectedBytes = Buffer.from(hmacSign(key, content))
    return expectedBytes.length === signatureBytes.length && timingSafeEqual(expectedBytes, signatureBytes)
  })
}

/**
 * Signs a text that is given to a browser and comes back later.
 * @returns the text and its signature, to be read by `readSigned`
 */
export function signText(secrets: Secrets, purpose: string, text: string): string {
  return `${text}.${hmacSign(secrets.key(purpose), text)}`
}

/** @returns the text that `signText` signed for this purpose; null if the signature isn't valid */
export function readSigned(secrets: Secrets, purpose: string, signedText: string): string | null {
  const end = signedText.lastIndexOf('.')
  if (end < 0) return null
  const text = signedText.slice(0, end)
  return isSigned(secrets.acceptedKeys(purpose), text, signedText.slice(end + 1)) ? text : null
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a text with AES-256-GCM, so that it can't be read in the database.
 * @param purpose the name of the key
 * @param owner names whose text it is; `decryptText` needs the same owner
 * @returns nonce, authentication tag and encrypted text, as base64url
 */
export function encryptText(secrets: Secrets, purpose: string, owner: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, secrets.key(purpose), nonce).setAAD(Buffer.from(owner))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/**
 * @returns the text that `encryptText` encrypted for this purpose and owner; null if it was encrypted with no
 *   accepted key, for another owner, or changed since
 */
export function decryptText(
  secrets: Secrets,
  purpose: string,
  owner: string,
  encryptedText: string,
): string | null {
  const bytes = Buffer.from(encryptedText, 'base64url')
  for (const key of secrets.acceptedKeys(purpose)) {
    try {
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
      return text.toString('utf8')
    } catch {
      // This isn't the key of the text. The next one, of the previous secret, may be.
    }
  }
  return null
}

/** Reads the secret in the data folder. The first start creates it, readable only by its owner. */
export async function readOrCreateSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'app-secret')
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, randomToken(), { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(file, 'utf8')).trim()
}
