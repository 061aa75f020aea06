/**
 * The plain form of a text, in which contacts are looked for.
 * @see docs/rules/profiles-and-files.md#contact-details
 */

const DIGIT = /\p{Nd}/u
/** Digits other than 0 to 9. */
const OTHER_DIGITS = /[^\P{Nd}0-9]/gu
/** Marks of other scripts, and the ordinary marks that they mean. */
const OTHER_MARKS: [RegExp, string][] = [
  [/٫/g, '.'],
  [/[٬،、，]/g, ','],
  [/[／⁄]/g, '/'],
]

/**
 * Removes accents and invisible characters, replaces characters that look like ordinary ones (such as `①` or
 * `Ａ`) by these, and writes the digits of every script as 0 to 9.
 */
export function toPlain(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{Cf}\p{M}]/gu, '')
    .replace(OTHER_DIGITS, toDigit)
  return OTHER_MARKS.reduce(
    (textSoFar, [otherMark, ordinaryMark]) => textSoFar.replace(otherMark, ordinaryMark),
    plain,
  )
}

/**
 * The value of a digit of any script, as 0 to 9. In Unicode the ten digits of a script follow each other, and
 * sometimes the digits of another script follow them directly.
 */
function toDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zeroCode = code
  while (DIGIT.test(String.fromCodePoint(zeroCode - 1))) zeroCode -= 1
  return String((code - zeroCode) % 10)
}
