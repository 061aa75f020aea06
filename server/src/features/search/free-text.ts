import type { Place } from '@tendwell/contract/profiles/places'
import { COUNTRIES, type Country, LANGUAGES, SKILLS } from '@tendwell/contract/reference'
import { type BegunRole, type FoundRole, findBegunRole, findRole, foldText, ROLE_KEYS } from './roles.ts'
import { findStateByCode, findStateByName } from './states.ts'

/**
 * A part of a search text. A caregiver must match each one: a word anywhere in the profile, a place in their
 * own city or country, and a role by their skills.
 */
export type TextPart = {
  /** The part as it was typed. */
  written: string
} & (
  | { kind: 'word' /** The word and its equivalents. */; words: string[] }
  | { kind: 'city' /** Those that it may mean, the largest first. */; places: readonly KnownCity[] }
  | { kind: 'country'; country: Country }
  | { kind: 'state' /** Of the United States. */; state: string }
  | ({ kind: 'role' } & FoundRole)
)

/** A place with all of its names, as `foldText` writes them. */
export type KnownCity = Place & { names: string[]; population: number; latitude: number; longitude: number }

/** The places that a search text may name, by the name as `foldText` writes it; the largest of each name first. */
export type KnownCities = ReadonlyMap<string, readonly KnownCity[]>

const toWords = (text: string) => text.split(' ')

/** Words for a caregiver in general, which are ignored next to others, because every caregiver is one. */
const GENERAL_ROLES = new Set(
  toWords('caregiver caregivers helper helpers specialist specialists expert experts carers'),
)

/** Words of a sentence that say nothing about a caregiver. */
const FILLERS = new Set(
  toWords(
    'a an the i we me us my our is are be to of for and with at on by from near around in or who that can could would need needs ' +
      'want wants wanted looking look find search someone person please help good great best experienced speaks speaking ' +
      'affordable cheap reliable trusted nice kind friendly lovely local available urgent hire old year years month months yr yrs ' +
      'de la le les el los las en em um uma un una une et y con por para pour mit und für fur ein eine der die das bei ' +
      'avec que qui parle habla spricht',
  ),
)

/** Words of other languages that no English sentence has. */
const FOREIGN_WORDS = new Set(
  toWords(
    'avec qui pour parle une mon mes notre fille fils enfant enfants ans nuit jour soir maison bebe cherche ' +
      'para con por una habla hija hijo nuestra busco casa noche um uma minha meu filha filho noite mit und fur eine ' +
      'meine meinen unsere tochter sohn jahre spricht suche per figlia figlio notte cerco',
  ),
)

/** Words that families use, with the words that profiles have for the same. */
const EQUIVALENTS = new Map([
  ['baby', ['newborn', 'infant']],
  ['babies', ['newborn', 'infant']],
  ['bébé', ['newborn', 'infant']],
  ['bebé', ['newborn', 'infant']],
  ['twin', ['twins']],
  ['elderly', ['elder']],
  ['senior', ['elder']],
  ['seniors', ['elder']],
  ...['noche', 'nuit', 'nacht', 'notte', 'noite'].map((word): [string, string[]] => [word, ['night']]),
])
const EQUIVALENTS_OF_KEY = new Map([...EQUIVALENTS].map(([word, same]) => [foldText(word), same]))

/** Countries, in lower case, with the names that profiles have for them. */
const COUNTRY_NAMES = new Map<string, Country>([
  ...COUNTRIES.map((country): [string, Country] => [country.toLowerCase(), country]),
  ['usa', 'United States'],
  ['us', 'United States'],
  ['u.s', 'United States'],
  ['u.s.a', 'United States'],
  ['america', 'United States'],
  ['uk', 'United Kingdom'],
  ['u.k', 'United Kingdom'],
  ['britain', 'United Kingdom'],
  ['great britain', 'United Kingdom'],
  ['england', 'United Kingdom'],
  ['uae', 'United Arab Emirates'],
  ['emirates', 'United Arab Emirates'],
  ['ksa', 'Saudi Arabia'],
  ['saudi', 'Saudi Arabia'],
  ['deutschland', 'Germany'],
])

/**
 * Names of places that are ordinary words or first names too. As small cities, they count as places only in capitals, after
 * "in", "near" or "around", or at the end, right after a role ("nanny la").
 */
const ORDINARY_WORDS = new Set(
  toWords('us la nice reading orange mobile surprise paradise essen georgia virginia montana'),
)

/** Words after which a city may follow, with the articles that may be between: "in the", "en la". */
const PLACE_HINTS: ReadonlyMap<string, readonly string[]> = new Map([
  ...toWords('in near around').map((hint) => [hint, toWords('the')] as const),
  ...toWords('en em').map((hint) => [hint, toWords('la el los las le les un una um uma')] as const),
])
const LONGEST_PART_WORDS = 4
/** Without "in" or "near", only cities with this many people count as places. */
export const LARGE_CITY_PEOPLE = 100_000

