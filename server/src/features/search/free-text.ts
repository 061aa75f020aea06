import { COUNTRIES, SKILLS } from '@tendwell/contract/reference'

/** A search text as a family means it. A caregiver must match all of its words and places. */
export type FreeText = {
  /** Words that are matched anywhere in the profile, each with its equivalents. */
  words: string[][]
  /** Names of cities and countries, matched in the caregiver's own city and country. */
  places: string[]
}

const toWords = (text: string) => text.split(' ')

/**
 * Words for a caregiver in general. They are ignored if the text has other words, because every caregiver is
 * one.
 */
const ROLES = new Set(
  toWords(
    'nanny nannies babysitter babysitters sitter sitters caregiver caregivers carer carers helper helpers nurse nurses specialist specialists',
  ),
)

/** Words of a sentence that say nothing about a caregiver. */
const FILLERS = new Set(
  toWords(
    'a an the i we me us my our is are be to of for with and at on by from near around in who that can could would need needs ' +
      'want wants looking look find search someone person please help good great best experienced speaks speaking',
  ),
)

/** Words that families use, with the words that profiles have for the same. */
const EQUIVALENTS = new Map([
  ['baby', ['newborn', 'infant']],
  ['babies', ['newborn', 'infant']],
  ['walker', ['walking']],
  ['cleaner', ['cleaning']],
  ['elderly', ['elder']],
  ['senior', ['elder']],
  ['seniors', ['elder']],
])

/** Countries and other names of places, in lower case, with the names that profiles have for them. */
const PLACE_NAMES = new Map([
  ...COUNTRIES.map((country): [string, string] => [country.toLowerCase(), country]),
  ['usa', 'United States'],
  ['u.s', 'United States'],
  ['u.s.a', 'United States'],
  ['america', 'United States'],
  ['uk', 'United Kingdom'],
  ['u.k', 'United Kingdom'],
  ['britain', 'United Kingdom'],
  ['great britain', 'United Kingdom'],
  ['uae', 'United Arab Emirates'],
  ['emirates', 'United Arab Emirates'],
  ['ksa', 'Saudi Arabia'],
  ['nyc', 'New York'],
  ['new york city', 'New York'],
  ['washington dc', 'Washington'],
  ['bangalore', 'Bengaluru'],
  ['bombay', 'Mumbai'],
])

/**
 * Short names of places that are ordinary words too. They count as places only in capitals, or after "in",
 * "near" or "around".
 */
const SHORT_PLACE_NAMES = new Map([
  ['us', 'United States'],
  ['la', 'Los Angeles'],
  ['ny', 'New York'],
  ['sf', 'San Francisco'],
])

/** Words after which a city may follow. */
const PLACE_HINTS = new Set(['in', 'near', 'around'])
const LONGEST_PLACE_WORDS = 4

/**
 * Reads a search text that is written like a sentence.
 * @param cities the names of `listPossibleCities` that are cities
 * @returns null if the text is to be searched as it is written: it has operators, or only plain words
 * @see docs/rules/profiles-and-files.md#search-text
 */
export function readFreeText(text: string, cities: ReadonlySet<string>): FreeText | null {
  if (hasOperators(text)) return null
  const tokens = toTokens(text)
  const { places, otherWords } = separatePlaces(tokens, cities)
  const words = keepMeaningful(otherWords, places.length > 0).map((word) => [
    word,
    ...(EQUIVALENTS.get(foldText(word)) ?? []),
  ])
  const isUnchanged = places.length === 0 && words.flat().join() === tokens.join()
  return isUnchanged || words.length + places.length === 0 ? null : { words, places }
}

/**
 * The names in a search text that may be cities, in lower case and without accents: one to four words after
 * "in", "near" or "around".
 */
export function listPossibleCities(text: string): string[] {
  if (hasOperators(text)) return []
  const names = toTokens(text).map(foldText)
  const starts = names.flatMap((name, index) =>
    PLACE_HINTS.has(name) ? [names[index + 1] === 'the' ? index + 2 : index + 1] : [],
  )
  return starts.flatMap((start) =>
    names
      .slice(start, start + LONGEST_PLACE_WORDS)
      .map((_, index) => names.slice(start, start + index + 1).join(' ')),
  )
}

/** The words of a text, without the punctuation around them. */
function toTokens(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .map((token) => token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((token) => token !== '')
}

/** Whether a text has operators of a web search: quotes, OR or a leading hyphen. */
function hasOperators(text: string): boolean {
  return /"|(^|\s)-\S/.test(text) || /(^|\s)or(\s|$)/.test(foldText(text))
}

/** Separates the names of places from the other words of a text. */
function separatePlaces(
  tokens: readonly string[],
  cities: ReadonlySet<string>,
): { places: string[]; otherWords: string[] } {
  const places: string[] = []
  const otherWords: string[] = []
  // Whether the word before, or the one before "the", is "in", "near" or "around".
  let isHinted = false
  for (let index = 0; index < tokens.length; ) {
    const place = readPlace(tokens.slice(index, index + LONGEST_PLACE_WORDS), isHinted ? cities : null)
    const token = tokens[index] as string
    if (place) places.push(place.name)
    else {
      otherWords.push(token)
      isHinted = PLACE_HINTS.has(foldText(token)) || (isHinted && foldText(token) === 'the')
    }
    index += place?.length ?? 1
  }
  return { places, otherWords }
}

/**
 * The longest name of a place at the beginning of the words; null if there is none.
 * @param cities null if the words do not follow "in", "near" or "around"
 */
function readPlace(
  tokens: readonly string[],
  cities: ReadonlySet<string> | null,
): { name: string; length: number } | null {
  for (let length = tokens.length; length > 0; length -= 1) {
    const writtenName = tokens.slice(0, length).join(' ')
    const key = foldText(writtenName)
    const countsShortNames = cities || writtenName === writtenName.toUpperCase()
    const name = PLACE_NAMES.get(key) ?? (countsShortNames ? SHORT_PLACE_NAMES.get(key) : undefined)
    if (name) return { name, length }
    if (cities?.has(key)) return { name: writtenName, length }
  }
  return null
}

/** Leaves out fillers, and roles if other words remain. Words of a skill stay, as in "night nanny". */
function keepMeaningful(words: readonly string[], hasPlace: boolean): string[] {
  const text = ` ${words.map(foldText).join(' ')} `
  const skillText = SKILLS.map((skill) => ` ${foldText(skill)} `)
    .filter((skill) => text.includes(skill))
    .join('')
  const isInSkill = (word: string) => skillText.includes(` ${foldText(word)} `)
  const meaningfulWords = words.filter((word) => isInSkill(word) || !FILLERS.has(foldText(word)))
  const specificWords = meaningfulWords.filter((word) => isInSkill(word) || !ROLES.has(foldText(word)))
  return specificWords.length > 0 || hasPlace ? specificWords : meaningfulWords
}

/** The text in lower case and without accents, as the SQL function `fold` does it. */
function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
