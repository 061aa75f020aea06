import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { invalid } from '../../../platform/errors.ts'
import { createTurns } from '../../../platform/turns.ts'

/** Argon2id, as OWASP asks for (trust.md): 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of a password that nobody knows: checking against it takes as long as against a real one. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$V3q9xG5hvzf/iu2g0hCadQ$7MByrg5qoCda7KU0bJ3BUZ8ybXimY1hBdH5+B3xXrI8'

/** One hash takes about 0.2 s of a core: two at once leave room for everything else. */
const AT_ONCE = 2
/** With these before it a call would wait for seconds; it is refused instead. */
const WAITING_MAXIMUM = 40

/** The hashing of this whole process goes through one queue, because it shares one pool of threads. */
const inTurn = createTurns({ atOnce: AT_ONCE, waitingMaximum: WAITING_MAXIMUM })

/** @throws AppError 503 when too many wait already */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST))
}

/**
 * Whether the password is the one of the hash; with no hash it is not, after the same time.
 * @throws AppError 503 when too many wait already
 */
export function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  return inTurn(async () => {
    const matches = await verify(passwordHash ?? NOBODYS_HASH, password)
    return matches && passwordHash !== null
  })
}

/** Most used first, in lower case; from the leaks that password crackers use. */
const commonPasswords = new Set(dictionary['passwords-common'])

/** @throws AppError 400 for a password that is tried first when accounts are attacked (decisions §2) */
export function requireUncommon(password: string): void {
  if (commonPasswords.has(password.toLowerCase())) {
    throw invalid({ password: ['This password is too common'] })
  }
}
