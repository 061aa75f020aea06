import { type SQL, sql } from 'drizzle-orm'
import { openMasks } from '../availability/index.ts'
import {
  BLOCK,
  blockOf,
  caregiverBlocks,
  caregiverProfiles,
  caregiverWords,
  hasBitIn,
  idAt,
  inAny,
  LISTED,
  maskAt,
  maskOfOne,
  placeOf,
  SHEETS,
} from '../profiles/index.ts'
import { IS_NAMED_LONGER } from './names.ts'
import { folded, value } from './values.ts'

/** Masks of who is found by a single word, as `q` says it: by a word of hers, or by how a longer name begins. */
const MASKS_OF_WORD = [
  sql`SELECT ${caregiverWords.block}, ${caregiverWords.mask} FROM ${caregiverWords}
    WHERE ${caregiverWords.word} = ANY(tsvector_to_array(
      to_tsvector('simple', ${folded('q')}) || to_tsvector('english', ${folded('q')})))`,
  sql`SELECT ${caregiverWords.block}, ${caregiverWords.mask} FROM ${caregiverWords}
    WHERE ${caregiverWords.word} LIKE ${folded('wordBegin')}`,
]

/** The same of several words: who has all of them as they stand, or all of them as English, or is named so. */
const MASKS_OF_WORDS = [
  ...['simple', 'english'].map((language) => {
    const words = sql`tsvector_to_array(to_tsvector(${sql.raw(`'${language}'`)}, ${folded('words')}))`
    return sql`SELECT ${caregiverWords.block}, bit_and(${caregiverWords.mask}) AS mask FROM ${caregiverWords}
      WHERE ${caregiverWords.word} = ANY(${words}) GROUP BY 1 HAVING count(*) = cardinality(${words})`
  }),
  sql`SELECT ${blockOf(caregiverProfiles.userId)} AS block, ${maskOfOne(caregiverProfiles.userId)} AS mask
    FROM ${caregiverProfiles} WHERE ${caregiverProfiles.isListed} AND ${IS_NAMED_LONGER}`,
]

/** Masks of who is found by a text; none where masks can't tell, or no text is told. */
function masksOfText(told: ReadonlySet<string>): SQL[] {
  if (told.has('wordBegin')) return MASKS_OF_WORD
  return told.has('words') ? MASKS_OF_WORDS : []
}

/** Masks for what is neither in a profile's narrow columns nor in its block's own masks: words and a date. */
function masksBeside(told: ReadonlySet<string>): SQL[][] {
  return [masksOfText(told), openMasks(told)].filter((masks) => masks.length > 0)
}

/** What several sources of a block's mask have in common (`block`, `mask`). */
function inCommon(sources: readonly SQL[]): SQL {
  const names = sources.map((_, at) => sql.raw(`source${at}`))
  const masks = names.map((name) => sql`${name}.mask`)
  const from = sources
    .map((source, at) => sql`(${source}) AS ${names[at]}`)
    .reduce((all, one) => sql`${all} JOIN ${one} USING (block)`)
  return sql`SELECT block, ${sql.join(masks, sql` & `)} AS mask FROM ${from}`
}

const { userId } = caregiverProfiles
/** Of all caregivers, listed or not: PostgreSQL may look for anyone's bit before it sees that she is not. */
const LAST_BLOCK = sql`(SELECT ${blockOf(sql`max(user_id)`)} FROM ${caregiverProfiles})`

/** How many people there are at most whose ids masks can tell, caregivers or not. */
export const PEOPLE = sql`((${LAST_BLOCK} + 1)::bigint * ${sql.raw(String(BLOCK))})`

/** Whether a caregiver is in her block's mask, for many. */
export const isAmongMany = (masks: SQL) => hasBitIn(masks, LAST_BLOCK, userId)

/** Whether a caregiver is in her block's mask, for few: ids are taken from masks, the lowest of each first. */
export function isAmongFew(masks: SQL): SQL {
  const placeIn = (mask: SQL) => sql`position(B'1' IN ${mask}) - 1 AS place`
  const left = sql`set_bit(mask, place, 0)`
  return sql`${userId} = ANY(ARRAY(
    WITH RECURSIVE taken AS (
      SELECT block, mask, ${placeIn(sql`mask`)} FROM (${masks}) AS masks WHERE bit_count(mask) > 0
      UNION ALL
      SELECT block, ${left}, ${placeIn(left)} FROM taken WHERE place >= 0)
    SELECT ${idAt(sql`block`, sql`place`)} FROM taken WHERE place >= 0))`
}

