import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Derives a separate key for each purpose from the application secret. @see docs/rules/README.md#tokens-and-secrets */
export type Secrets = {
  /** @returns 32 bytes for this purpose, the same at every start */
  key(purpose: string): Uint8Array
}

/** @param appSecret `APP_SECRET`, or the secret created at the first start */
export function createSecrets(appSecret: string): Secrets {
  return { key: (purpose) => new Uint8Array(hkdfSync('sha256', appSecret, 'tendwell', purpose, 32)) }
}

/** @returns 256 random bits as base64url */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Signs a text with HMAC-SHA-256. @returns base64url */
export function hmacSign(key: Uint8Array, content: string): string {
  return createHmac('sha256', key).update(content).digest('base64url')
}

/** Signs a text that a browser keeps for us. @returns the text and its signature, to be read by `readSigned` */
export function signText(key: Uint8Array, text: string): string {
  return `${text}.${hmacSign(key, text)}`
}

/** @returns the text that `signText` signed with this key; null if it was not */
export function readSigned(key: Uint8Array, signed: string): string | null {
  const text = signed.slice(0, Math.max(0, signed.lastIndexOf('.')))
  const expected = Buffer.from(signText(key, text))
  const given = Buffer.from(signed)
  return expected.length === given.length && timingSafeEqual(expected, given) ? text : null
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
