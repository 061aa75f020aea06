import { isReservedName } from '@tendwell/contract/people/names'

/** Letters that have no accent to take off. */
const LETTERS: Record<string, string> = { Ø: 'O', Ł: 'L', Đ: 'D', Æ: 'AE', Œ: 'OE', Þ: 'TH' }

/** Words of an account's name that are no name: "Anna and Tom Miller", "The Okafor family". */
const JOINING = new Set(['AND', 'THE', 'FAMILY'])

/**
 * A name's words as a card has them: in capitals, without accents, apostrophes, initials and joining words.
 */
function toNameWords(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toUpperCase()
    .replace(/[ØŁĐÆŒÞ]/g, (letter) => LETTERS[letter] ?? letter)
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1 && !JOINING.has(word))
}

/**
 * Whether the name on a card is that of an account: all its words, or its last name with one of its first
 * names, in any order.
 * @param accountName also of two people; one of a single word never matches, nor does the name of an office
 *   on either side
 * @see docs/rules/profiles-and-files.md#card-checked
 */
export function matchesCardName(accountName: string, cardName: string): boolean {
  if (isReservedName(accountName) || isReservedName(cardName)) return false
  const own = [...new Set(toNameWords(accountName))]
  const last = own.at(-1)
  if (last === undefined || own.length < 2) return false
  const onCard = new Set(toNameWords(cardName))
  return onCard.has(last) && own.some((word) => word !== last && onCard.has(word))
}
