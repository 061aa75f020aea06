import { z } from 'zod'

export const NAME_MINIMUM = 2
export const NAME_MAXIMUM = 80
export const CAREGIVER_NAME_MAXIMUM = 25

/** Latin letters that pass for others and are no accented form of them. */
const LOOKALIKES: Record<string, string> = { I: 'L', Ł: 'L', Đ: 'D', Ŧ: 'T', Ø: 'O' }
/** Words that only our own mail may use as a name, in upper case and without lookalikes: `ADMLN` is "Admin". */
const RESERVED_WORDS = ['SUPPORT', 'ADMLN']
const PRODUCT_WORD = 'TENDWELL'

/** Scripts that names are written in today (Unicode's recommended scripts), and those that one language mixes. */
const ALPHABETS = [
  ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Thaana', 'Ethiopic'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam'],
  ...['Sinhala', 'Tibetan', 'Thai', 'Lao', 'Khmer', 'Myanmar'],
  ...['Han|Hiragana|Katakana', 'Han|Hangul', 'Han|Bopomofo'],
]
const ONE_ALPHABET = ALPHABETS.map((scripts) => {
  const letters = scripts.split('|').map((script) => `\\p{scx=${script}}`)
  return new RegExp(`^[${letters.join('')}\\p{sc=Inherited}ʻʼ'’. -]+$`, 'u')
})

/** Letters and marks that show, with single spaces, hyphens, apostrophes and dots between them. */
const ALLOWED = /^['’]?(?:\p{L}\p{M}*[ '’.-]*)+$/u
/** Default ignorables are invisible; four accents on a letter run into other lines; no name has phonetic small capitals. */
const UNREADABLE = /\p{DI}|\p{sc=Inherited}{4}|[\u1d00-\u1dbf]/u
/** A dot inside a word makes it an address, unless it follows an initial: J.R. Moore. */
const ADDRESS = /\.\p{L}[\p{L}\p{M}]/u

/** Whether a name claims to be us, whatever its case, accents, width, style of letters, lookalikes and gaps. */
function usesReservedWord(name: string): boolean {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[IŁĐŦØ]/g, (letter) => LOOKALIKES[letter] ?? letter)
    .split(/[^\p{L}]+/u)
  const joined = words.join('')
  return joined.includes(PRODUCT_WORD) || [joined, ...words].some((word) => RESERVED_WORDS.includes(word))
}

/** What is wrong with a trimmed NFC name; null if nothing is. */
function findNameProblem(name: string, maximum: number): string | null {
  if (name === '') return 'Name is required'
  if (name.length < NAME_MINIMUM) return `Name must be at least ${NAME_MINIMUM} characters`
  if (name.length > maximum) return `Name must be at most ${maximum} characters`
  if (ADDRESS.test(name)) return "Name can't contain a web address. Put a space after each dot"
  if (!ALLOWED.test(name) || UNREADABLE.test(name)) {
    return 'Name can contain only letters, spaces, hyphens, apostrophes and dots'
  }
  if (!ONE_ALPHABET.some((alphabet) => alphabet.test(name))) return 'Name must be written in one alphabet'
  if (usesReservedWord(name)) return 'This name is reserved. Please enter your own name'
  return null
}

/**
 * A person's name: one line of letters in one alphabet. Normalized to NFC, trimmed, with single spaces.
 * @param maximum length in UTF-16 units, as a browser's maxlength counts
 * @see docs/rules/accounts.md#names
 */
export function nameSchema(maximum: number = NAME_MAXIMUM) {
  return z
    .string({ error: 'Name is required' })
    .transform((value) => value.normalize('NFC').replace(/ +/g, ' ').trim())
    .superRefine((name, context) => {
      const message = findNameProblem(name, maximum)
      if (message !== null) context.addIssue({ code: 'custom', message })
    })
}
