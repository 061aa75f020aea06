import { and, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { blockOf, inAny, maskAt, maskOfOne, NOBODY } from '../profiles/index.ts'
import { type Asked, masksOfStretch, SHEET_OF } from './open-masks.ts'
import {
  minuteRangesOf,
  type Requirement,
  requirementsOf,
  startsWithin,
  type Wish,
  wholeOf,
} from './open-times.ts'
import { openBlocks, openPeriods } from './tables.ts'

/** What a statement is told each time it runs, by the names of its placeholders. */
type Values = Record<string, string | number>

/** What a wish can ask (`Requirement`). */
const CONDITIONS = ['starts', 'whole', 'tooLate'] as const
type Condition = (typeof CONDITIONS)[number]
const ASKED: Record<Condition, Asked> = { starts: 'start', whole: 'free', tooLate: 'start' }

/**
 * What `opensFor` and `openMasks` have to be told of a wish. Its names say what is asked, and of how many days and masks,
 * of which there are few numbers; its values alone differ else, so that a statement is made for each once. Null where
 * nobody can be booked then.
 */
export function valuesOfWish(wish: Wish, now: Date): Values | null {
  const alternatives = requirementsOf(wish, now.getTime())
  if (alternatives.length === 0) return null
  return Object.assign({}, ...alternatives.map(valuesOfRequirement))
}

function valuesOfRequirement({ period, starts, whole, tooLate }: Requirement, at: number): Values {
  const values: Values = { [`period${at}`]: period }
  const told = { starts, whole, tooLate }
  for (const name of CONDITIONS) {
    const stretch = told[name]
    if (!stretch) continue
    for (const [nth, { day, places }] of masksOfStretch(stretch, ASKED[name]).entries()) {
      values[`${name}Day${at}_${nth}`] = day
      for (const [of, place] of places.entries()) values[`${name}Place${at}_${nth}_${of}`] = place
    }
    const bits = name === 'whole' ? wholeOf(period, [stretch]) : startsWithin(period, [stretch])
    const from = bits.indexOf('1')
    const wanted = bits.slice(from, bits.lastIndexOf('1') + 1)
    values[`${name}${at}`] = name === 'whole' ? wanted : '0'.repeat(wanted.length)
    values[`${name}From${at}`] = from + 1
    values[`${name}Length${at}`] = wanted.length
    values[`${name}Minutes${at}`] = minuteRangesOf([stretch])
  }
  return values
}

/**
 * The condition that a caregiver can be booked as a family wishes, exactly as her booking screen offers it: for looking at
 * one after the other.
 * @param caregiverId the column that holds her id
 * @param told the names of the wish's values
 */
export function opensFor(caregiverId: AnyPgColumn, told: ReadonlySet<string>): SQL | undefined {
  const ways = waysOf(told).map(
    ({ isThen, byEither }) => sql`EXISTS (
      SELECT FROM ${openPeriods}
      WHERE ${openPeriods.caregiverId} = ${caregiverId} AND ${isThen} AND ${byEither})`,
  )
  return or(...ways)
}

/** What the ways in which a wish can come true ask of a row of `open_periods`. */
function waysOf(told: ReadonlySet<string>) {
  const ways: ReturnType<typeof conditionsOf>[] = []
  while (told.has(`period${ways.length}`)) ways.push(conditionsOf(told, ways.length))
  return ways
}

/** What a row of `open_periods` has to say, as bits or where it has none of them as minutes; by a requirement's place. */
function conditionsOf(told: ReadonlySet<string>, at: number) {
  const { period, starts, covered, oddStarts, oddCovered } = openPeriods
  const value = (name: string, type: string) => sql`${sql.placeholder(`${name}${at}`)}::${sql.raw(type)}`
  // Only the bits in question are taken out of a row: most of the work of a search by date is done here.
  const part = (bits: AnyPgColumn, name: string) =>
    sql`substring(${bits} FROM ${value(`${name}From`, 'int')} FOR ${value(`${name}Length`, 'int')})`
  const oddStart = (name: string) =>
    sql`EXISTS (SELECT FROM unnest(${oddStarts}) AS start WHERE start <@ ${value(`${name}Minutes`, 'int4multirange')})`
  const conditions = {
    starts: [sql`${part(starts, 'starts')} > ${value('starts', 'varbit')}`, oddStart('starts')],
    whole: [
      sql`${part(covered, 'whole')} = ${value('whole', 'varbit')}`,
      sql`${oddCovered} @> ${value('wholeMinutes', 'int4multirange')}`,
    ],
    tooLate: [
      sql`${part(starts, 'tooLate')} = ${value('tooLate', 'varbit')}`,
      sql`NOT ${oddStart('tooLate')}`,
    ],
  } as const
  const asked = Object.entries(conditions).filter(([name]) => told.has(`${name}${at}`))
  const byBits = and(...asked.map(([, [ofBits]]) => ofBits))
  const byMinutes = and(...asked.map(([, [, ofMinutes]]) => ofMinutes))
  const itsPeriod = value('period', 'int')
  return {
    period: itsPeriod,
    isThen: sql`${period} = ${itsPeriod}`,
    byEither: sql`CASE WHEN ${oddStarts} IS NULL THEN ${byBits} ELSE ${byMinutes} END`,
  }
}

/**
 * Masks of all who can be booked as a family wishes (`caregiver_blocks`), listed or not, for finding them among many: they
 * are those who are in any of a block's masks. None where nothing is wished.
 * @param told the names of the wish's values
 */
export function openMasks(told: ReadonlySet<string>): SQL[] {
  return waysOf(told).flatMap((way, at) => [...masksOfWay(told, at), masksOfOdd(way)])
}

/** Those whose calendars are kept as bits. */
function masksOfWay(told: ReadonlySet<string>, at: number): SQL[] {
  const daysOf = (condition: Condition) => masksOfDays(told, condition, at)
  const [starts, whole, tooLate] = [daysOf('starts'), daysOf('whole'), daysOf('tooLate')]
  if (whole.length === 0) return starts
  let mask = sql`whole.mask`
  let from = sql`(${inAll(whole)}) AS whole`
  if (starts.length > 0) {
    mask = sql`${mask} & coalesce(starts.mask, ${NOBODY})`
    from = sql`${from} LEFT JOIN (${inAny(starts)}) AS starts USING (block)`
  }
  if (tooLate.length > 0) {
    // Bits don't know when those begin who have the next fortnight in minutes: they are looked at below.
    const oddLater = sql`SELECT ${BLOCK_AND_MASK} FROM ${openPeriods}
      WHERE ${openPeriods.period} = ${sql.placeholder(`period${at}`)}::int + 1 AND ${isNotNull(openPeriods.oddStarts)}`
    mask = sql`${mask} & ~coalesce(too_late.mask, ${NOBODY})`
    from = sql`${from} LEFT JOIN (${inAny([...tooLate, oddLater])}) AS too_late USING (block)`
  }
  return [sql`SELECT block, ${mask} AS mask FROM ${from}`]
}

/** Whose row of `open_periods` it is. */
const BLOCK_AND_MASK = sql`${blockOf(openPeriods.caregiverId)} AS block, ${maskOfOne(openPeriods.caregiverId)} AS mask`

const unionOf = (masks: readonly SQL[]) => sql.join([...masks], sql` UNION ALL `)

/** One mask a block: of those who are in as many masks of it. Where nobody is in one of them, there is no row for it. */
function inAll(masks: readonly SQL[]): SQL {
  if (masks.length === 1) return masks[0] as SQL
  return sql`SELECT block, bit_and(mask) AS mask FROM (${unionOf(masks)}) AS masks
    GROUP BY block HAVING count(*) = ${sql.raw(String(masks.length))}`
}

/** For each day, who begins something in a stretch of it, or is free in all of that. None where there is no such condition. */
function masksOfDays(told: ReadonlySet<string>, condition: Condition, at: number): SQL[] {
  const days: SQL[] = []
  for (let of = 0; told.has(`${condition}Day${at}_${of}`); of += 1) {
    const masks: SQL[] = []
    for (let nth = 0; told.has(`${condition}Place${at}_${of}_${nth}`); nth += 1) {
      const place = sql`${sql.placeholder(`${condition}Place${at}_${of}_${nth}`)}::int`
      masks.push(maskAt(openBlocks.masks, place))
    }
    days.push(sql`SELECT ${openBlocks.block}, ${sql.join(masks, condition === 'whole' ? sql` & ` : sql` | `)} AS mask
      FROM ${openBlocks} WHERE ${openBlocks.day} = ${sql.placeholder(`${condition}Day${at}_${of}`)}::int
        AND ${openBlocks.sheet} = ${sql.raw(String(SHEET_OF[ASKED[condition]]))}`)
  }
  return days
}

/** Those who have a fortnight in minutes, this one or the next, which its last hours may reach into. */
function masksOfOdd({ period, isThen, byEither }: ReturnType<typeof conditionsOf>): SQL {
  const { caregiverId } = openPeriods
  return sql`SELECT ${BLOCK_AND_MASK} FROM ${openPeriods}
    WHERE ${isThen} AND ${byEither} AND ${caregiverId} IN (SELECT odd.caregiver_id FROM ${openPeriods} AS odd
      WHERE odd.period IN (${period}, ${period} + 1) AND odd.odd_starts IS NOT NULL)`
}
