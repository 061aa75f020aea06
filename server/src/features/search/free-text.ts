import { COUNTRIES, SKILLS } from '@tendwell/contract/reference'

/** A search text as a family means it. A caregiver must match all of it. */
export type FreeText = {
  /** Matched anywhere in the profile. Each is a word with its equivalents. */
  words: string[][]
  /** Names of cities and countries, matched in the caregiver's own city and country. */
  places: string[]
}

const toWords = (text: string) => text.split(' ')

/** Every caregiver is one of these, so such a word says little next to others. */
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

/** Words that families use for those in profiles. */
const EQUIVALENTS = new Map([
  ['baby', ['newborn', 'infant']],
  ['babies', ['newborn', 'infant']],
  ['walker', ['walking']],
  ['cleaner', ['cleaning']],
  ['elderly', ['elder']],
  ['senior', ['elder']],
  ['seniors', ['elder']],
])

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

/** They are words too, so they count only in capitals or after "in". */
const SHORT_PLACE_NAMES = new Map([
  ['us', 'United States'],
  ['la', 'Los Angeles'],
  ['ny', 'New York'],
  ['sf', 'San Francisco'],
])

const PLACE_HINTS = new Set(['in', 'near', 'around'])
const LONGEST_PLACE_WORDS = 4

/**
 * Reads a search text that is written like a sentence.
 * @param cities those of `listPossibleCities` that exist
 * @returns null if it has nothing to be read: it is a query with operators, or plain words
 * @see docs/rules/profiles-and-files.md#search-text
 */
export function readFreeText(text: string, cities: ReadonlySet<string>): FreeText | null {
  if (hasOperators(text)) return null
  const tokens = toTokens(text)
  const { places, others } = separatePlaces(tokens, cities)
  const words = keepMeaningful(others, places.length > 0).map((word) => [
    word,
    ...(EQUIVALENTS.get(fold(word)) ?? []),
  ])
  const isPlain = places.length === 0 && words.map((equals) => equals.join()).join() === tokens.join()
  return isPlain || words.length + places.length === 0 ? null : { words, places }
}

/**
 * What may be the name of a city, in lower case and without accents: up to four words after "in" or "near".
 */
export function listPossibleCities(text: string): string[] {
  if (hasOperators(text)) return []
  const names = toTokens(text).map(fold)
  const starts = names.flatMap((name, at) =>
    PLACE_HINTS.has(name) ? [names[at + 1] === 'the' ? at + 2 : at + 1] : [],
  )
  return starts.flatMap((start) =>
    names
      .slice(start, start + LONGEST_PLACE_WORDS)
      .map((_, at) => names.slice(start, start + at + 1).join(' ')),
  )
}

function toTokens(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .map((token) => token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((token) => token !== '')
}

/** Quotes, OR and a leading hyphen. */
function hasOperators(text: string): boolean {
  return /"|(^|\s)-\S/.test(text) || /(^|\s)or(\s|$)/.test(fold(text))
}

function separatePlaces(
  tokens: readonly string[],
  cities: ReadonlySet<string>,
): { places: string[]; others: string[] } {
  const places: string[] = []
  const others: string[] = []
  let isHinted = false
  for (let at = 0; at < tokens.length; ) {
    const place = readPlace(tokens.slice(at, at + LONGEST_PLACE_WORDS), isHinted ? cities : null)
    const token = tokens[at] as string
    if (place) places.push(place.name)
    else {
      others.push(token)
      isHinted = PLACE_HINTS.has(fold(token)) || (isHinted && fold(token) === 'the')
    }
    at += place?.length ?? 1
  }
  return { places, others }
}

/**
 * The longest place that the words begin with.
 * @param cities null if the words do not follow "in" or "near"
 */
function readPlace(
  tokens: readonly string[],
  cities: ReadonlySet<string> | null,
): { name: string; length: number } | null {
  for (let length = tokens.length; length > 0; length -= 1) {
    const written = tokens.slice(0, length).join(' ')
    const key = fold(written)
    const isShortName = cities || written === written.toUpperCase()
    const name = PLACE_NAMES.get(key) ?? (isShortName ? SHORT_PLACE_NAMES.get(key) : undefined)
    if (name) return { name, length }
    if (cities?.has(key)) return { name: written, length }
  }
  return null
}

/**
 * Leaves out the fillers, and roles next to other words; but never a word of a skill, as in "night nanny".
 */
function keepMeaningful(words: readonly string[], hasPlace: boolean): string[] {
  const text = ` ${words.map(fold).join(' ')} `
  const skillText = SKILLS.map((skill) => ` ${fold(skill)} `)
    .filter((skill) => text.includes(skill))
    .join('')
  const isInSkill = (word: string) => skillText.includes(` ${fold(word)} `)
  const meaningful = words.filter((word) => isInSkill(word) || !FILLERS.has(fold(word)))
  const specific = meaningful.filter((word) => isInSkill(word) || !ROLES.has(fold(word)))
  return specific.length > 0 || hasPlace ? specific : meaningful
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
