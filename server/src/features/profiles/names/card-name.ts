import { isReservedName } from '@tendwell/contract/people/names'

/** Letters that Unicode doesn't split into a letter and an accent. */
const UNSPLIT_LETTERS: Record<string, string> = { Ø: 'O', Ł: 'L', Đ: 'D', Æ: 'AE', Œ: 'OE', Þ: 'TH' }

/** Words in an account's name that are not names, as in "Anna and Tom Miller" or "The Okafor family". */
const JOINING_WORDS = new Set(['AND', 'THE', 'FAMILY'])

/**
 * The words of a name as cards write them: in capitals, without accents, apostrophes, initials and joining
 * words.
 */
function toNameWords(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toUpperCase()
    .replace(/[ØŁĐÆŒÞ]/g, (letter) => UNSPLIT_LETTERS[letter] ?? letter)
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1 && !JOINING_WORDS.has(word))
}

/**
 * Whether the name on a card is the name of an account: the card must have the account's last name and at
 * least one of its other names, in any order. A name of one word never matches, and neither does a reserved
 * name, such as that of an office, on the account or the card.
 * @param accountName the name of one person, or of two
 * @see docs/rules/profiles-and-files.md#card-checked
 */
export function matchesCardName(accountName: string, cardName: string): boolean {
  if (isReservedName(accountName) || isReservedName(cardName)) return false
  const accountWords = [...new Set(toNameWords(accountName))]
  const lastName = accountWords.at(-1)
  if (lastName === undefined || accountWords.length < 2) return false
  const cardWords = new Set(toNameWords(cardName))
  return cardWords.has(lastName) && accountWords.some((word) => word !== lastName && cardWords.has(word))
}
