/**
 * Finds phone numbers in texts about care, which have many other figures.
 * @see docs/rules/profiles-and-files.md#contact-details
 */
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { toPlain } from './plain-text.ts'

/**
 * Countries whose national numbers begin with a 0. The first line are the countries of the reference list.
 */
const WITH_ZERO: readonly CountryCode[] = [
  ...(['GB', 'PK', 'IN', 'DE', 'FR', 'AU', 'AE', 'SA'] as const),
  ...([
    'CN',
    'KR',
    'JP',
    'NL',
    'BE',
    'CH',
    'AT',
    'SE',
    'TR',
    'EG',
    'ZA',
    'NG',
    'ID',
    'PH',
    'TH',
    'VN',
    'MY',
  ] as const),
  ...(['IL', 'UA', 'BD', 'LK', 'NZ'] as const),
]
/** The forms of national phone numbers, and the countries for which the library then parses a match. */
const NATIONAL_FORMS: readonly [groups: RegExp, countries: readonly CountryCode[]][] = [
  [/^(?:1 |1(?=\d{10}$))?[2-9](?: ?\d){2} ?[2-9](?: ?\d){6}$/, ['US']],
  [/^[6-9](?: ?\d){9}$/, ['IN']],
  // Neither a North American 1 800 … number nor a list of figures with four digits.
  [/^1[3-9]\d(?= |\d{8}$)(?: ?\d){8}$/, ['CN']],
  [/^8 ?[39](?: ?\d){9}$/, ['RU']],
  [/^0 ?[1-9](?: ?\d){7,10}$/, WITH_ZERO],
]
/** The prefix 00 of international numbers, which means the same as `+`. */
const FROM_ABROAD = /^00 ?(?=[1-9])/
/**
 * A limit that keeps the search fast. A text with more possible numbers is refused: none about care has so
 * many.
 */
const LOOKUPS_MAXIMUM = 200
const DIGITS_MINIMUM = 7
const DIGITS_MAXIMUM = 17

const GAP = '(?:[\\s()\\[\\]{}<>"\'./\\\\•·*_~|=–—-]|\\p{So})'
/** At least 7 digits with at most 3 other characters between two of them. */
const CANDIDATE = new RegExp(`\\+?\\(?\\d(?:${GAP}{0,3}\\d){${DIGITS_MINIMUM - 1},}`, 'gu')

const toPattern = (words: string) => words.split(' ').map(toPlain).join('|')
const PHONE_WORDS = toPattern(
  'tel tél telephone téléphone teléfono telefono telefon telefone telefoon phone phones mobile móvil movil portable cell cellphone cel celular handy handynummer telefonnummer mobil sms text ring call dial whatsapp viber appelez appeler llama llámame llamame llámanos ruf anrufen тел телефон звоните звони هاتف الهاتف هاتفي جوال جوالي موبايل تلفون اتصل फोन मोबाइल कॉल فون موبائل',
)
/** Words for a phone number in languages that write no space after them. */
const JOINED_PHONE_WORDS = toPattern('电话 電話 手机 手機 携帯 電話番号 전화 핸드폰 휴대폰 โทร')
/** Matches a text that ends with words which introduce a phone number, such as `call me at`. */
const INTRODUCES_NUMBER = new RegExp(
  `(?:(?<![\\p{L}\\d])(?:${PHONE_WORDS})|${JOINED_PHONE_WORDS})(?:[^\\p{L}\\d]{0,3}(?:me|us|at|on|number|no|nr|num|numero|nummer|is|est|es|ist|au|le|al|番号|는|号|號|是|为))?(?:[^\\p{L}\\d]{0,3}(?:at|on|is|number))?[^\\p{L}\\d]{0,3}$`,
  'iu',
)
const INTRODUCTION_LENGTH = 40

const DAY = '(?:0?[1-9]|[12]\\d|3[01])'
const CLOCK = '(?:[01]?\\d|2[0-4])'
const AMOUNT = '\\d{1,3}(?:[.,]?\\d{3}){0,2}(?:[.,]\\d{1,2})?'
/** No digit, plus or bracket comes before. */
const ALONE = '(?<![\\d+(][\\s.-]?)'
const figure = (...parts: string[]) => new RegExp(parts.join(''), 'giu')
/**
 * Figures that are removed from a text before the search, because their digits could look like a phone
 * number: links, dates, numbers of papers, prices and measures.
 */
