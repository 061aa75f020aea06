import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Keys for one purpose each, all drawn from the one application secret. */
export type Secrets = {
  /** 32 bytes for this purpose alone, the same at every start. */
  key(purpose: string): Uint8Array
}

/** @param appSecret the `APP_SECRET`, or the one made at the first start */
export function createSecrets(appSecret: string): Secrets {
  return { key: (purpose) => new Uint8Array(hkdfSync('sha256', appSecret, 'tendwell', purpose, 32)) }
}

/** An unguessable text of 256 bits, safe in a URL. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Signs a text with HMAC-SHA-256. @returns base64url */
export function hmacSign(key: Uint8Array, content: string): string {
  return createHmac('sha256', key).update(content).digest('base64url')
}

/** The secret kept in the data folder; made at the first start, readable by its owner alone. */
export async function storedSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'app-secret')
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, randomToken(), { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(file, 'utf8')).trim()
}
