import { centsFromUsd } from '@tendwell/contract/money'
import type { CaregiverSearch } from '@tendwell/contract/profiles'
import { COUNTRIES } from '@tendwell/contract/reference'
import { type SQL, sql } from 'drizzle-orm'
import { literally } from '../../platform/database.ts'
import { valuesOfWish } from '../availability/index.ts'
import {
  bitsOf,
  hundredthsOf,
  KNOWN_LANGUAGES,
  KNOWN_SKILLS,
  maskOfCountry,
  masksBeyondRate,
  masksFromRate,
  masksFromRating,
  masksOf,
  standingFrom,
} from '../profiles/index.ts'

/** What a search's statements are told each time they run, by the names of their placeholders. */
export type Values = Record<string, string | number | string[]>

function lowered(words: readonly string[] | undefined): string[] | undefined {
  return words && words.length > 0 ? words.map((word) => word.toLowerCase()) : undefined
}

/** A text filter that holds something, or undefined: a form sends its empty fields as well. */
function given(text: string | undefined): string | undefined {
  return text?.trim() || undefined
}

/** The letters of a word that PostgreSQL takes for one word, whatever it knows of languages, once it is folded. */
const LETTERS = '[a-zà-öø-ÿ]+'
const PLAIN_WORD = new RegExp(`^${LETTERS}$`, 'i')

/** Several of them, none of which means anything to a search of the web. */
const NO_OPERATOR = `(?![oò-öø]r( |$))${LETTERS}`
const PLAIN_TEXT = new RegExp(`^${NO_OPERATOR}( +${NO_OPERATOR})+$`, 'i')

/** A text of words alone, none of which means anything to a search or to a regular expression. */
const PLAIN_WORDS = /^[\p{L}\p{N} ]+$/u

/** A text as PostgreSQL can read it as words: it fails on more than 32 dashes that wait for one. */
function readable(text: string): string {
  return text.replace(/-[-\s]*-/g, '-')
}

/**
 * The filters that were given, by the names under which `matching` knows them: which names there are decides on the
 * statement, so one is made for each set of filters and not for each search. Null when nobody can be found, since the
 * country is none that caregivers live in, or the date is over or too far ahead.
 */
export function valuesOf(search: CaregiverSearch, now: Date): Values | null {
  const { available_on: date, start, end, timezone: zone } = search
  const q = given(search.q)
  const city = given(search.city)
  const wanted = given(search.country)?.toLowerCase()
  const country = COUNTRIES.find((name) => name.toLowerCase() === wanted)
  const wish = date === undefined ? {} : valuesOfWish({ date, start, end, zone }, now)
  if ((wanted && !country) || wish === null) return null
  const skills = lowered(search.skills)
  const languages = lowered(search.languages)
  // Few caregivers have a skill that the reference list doesn't know, or one of languages none of which it knows.
  const areKnown = skills?.every((skill) => KNOWN_SKILLS.includes(skill))
  const isAnyKnown = languages?.some((language) => KNOWN_LANGUAGES.includes(language))
  const { min_rate: least, max_rate: most, min_rating: rating } = search
  const values = {
    country,
    city,
    [areKnown ? 'skills' : 'rareSkills']: skills,
    skillBits: skills && bitsOf(skills, KNOWN_SKILLS),
    [isAnyKnown ? 'languages' : 'rareLanguages']: languages,
    languageBits: languages && bitsOf(languages, KNOWN_LANGUAGES),
    least: least === undefined ? undefined : centsFromUsd(least),
    most: most === undefined ? undefined : centsFromUsd(most),
    standing: rating === undefined ? undefined : standingFrom(hundredthsOf(rating)),
    q: q && readable(q),
    name: q && `% ${literally(q)}%`,
    longerName: q && (PLAIN_WORDS.test(q) ? ` ${q}[^ ]` : ''),
    wordBegin: q && PLAIN_WORD.test(q) ? ` ${q}_%` : undefined,
    words: q && PLAIN_TEXT.test(q) ? q : undefined,
    ...placed('countryMask', country && [maskOfCountry(country)]),
    ...placed('skillMask', masksOf(skills ?? [], 'skills')),
    ...placed('languageMask', masksOf(languages ?? [], 'languages')),
    ...placed('leastMask', least === undefined ? null : masksFromRate(least)),
    ...placed('mostMask', most === undefined ? null : masksBeyondRate(most)),
    ...placed('ratingMask', rating === undefined ? null : masksFromRating(hundredthsOf(rating))),
    ...wish,
  }
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, Values[string]] => entry[1] != null),
  )
}

/** Some values of a kind, under names that count on from 0. */
function placed(name: string, values: readonly number[] | null | undefined): Record<string, number> {
  return Object.fromEntries((values ?? []).map((value, at) => [`${name}${at}`, value]))
}

/** One of them, where a statement is told it. */
export function value(name: string, type: string): SQL {
  return sql`${sql.placeholder(name)}::${sql.raw(type)}`
}

/** A text among them as what is searched is written: in lower case, without accents. */
export function folded(name: string): SQL {
  return sql`folded(${value(name, 'text')})`
}
