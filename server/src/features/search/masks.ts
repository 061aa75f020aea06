import { type SQL, sql } from 'drizzle-orm'
import { openMasks } from '../availability/index.ts'
import { caregiverBlocks, caregiverProfiles, caregiverWords, inAny, LISTED } from '../profiles/index.ts'
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
  sql`SELECT ${caregiverProfiles.userId} >> 6 AS block, 1::bigint << (${caregiverProfiles.userId} & 63) AS mask
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
const LAST_BLOCK = sql`(SELECT max(block) FROM ${caregiverBlocks})`

/** How many people there are at most whose ids masks can tell, caregivers or not. */
export const PEOPLE = sql`64 * (${LAST_BLOCK} + 1)::bigint`

/** Whether a caregiver is in her block's mask, for many: of an array of masks from block 0 on, any is found at once. */
export function isInArrayOf(masks: SQL): SQL {
  const byBlock = sql`ARRAY(SELECT coalesce(mask, 0)
    FROM generate_series(0, ${LAST_BLOCK}) AS block LEFT JOIN (${masks}) AS masks USING (block)
    ORDER BY block)`
  return sql`((${byBlock})[(${userId} >> 6) + 1] >> (${userId} & 63)) & 1 = 1`
}

/** Whether a caregiver is in her block's mask, for few: ids are taken from masks, the highest of each first. None may be 0. */
export function isInIdsOf(masks: SQL): SQL {
  const placeIn = (mask: SQL) => sql`64 - position(B'1' IN ${mask}::bit(64))`
  const left = sql`mask # (1::bigint << place)`
  return sql`${userId} = ANY(ARRAY(
    WITH RECURSIVE taken AS (
      SELECT block, mask, ${placeIn(sql`mask`)} AS place FROM (${masks}) AS masks
      UNION ALL
      SELECT block, ${left}, ${placeIn(sql`(${left})`)} FROM taken WHERE ${left} <> 0)
    SELECT block * 64 + place FROM taken))`
}

/** Whether a caregiver is found by words and a date, as far as masks tell. Undefined where they have nothing to tell. */
export function isInMasks(told: ReadonlySet<string>): SQL | undefined {
  const sources = masksBeside(told)
  if (sources.length === 0) return undefined
  const masks = inCommon(sources.map((each) => sql.join(each, sql` UNION ALL `)))
  return sql`EXISTS (SELECT FROM (${masks}) AS masks WHERE block = ${userId} >> 6 AND (mask >> (${userId} & 63)) & 1 = 1)`
}

/** Who reaches a number, by the five masks of its digits: more in one, or as much in it and so on with the next. */
const reaching = ([more, same, thenMore, thenSame, last]: SQL[]) =>
  sql`(${more} | (${same} & (${thenMore} | (${thenSame} & ${last}))))`

const maskOf = (place: SQL) => sql`${caregiverBlocks.masks}[${place}]`
const IN_LIST = maskOf(sql.raw(String(LISTED)))

/** The filters that a block's own masks answer: by which values, named so with a number after it. */
const MASKED: Record<string, { by: string; mask: (masks: SQL[]) => SQL }> = {
  country: { by: 'countryMask', mask: ([mask]) => sql`${mask}` },
  skills: { by: 'skillMask', mask: (masks) => sql.join(masks, sql` & `) },
  languages: { by: 'languageMask', mask: (masks) => sql`(${sql.join(masks, sql` | `)})` },
  least: { by: 'leastMask', mask: reaching },
  most: { by: 'mostMask', mask: (masks) => sql`${IN_LIST} & ~${reaching(masks)}` },
  standing: { by: 'ratingMask', mask: reaching },
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
  const masks = Object.entries(MASKED)
    .filter(([name]) => told.has(name))
    .map(([, { by, mask }]) => {
      const values = [...told].filter((each) => each.replace(/\d+$/, '') === by)
      return values.length > 0 ? mask(values.map((each) => maskOf(value(each, 'int')))) : undefined
    })
  const known = masks.filter((mask) => mask !== undefined)
  if (known.length < masks.length) return undefined
  // Words have masks of the listed alone.
  if (known.length === 0 && ofText.length > 0) return inCommon(masksBeside(told).map(inAny))
  const own = sql.join(known.length > 0 ? known : [IN_LIST], sql` & `)
  // Not to be found by their index: PostgreSQL expects that the others are far fewer than they are, and would look for each
  // block by itself.
  const ofBlocks = sql`SELECT ${caregiverBlocks.block} + 0 AS block, ${own} AS mask FROM ${caregiverBlocks}`
  return inCommon([ofBlocks, ...masksBeside(told).map(inAny)])
}