/** The words of skills and languages, which say something about care, unlike most names of people. */
const CARE_WORDS: ReadonlySet<string> = new Set(
  [...SKILLS, ...LANGUAGES]
    .flatMap((name) => toTokens(foldText(name)))
    .concat([...EQUIVALENTS_OF_KEY.keys(), ...GENERAL_ROLES])
    .filter((word) => word.length > 2 && !FILLERS.has(word)),
)

/** The words and names that a misspelled word may mean, besides cities; as `foldText` writes them. */
export const KNOWN_WORDS: readonly string[] = [
  ...new Set([...ROLE_KEYS, ...CARE_WORDS, ...COUNTRY_NAMES.keys()]),
].filter((word) => word.length > 3)

/**
 * Reads a search text that is written like a sentence.
 * @param cities those of `listPossibleCities` that are cities
 * @returns null if the text is to be searched as it is written: it has operators, or only plain words
 * @see docs/rules/profiles-and-files.md#search-text
 */
export function readFreeText(text: string, cities: KnownCities): TextPart[] | null {
  if (hasOperators(text)) return null
  const tokens = toTokens(text)
  const parts = keepMeaningful(toParts(tokens, cities))
  const isUnchanged =
    parts.every((part) => part.kind === 'word') &&
    parts.flatMap((part) => (part.kind === 'word' ? part.words : [])).join() === tokens.join()
  return isUnchanged || parts.length === 0 ? null : parts
}

/** The names in a search text that may be cities, without case and accents: one to four words in a row. */
export function listPossibleCities(text: string): string[] {
  if (text.includes('"')) return []
  const names = toTokens(text).map(foldText)
  return names.flatMap((_, start) =>
    names
      .slice(start, start + LONGEST_PART_WORDS)
      .map((_, length) => names.slice(start, start + length + 1).join(' ')),
  )
}

/**
 * The role that the last word or words of the text begin, such as "babys", and the text before; null if there
 * is none, or the text has operators.
 */
export function readBegunRole(text: string): (BegunRole & { before: string }) | null {
  if (hasOperators(text)) return null
  const tokens = toTokens(text)
  for (let length = Math.min(LONGEST_PART_WORDS, tokens.length); length > 0; length -= 1) {
    const words = tokens.slice(-length).join(' ')
    const isWhole = findRole(words) !== null || CARE_WORDS.has(foldText(words))
    const role = words.length > 2 && !isWhole ? findBegunRole(words) : null
    if (role) {
      return { ...role, isSure: role.isSure && words.length > 3, before: tokens.slice(0, -length).join(' ') }
    }
  }
  return null
}

/**
 * The word sequences of a text that may be misspelled, without case and accents: one to three words in a row,
 * of which one says nothing that is known.
 * @see docs/rules/profiles-and-files.md#misspelled-words
 */
export function listMisspelled(text: string, cities: KnownCities): string[] {
  const unknown = new Set(
    readTextParts(text, cities)
      .filter(({ kind, written }) => kind === 'word' && !CARE_WORDS.has(foldText(written)))
      .map(({ written }) => foldText(written)),
  )
  const names = hasOperators(text) ? [] : toTokens(text).slice(0, 12).map(foldText)
  return names.flatMap((_, start) =>
    [3, 2, 1]
      .map((length) => names.slice(start, start + length))
      .filter((words, at) => words.length === 3 - at && words.some((word) => unknown.has(word)))
      .map((words) => words.join(' ')),
  )
}

/** The text in lower case and without accents, with some word sequences replaced by others. */
export function replaceWords(text: string, replacements: ReadonlyMap<string, string>): string {
  let replaced = ` ${toTokens(text).map(foldText).join(' ')} `
  for (const [from, to] of replacements) replaced = replaced.replace(` ${from} `, ` ${to} `)
  return replaced.trim()
}

/**
 * What the roles that a search text names in another language are called in English: "nannies" for "niñera".
 * @see docs/rules/profiles-and-files.md#roles
 */
export function listTranslations(text: string, cities: KnownCities): string[] {
  const parts = readOperators(text).alternatives.flatMap((one) => readTextParts(one, cities))
  const names = parts.flatMap((part) => (part.kind === 'role' && part.translation) || [])
  return [...new Set(names)]
}

/** The parts of a search text, also of one that has only plain words; one part if it has operators. */
export function readTextParts(text: string, cities: KnownCities): TextPart[] {
  if (hasOperators(text)) return [toWordPart(text.trim())]
  return readFreeText(text, cities) ?? toParts(toTokens(text), cities)
}

