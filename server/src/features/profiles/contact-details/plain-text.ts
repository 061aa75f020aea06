/**
 * Texts in the form in which contacts are looked for.
 * @see docs/rules/profiles-and-files.md#contact-details
 */

const DIGIT = /\p{Nd}/u
const OTHER_DIGITS = /[^\P{Nd}0-9]/gu
const OTHER_MARKS: [RegExp, string][] = [
  [/٫/g, '.'],
  [/[٬،、，]/g, ','],
  [/[／⁄]/g, '/'],
]

/**
 * Without accents, frames and characters that only look different or are invisible, and with 0 to 9 for the
 * digits of every script.
 */
export function toPlain(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{Cf}\p{M}]/gu, '')
    .replace(OTHER_DIGITS, toDigit)
  return OTHER_MARKS.reduce((read, [other, mark]) => read.replace(other, mark), plain)
}

/** The digits of a script follow each other from 0 to 9, and those of two scripts may too. */
function toDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1
  return String((code - first) % 10)
}