const FIGURES = [
  // Links.
  /\b(?:https?:\/\/|www\.)\S+/giu,
  // Dates such as 2026-11-28, 28.11.2026, 28 11 2026 and 2026 11 28.
  figure('(?<![\\d.-])\\d{4}([-./])', DAY, '\\1', DAY, '(?![.-]?\\d)'),
  figure('(?<![\\d.-])', DAY, '([-./])', DAY, '\\1(?:\\d{4}|\\d{2})(?![.-]?\\d)'),
  figure(
    '(?<!\\d[\\s.-]?)(?:',
    DAY,
    ' ',
    DAY,
    ' (?:19|20)\\d\\d|(?:19|20)\\d\\d ',
    DAY,
    ' ',
    DAY,
    ')(?![\\s.-]?\\d)',
  ),
  // Numbers of papers that begin with a year, such as 2019/4521.
  /(?<![\d.-])(?:19|20)\d\d([-/])(?:\d{1,2}\1)?\d{3,6}(?![\s./-]?\d)/gu,
  // Prices, with the currency before or after the amount.
  figure('[$€£]\\s?', AMOUNT, '(?![.,-]?\\d)|\\b(?:USD|EUR|GBP)\\s?', AMOUNT, '(?![.,-]?\\d)'),
  figure(ALONE, AMOUNT, '\\s?(?:[$€£]|USD\\b|EUR\\b|GBP\\b|dollars?\\b)'),
  // Several temperatures as 38.5 37.9: a phone number has no groups of one digit beside longer ones.
  /(?<![\d.+(]\s?)(?:\d{1,3}[.,]\d[\s,;/–-]{1,3})+\d{1,3}[.,]\d(?![\d.,-])/gu,
  // Measures such as 250 ml.
  figure(
    ALONE,
    '\\d{1,4}(?:[.,]\\d{1,2})?\\s?',
    '(?:mc?g|kg|g|lbs?|oz|ml|cl|cm|mm|km|in|ft|months?|weeks?|years?|days?|hours?|min(?:utes)?|yrs?|bpm|kcal|Uhr|мл|г|кг|см|مل|غ|كغ|سم)(?![\\p{L}\\d])',
  ),
]
/** Times of day, also several in a row such as `0600 0930`. */
const TIMES = [
  figure('(?<![\\d.-])', CLOCK, '[:.][0-5]\\d(?:\\s?[ap]\\.?m\\b)?(?![.-]?\\d)'),
  /(?<![\d+(][\s.-]?)(?:(?:[01]\d|2[0-3])[0-5]\d[\s,;/–-]{1,3}(?:and |to )?)+(?:[01]\d|2[0-3])[0-5]\d(?![\s.-]?\d)/gu,
]

/** Disguises and what they mean: the letter o for a 0, and commas in places where no amount has them. */
const DISGUISES: readonly [RegExp, string][] = [
  [/(?<=\d)o(?=\d)/giu, '0'],
  [/(?<![\d,])(\d{3}),(\d{3}),(\d{4})(?![\d,])/gu, '$1-$2-$3'],
]

function removeDisguises(plain: string): string {
  return DISGUISES.reduce((text, [disguise, meaning]) => text.replace(disguise, meaning), plain)
}

/** The digits from 0 to 9 in words. */
const SPELLED: readonly string[] = [
  'zero one two three four five six seven eight nine',
  'oh one two three four five six seven eight niner',
  'cero uno dos tres cuatro cinco seis siete ocho nueve',
  'zéro un deux trois quatre cinq six sept huit neuf',
  'null eins zwei drei vier fünf sechs sieben acht neun',
  'null eins zwo drei vier fuenf sechs sieben acht neun',
  'zero um dois três quatro cinco seis sete oito nove',
  'zero uno due tre quattro cinque sei sette otto nove',
  'nul een twee drie vier vijf zes zeven acht negen',
  'ноль один два три четыре пять шесть семь восемь девять',
  'صفر واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة',
  'صفر واحد اثنين ثلاث أربع خمس ست سبع ثمان تسع',
  'शून्य एक दो तीन चार पांच छह सात आठ नौ',
  '零 一 二 三 四 五 六 七 八 九',
  '〇 幺 两 三 四 五 六 七 八 九',
]
const DIGIT_BY_WORD = new Map(
  SPELLED.flatMap((words) => words.split(' ').map((word, digit) => [toPlain(word), String(digit)] as const)),
)
const WORDS = [...DIGIT_BY_WORD.keys()].sort((a, b) => b.length - a.length).join('|')
const SPELLED_DIGIT = new RegExp(`(?:(double|triple)\\s)?(${WORDS})`, 'giu')
const SPELLED_RUN = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:\\d{1,4}|(?:(?:double|triple)\\s)?(?:${WORDS}))[\\s,./-]{0,3}){4,}(?![\\p{L}\\d])`,
  'giu',
)
/** At least this many digits must be words: one or two in a row may have many reasons. */
const SPELLED_MINIMUM = 3

/**
 * Finds the first phone number of a person in a text. Numbers that are free to call, such as helplines, don't
 * count, and neither do dates, times, prices, measures, sizes, years and counts.
 * @param plain the text as `toPlain` returns it
 * @returns the number as it is written, or null
 */
export function findPhoneNumber(plain: string): string | null {
  const spelledNumber = findSpelledNumber(plain)
  if (spelledNumber !== null) return spelledNumber
  const text = withoutFigures(removeDisguises(plain))
  const lookedUp = new Set<string>()
  for (const { 0: candidate, index } of text.matchAll(CANDIDATE)) {
    const groups = candidate.match(/\d+/g) ?? []
    const textBefore = text.slice(Math.max(0, index - INTRODUCTION_LENGTH), index)
    const isIntroduced = INTRODUCES_NUMBER.test(textBefore)
    const hasPlus = candidate.startsWith('+')
    if (!isIntroduced && !hasPlus && (isCount(groups) || isYears(groups))) continue
    if (isPhoneNumber(groups, { hasPlus, isIntroduced }, lookedUp)) return candidate
    if (lookedUp.size > LOOKUPS_MAXIMUM) return candidate
  }
  return null
}

/**
 * Whether groups of digits, or some neighboring ones among them, are the phone number of a person.
 * @param written.hasPlus whether a `+` stands before the first group
 * @param written.isIntroduced whether a word such as `phone` stands before them, after which all digits
 *   together count as one number
 * @param lookedUp the numbers that were looked up so far; new ones are added
 */
function isPhoneNumber(
  groups: readonly string[],
  { hasPlus, isIntroduced }: { hasPlus: boolean; isIntroduced: boolean },
  lookedUp: Set<string>,
): boolean {
  const whole = groups.join(' ')
  if (isIntroduced && groups.join('').length <= DIGITS_MAXIMUM)
    return findNumberOwner(whole, lookedUp) !== 'free'
  for (const [start] of groups.entries()) {
    let candidate = hasPlus && start === 0 ? '+' : ''
    let digits = 0
    let hasLongGroup = false
    for (const group of groups.slice(start, start + DIGITS_MAXIMUM)) {
      candidate += digits > 0 ? ` ${group}` : group
      digits += group.length
      hasLongGroup ||= group.length >= 3
      if (digits > DIGITS_MAXIMUM || lookedUp.size > LOOKUPS_MAXIMUM) break
      const isWhole = candidate.endsWith(whole)
      if (digits < DIGITS_MINIMUM || !(isWhole || hasLongGroup)) continue
      const owner = findNumberOwner(candidate, lookedUp)
      if (owner === 'free' && isWhole) return false
      if (owner === 'person') return true
    }
  }
  return false
}

/** Whose number these digits are: a person's, one that is free to call, or, as null, not a phone number. */
function findNumberOwner(written: string, lookedUp: Set<string>): 'person' | 'free' | null {
  const number = written.replace(FROM_ABROAD, '+')
  const countries: readonly (CountryCode | undefined)[] = number.startsWith('+')
    ? [undefined]
    : NATIONAL_FORMS.flatMap(([pattern, countriesOfForm]) => (pattern.test(number) ? countriesOfForm : []))
  let isFree = false
  for (const country of countries) {
    lookedUp.add(`${country} ${number}`)
    const parsed = parsePhoneNumberFromString(number, country)
    if (!parsed?.isValid()) continue
    if (parsed.getType() !== 'TOLL_FREE') return 'person'
    isFree = true
  }
  return isFree ? 'free' : null
}

/** Finds seven or more digits in words, such as `five five five, one two one two`. Counting doesn't count. */
function findSpelledNumber(plain: string): string | null {
  for (const [run] of plain.matchAll(SPELLED_RUN)) {
    let words = 0
    const digits = run.replace(SPELLED_DIGIT, (_found, times: string | undefined, word: string) => {
      words += 1
      const digit = DIGIT_BY_WORD.get(word.toLowerCase()) ?? ''
      const repeated = times === undefined ? 1 : times.toLowerCase() === 'double' ? 2 : 3
      return ` ${digit.repeat(repeated)} `
    })
    const groups = digits.match(/\d+/g) ?? []
    const allDigits = groups.join('')
    const isVaried = new Set(allDigits).size > 2
    if (words >= SPELLED_MINIMUM && allDigits.length >= DIGITS_MINIMUM && isVaried && !isCount(groups)) {
      return run.trim()
    }
  }
  return null
}

/** Replaces figures and times by commas, but keeps a "time" after a word such as `phone`. */
function withoutFigures(plain: string): string {
  const text = FIGURES.reduce((textSoFar, pattern) => textSoFar.replace(pattern, ' , '), plain)
  return TIMES.reduce(
    (textSoFar, pattern) =>
      textSoFar.replace(pattern, (...match) => {
        const offset: number = match.at(-2)
        const textBefore = textSoFar.slice(Math.max(0, offset - INTRODUCTION_LENGTH), offset)
        return INTRODUCES_NUMBER.test(textBefore) ? match[0] : ' , '
      }),
    text,
  )
}

/**
 * Whether at least four groups of digits are a count, sizes or amounts: each is larger than the one before,
 * each is smaller by the same step of at most 10, or there are five or more with two and three digits mixed.
 */
function isCount(groups: readonly string[]): boolean {
  if (groups.length < 4 || groups.some((group) => group.length > 3 || /^0\d/.test(group))) return false
  const lengths = groups.map((group) => group.length)
  if (groups.length > 4 && !lengths.includes(1) && new Set(lengths).size > 1) return true
  const steps = groups.slice(1).map((group, index) => Number(group) - Number(groups[index]))
  return (
    steps.every((step) => step > 0) || steps.every((step) => step < 0 && step >= -10 && step === steps[0])
  )
}

/** Whether all groups of digits are years. */
const isYears = (groups: readonly string[]): boolean => groups.every((group) => /^(?:19|20)\d\d$/.test(group))