/** Whether a text says something about care, so that a city beside it is a place and no name. */
export function isAboutCare(text: string): boolean {
  return hasCareWord(toTokens(text))
}

/**
 * The place that a search text names, the largest of its name; null if it names none or several.
 * @see docs/rules/profiles-and-files.md#cities-in-a-text
 */
export function findTextPlace(text: string, cities: KnownCities): KnownCity | null {
  const { alternatives } = readOperators(text)
  const [only = ''] = alternatives.length === 1 ? alternatives : []
  const [city, ...others] = readTextParts(only, cities).filter(({ kind }) => kind === 'city')
  return city?.kind === 'city' && others.length === 0 ? (city.places[0] ?? null) : null
}

/**
 * The places whose name is all of a text, such as "brooklyn", if the largest is large and the name no ordinary word. The
 * text may mean a person all the same.
 */
export function listWholeTextPlaces(text: string, cities: KnownCities): readonly KnownCity[] {
  const key = toTokens(text).map(foldText).join(' ')
  const places = cities.get(key) ?? []
  return isLargeCity(places) && !ORDINARY_WORDS.has(key) ? places : []
}

/** The text of a search's city field as a search text names a city. */
export const toCityText = (city: string | undefined) => (city?.trim() ? `in ${city}` : '')

/** The places that a search's city and country may mean, the largest first. */
export function listCityPlaces(
  { city, country }: { city?: string | undefined; country?: string | undefined },
  cities: KnownCities,
): KnownCity[] {
  const [part, ...others] = readTextParts(toCityText(city), cities)
  if (part?.kind !== 'city' || others.length > 0) return []
  const key = foldText(country?.trim() ?? '')
  return part.places.filter((place) => key === '' || foldText(place.country) === key)
}

/** The words of a text, without the punctuation around them. */
function toTokens(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .map((token) => token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, ''))
    .filter((token) => token !== '')
}

/**
 * The operators of a text: the texts before and after an "or", or one text and the words that it leaves out by
 * a leading hyphen. A text with quotes has none of them: it is searched as it is written.
 */
export function readOperators(text: string): { alternatives: string[]; unwanted: string[] } {
  if (text.includes('"')) return { alternatives: [text], unwanted: [] }
  const words = text.trim().split(/\s+/)
  const orAt = words.slice(0, -1).findIndex((word, index) => index > 0 && foldText(word) === 'or')
  if (orAt > 0) {
    const alternatives = [words.slice(0, orAt), words.slice(orAt + 1)].map((some) => some.join(' '))
    return { alternatives, unwanted: [] }
  }
  const isUnwanted = (word: string) => /^-./.test(word)
  return {
    alternatives: [words.filter((word) => !isUnwanted(word)).join(' ')],
    unwanted: words.filter(isUnwanted).map((word) => word.slice(1)),
  }
}

/** Whether a text has operators of a web search: quotes, OR or a leading hyphen. */
function hasOperators(text: string): boolean {
  const { alternatives, unwanted } = readOperators(text)
  return text.includes('"') || alternatives.length > 1 || unwanted.length > 0
}

function hasCareWord(tokens: readonly string[]): boolean {
  return tokens.some((_, index) =>
    [1, 2, 3, 4].some((length) => {
      const words = tokens.slice(index, index + length).join(' ')
      return findRole(words) !== null || CARE_WORDS.has(foldText(words))
    }),
  )
}

/** Separates a text into its parts, from left to right, the longest name of a place or role first. */
function toParts(tokens: readonly string[], knownCities: KnownCities): TextPart[] {
  const parts: TextPart[] = []
  // A single word may be a name, and is searched everywhere.
  const cities: KnownCities = tokens.length > 1 ? knownCities : new Map()
  const isCareSearch = hasCareWord(tokens)
  const isEnglish = !isForeign(tokens)
  // The hint just before, with its articles, such as "in the".
  let hint: string[] = []
  for (let index = 0; index < tokens.length; ) {
    const rest = tokens.slice(index, index + LONGEST_PART_WORDS)
    const isAfterRole = parts.at(-1)?.kind === 'role'
    const isAfterCity = parts.at(-1)?.kind === 'city'
    const token = tokens[index] as string
    const articles = PLACE_HINTS.get(foldText(hint[0] ?? '')) ?? []
    const isNamed = (words: readonly string[], key: string) => {
      if (words.join(' ') === words.join(' ').toUpperCase()) return true
      if (hint.length > 0) return !articles.includes(key)
      const end = index + words.length
      if (isAfterRole && end === tokens.length) return true
      const isLarge = isLargeCity(cities.get(key)) || findStateByName(key)
      if (isCareSearch && isLarge && !ORDINARY_WORDS.has(key)) return true
      return cities.has(key) && readState(tokens.slice(end), isEnglish, () => true) !== null
    }
    const state = readState(rest, isEnglish, (words, key) => isAfterCity || isNamed(words, key))
    const named = readNamedPart(rest, isNamed, cities)
    // After a city a state says which one is meant: "brooklyn ny".
    const part = (isAfterCity && state) || named || state || toWordPart(token)
    const isHint = PLACE_HINTS.has(foldText(token)) || articles.includes(foldText(token))
    const isPlace = part.kind === 'city' || part.kind === 'country' || part.kind === 'state'
    const narrowed = isAfterCity && narrowCity(parts.at(-1) as TextPart, part)
    if (narrowed) parts.splice(-1, 1, narrowed)
    else parts.push(isPlace ? { ...part, written: [...hint, part.written].join(' ') } : part)
    hint = isHint ? [...hint, token] : []
    index += part.written.split(' ').length
  }
  return parts
}

