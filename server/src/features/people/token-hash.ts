import { createHash } from 'node:crypto'

/** The form in which a token is stored. A token of 256 random bits needs no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
