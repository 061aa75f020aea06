/** The six digits beside the link of a verification mail. @see docs/rules/accounts.md#the-code */
import { randomInt } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import { hmacSign, isSigned } from '../../../platform/secrets.ts'

const PURPOSE = 'verification-code'

/** @returns a new code, such as `048213` */
export function makeCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** The form in which a user's code is stored: a keyed hash, because six digits alone are soon tried out. */
export function hashCode({ secrets }: Pick<Deps, 'secrets'>, userId: number, code: string): string {
  return hmacSign(secrets.key(PURPOSE), `${userId}.${code}`)
}

/** Whether the code is the one with this hash. It takes as long where there is no hash. */
export function isCode(
  { secrets }: Pick<Deps, 'secrets'>,
  { userId, code, codeHash }: { userId: number; code: string; codeHash: string | null },
): boolean {
  const isRight = isSigned(secrets.acceptedKeys(PURPOSE), `${userId}.${code}`, codeHash ?? 'x'.repeat(43))
  return codeHash !== null && isRight
}
