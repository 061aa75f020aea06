import { hash, verify } from '@node-rs/argon2'
import { createWorkQueue } from '../../../platform/limits/work-queue.ts'

/** Argon2id with 19 MiB, two passes and one lane, as OWASP recommends. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of a random text. Verifying a password against it takes as long as against a real hash. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$V3q9xG5hvzf/iu2g0hCadQ$7MByrg5qoCda7KU0bJ3BUZ8ybXimY1hBdH5+B3xXrI8'

/** A hash takes about 0.2 s of a core. Two at a time leave room for everything else. */
const CONCURRENCY = 2
/** With a longer queue, the last caller would wait for several seconds. */
const QUEUE_MAXIMUM = 40

/** One queue for the whole process, because all hashing shares one thread pool. */
const enqueue = createWorkQueue({ concurrency: CONCURRENCY, maxWaiting: QUEUE_MAXIMUM })

/**
 * Hashes a password in NFC, so that it matches however a keyboard composes its letters.
 * @throws AppError 503 if the queue is full
 */
export function hashPassword(password: string): Promise<string> {
  return enqueue(() => hash(password.normalize('NFC'), COST))
}

/**
 * How a password matches a hash: in NFC, or only as it was typed, as older hashes were made. Without a hash,
 * returns `none` after the same time.
 * @throws AppError 503 if the queue is full
 */
export function matchPassword(
  password: string,
  passwordHash: string | null,
): Promise<'normalized' | 'typed' | 'none'> {
  return enqueue(async () => {
    // Against the dummy every password counts as wrong, even one that matches it.
    const stored = passwordHash ?? DUMMY_HASH
    const normalized = password.normalize('NFC')
    if (await verify(stored, normalized)) return passwordHash === null ? 'none' : 'normalized'
    if (normalized === password || !(await verify(stored, password))) return 'none'
    return passwordHash === null ? 'none' : 'typed'
  })
}

/** Whether the password matches the hash. @throws AppError 503 if the queue is full */
export async function verifyPassword(password: string, passwordHash: string | null): Promise<boolean> {
  return (await matchPassword(password, passwordHash)) !== 'none'
}