const isLargeCity = (places: readonly KnownCity[] = []) => (places[0]?.population ?? 0) >= LARGE_CITY_PEOPLE

/** A city together with the state or country after it, in which it is: "brooklyn ny". Null if it is in none. */
function narrowCity(city: TextPart, area: TextPart): TextPart | null {
  if (city.kind !== 'city' || (area.kind !== 'state' && area.kind !== 'country')) return null
  const places = city.places.filter(({ country, region }) =>
    area.kind === 'country' ? country === area.country : country === 'United States' && region === area.state,
  )
  return places.length > 0 ? { kind: 'city', written: `${city.written} ${area.written}`, places } : null
}

/** Whether a text has a role or a word of another language. */
function isForeign(tokens: readonly string[]): boolean {
  return tokens.some(
    (token, index) =>
      FOREIGN_WORDS.has(foldText(token)) ||
      [1, 2, 3, 4].some((length) => findRole(tokens.slice(index, index + length).join(' '))?.translation),
  )
}

/**
 * The state at the beginning of the words, by its name or code: "texas", "tx". A code that is a word of sentences
 * too ("in", "or") must be in capitals, as any code in another language, where "ma" is a word. Null if there is
 * none.
 */
function readState(
  tokens: readonly string[],
  isEnglish: boolean,
  isPlace: (words: readonly string[], key: string) => boolean,
): TextPart | null {
  for (const words of [tokens.slice(0, 2), tokens.slice(0, 1)]) {
    const written = words.join(' ')
    const key = foldText(written)
    const isCode = (isEnglish && !FILLERS.has(key)) || written === written.toUpperCase()
    const state = findStateByName(key) ?? (isCode ? findStateByCode(key) : undefined)
    if (state && isPlace(words, key)) return { kind: 'state', written, state }
  }
  return null
}

const toWordPart = (token: string): TextPart => ({
  kind: 'word',
  written: token,
  words: [token, ...(EQUIVALENTS_OF_KEY.get(foldText(token)) ?? [])],
})

/**
 * The longest name of a place or role at the beginning of the words; null if there is none.
 * @param isPlace whether words that name a place mean it here
 */
function readNamedPart(
  tokens: readonly string[],
  isPlace: (words: readonly string[], key: string) => boolean,
  cities: KnownCities,
): TextPart | null {
  for (let length = tokens.length; length > 0; length -= 1) {
    const words = tokens.slice(0, length)
    const written = words.join(' ')
    const key = foldText(written)
    const country = COUNTRY_NAMES.get(key)
    if (country && (!ORDINARY_WORDS.has(key) || isPlace(words, key))) {
      return { kind: 'country', written, country }
    }
    const places = cities.get(key)
    if (places && isPlace(words, key)) return { kind: 'city', written, places }
    const role = findRole(written)
    if (role) return { kind: 'role', written, ...role }
  }
  return null
}

/** Leaves out fillers, and general roles and numbers if other parts remain. The words of a skill stay. */
function keepMeaningful(parts: readonly TextPart[]): TextPart[] {
  const text = ` ${parts.map(({ written }) => foldText(written)).join(' ')} `
  const skillText = SKILLS.map((skill) => ` ${foldText(skill)} `)
    .filter((skill) => text.includes(skill))
    .join('')
  const isMeaningful = ({ kind, written }: TextPart, ignored: (word: string) => boolean) =>
    kind !== 'word' || skillText.includes(` ${foldText(written)} `) || !ignored(foldText(written))
  const meaningful = parts.filter((part) => isMeaningful(part, (word) => FILLERS.has(word)))
  const specific = meaningful.filter((part) =>
    isMeaningful(part, (word) => GENERAL_ROLES.has(word) || /^\d+$/.test(word)),
  )
  return specific.length > 0 ? specific : meaningful
}
