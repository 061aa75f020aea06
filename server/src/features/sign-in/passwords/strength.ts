import { PRODUCT_NAME } from '@tendwell/contract/reference'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { invalid } from '../../../platform/errors.ts'

/** The lowest accepted score, of 0 to 4. Below it, fewer than a million guesses find the password. */
const SCORE_MINIMUM = 2
/** The rest of a longer password is not scored: the time to score one grows with the square of its length. */
const SCORED_CHARACTERS = 32
/**
 * How many readings with digits in place of letters are tried. The library's 100 take several times as long.
 */
const SUBSTITUTIONS_MAXIMUM = 10

export type PasswordOwner = { fullName: string; email: string }

let scorer: Promise<ZxcvbnFactory> | null = null

/** Loads the dictionaries at the first use, because they take a second and 50 MB. */
async function loadScorer(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: SCORED_CHARACTERS,
    l33tMaxSubstitutions: SUBSTITUTIONS_MAXIMUM,
  })
}

/** The words that someone who knows the person, or us, would try first. */
function listOwnWords({ fullName, email }: PasswordOwner): string[] {
  const separators = /[^\p{L}\p{M}\p{N}]+/u
  const names = fullName.split(separators)
  const words = [PRODUCT_NAME, fullName, names.join(''), ...names, email, ...email.split('@')]
  return [...words, ...email.split(separators)]
    .map((word) => word.slice(0, SCORED_CHARACTERS))
    .filter(Boolean)
}

/** @throws AppError 400 for a password that is too easy to guess @see docs/rules/accounts.md#passwords */
export async function requireStrongPassword(password: string, owner: PasswordOwner): Promise<void> {
  scorer ??= loadScorer()
  const { score } = (await scorer).check(password, listOwnWords(owner))
  if (score >= SCORE_MINIMUM) return
  const detail = 'This password is too easy to guess. Use a few unrelated words, without your name or email'
  throw invalid({ password: [detail] })
}