/** Whether a caregiver is found by words and a date, as far as masks tell. Undefined where they have nothing to tell. */
export function isInMasks(told: ReadonlySet<string>): SQL | undefined {
  const sources = masksBeside(told)
  if (sources.length === 0) return undefined
  const masks = inCommon(sources.map((each) => sql.join(each, sql` UNION ALL `)))
  // OFFSET 0, or PostgreSQL works a block's mask out for each of its people.
  return sql`EXISTS (SELECT FROM (${masks} OFFSET 0) AS masks WHERE block = ${blockOf(userId)} AND get_bit(mask, ${placeOf(userId)}) = 1)`
}

/** Who reaches a number, by the five masks of its digits: more in one, or as much in it and so on with the next. */
const reaching = ([more, same, thenMore, thenSame, last]: SQL[]) =>
  sql`(${more} | (${same} & (${thenMore} | (${thenSame} & ${last}))))`

const inBlock = (place: SQL) => maskAt(caregiverBlocks.masks, place)
const IN_LIST = inBlock(sql.raw(String(LISTED)))

type Masked = { sheet: number; by: string; mask: (masks: SQL[]) => SQL }

/** The filters that a block's own masks answer: on which sheet, and by which values, named so with a number after it. */
const MASKED: Record<string, Masked> = {
  country: { sheet: SHEETS.skills, by: 'countryMask', mask: ([mask]) => sql`${mask}` },
  skills: { sheet: SHEETS.skills, by: 'skillMask', mask: (masks) => sql.join(masks, sql` & `) },
  standing: { sheet: SHEETS.skills, by: 'ratingMask', mask: reaching },
  languages: {
    sheet: SHEETS.languages,
    by: 'languageMask',
    mask: (masks) => sql`(${sql.join(masks, sql` | `)})`,
  },
  least: { sheet: SHEETS.languages, by: 'leastMask', mask: reaching },
  most: { sheet: SHEETS.languages, by: 'mostMask', mask: (masks) => sql`${IN_LIST} & ~${reaching(masks)}` },
}

/** What masks of a sheet have in common. */
function ofSheet(sheet: number, masks: SQL[]): SQL {
  const { block } = caregiverBlocks
  // OFFSET 0, or PostgreSQL takes whole rows along to where they are joined, and only there the masks out of them.
  return sql`SELECT ${block}, ${sql.join(masks, sql` & `)} AS mask FROM ${caregiverBlocks}
    WHERE ${caregiverBlocks.sheet} = ${sql.raw(String(sheet))} OFFSET 0`
}

/** Filters that have no masks: a city, skills and languages that the reference lists don't know. */
const UNMASKED = ['city', 'rareSkills', 'rareLanguages']

/**
 * Masks of the listed whom a search finds (`block`, `mask`), which is quicker than to look at them. Undefined where
 * something else than masks has to be asked: one of those, a language among others that the reference list doesn't know, or
 * a text of other than plain words.
 */
export function masksOfFound(told: ReadonlySet<string>): SQL | undefined {
  const ofText = masksOfText(told)
  if (UNMASKED.some((name) => told.has(name)) || (told.has('q') && ofText.length === 0)) return undefined
  const masked = Object.entries(MASKED)
    .filter(([name]) => told.has(name))
    .map(([, filter]) => ({
      ...filter,
      values: [...told].filter((each) => each.replace(/\d+$/, '') === filter.by),
    }))
  if (masked.some(({ values }) => values.length === 0)) return undefined
  const sheets = [...new Set(masked.map(({ sheet }) => sheet))].map((sheet) =>
    ofSheet(
      sheet,
      masked
        .filter((filter) => filter.sheet === sheet)
        .map(({ values, mask }) => mask(values.map((each) => inBlock(value(each, 'int'))))),
    ),
  )
  // Words have masks of the listed alone.
  if (sheets.length === 0 && ofText.length === 0) sheets.push(ofSheet(SHEETS.skills, [IN_LIST]))
  return inCommon([...sheets, ...masksBeside(told).map(inAny)])
}
