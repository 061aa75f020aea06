import type { CaregiverSearch } from '@tendwell/contract/profiles'
import { and, type SQL, sql, type WithSubquery } from 'drizzle-orm'
import { unionAll, type WithSubqueryWithSelection } from 'drizzle-orm/pg-core'
import type { Reader } from '../../platform/database.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import { areFew, isIn, isOneOf, masksOfFound } from './masks.ts'
import { IS_LISTED, isOfFew, isSimple, matching, matchingMany, ORDERED, orderOf } from './matching.ts'

/** What a statement is made for. */
export type Search = {
  reader: Reader
  /** The names of its values. */
  told: ReadonlySet<string>
  ordering: CaregiverSearch['ordering']
}

/** What a statement knows of those whom a search finds before it looks at their profiles. */
export type Finding = {
  /** What the statement begins with. */
  ctes: WithSubquery[]
  /** How many they are. */
  total: SQL<number>
  /** They, or as many of the first as are told as `first`, in order. Undefined where profiles by themselves tell as soon. */
  inOrder?: ReturnType<typeof inOrder>
}

/** Undefined where only profiles tell who is found. */
export function findingOf(search: Search): Finding | undefined {
  return isOfFew(search.told) ? findingByIndex(search) : findingByMasks(search)
}

/** All of them, by an index that leaves few and by masks. */
function findingByIndex(search: Search): Finding {
  const found = search.reader.$with('found').as(peopleOf(search, matchingMany(search.told)))
  return {
    ctes: [found],
    total: numberOf(sql`SELECT count(*) FROM ${found}`),
    inOrder: inOrder(search, found),
  }
}

/**
 * By masks alone. Few are taken from the masks one by one. Many are met in the order of the page, which ends the sooner the
 * more they are: by their profiles and calendars, or for a text, whose page takes many more, by the masks.
 */
function findingByMasks(search: Search): Finding | undefined {
  const { reader, told, ordering } = search
  const masks = masksOfFound(told)
  if (!masks) return undefined
  const hits = reader.$with('hits', {}).as(masks)
  const counted = reader.$with('counted', {}).as(
    sql`SELECT total, ${areFew(sql`total`)} AS are_few
        FROM (SELECT coalesce(sum(bit_count(mask::bit(64)))::int, 0) AS total FROM ${hits}) AS sums`,
  )
  const total = numberOf(sql`SELECT total FROM ${counted}`)
  if (isSimple(told)) return { ctes: [hits, counted], total }
  const first = (...conditions: (SQL | undefined)[]) =>
    peopleOf(search, and(...conditions))
      .orderBy(...orderOf(ordering))
      .limit(sql.placeholder('first'))
  const ofHits = sql`SELECT block, mask FROM ${hits}`
  const few = first(sql`(SELECT are_few FROM ${counted})`, IS_LISTED, isOneOf(ofHits))
  const areMany = sql`NOT (SELECT are_few FROM ${counted})`
  const many = told.has('q') ? first(areMany, IS_LISTED, isIn(ofHits)) : first(areMany, matching(told))
  const found = reader.$with('found').as(unionAll(few, many))
  return { ctes: [hits, counted, found], total, inOrder: inOrder(search, found) }
}

const numberOf = (select: SQL) => sql<number>`(${select})`.mapWith(Number)

const peopleOf = ({ reader }: Search, condition: SQL | undefined) =>
  reader.select(ORDERED).from(caregiverProfiles).where(condition)

/** So that profiles are looked at only until a page is full. */
function inOrder({ reader, ordering }: Search, found: WithSubqueryWithSelection<typeof ORDERED, 'found'>) {
  return reader
    .select()
    .from(found)
    .orderBy(...orderOf(ordering, found))
    .as('in_order')
}
