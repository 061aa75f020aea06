import { CAREGIVERS_COUNTED_MAXIMUM, type CaregiverSearch } from '@tendwell/contract/profiles'
import { and, type SQL, sql, type WithSubquery } from 'drizzle-orm'
import { unionAll, type WithSubqueryWithSelection } from 'drizzle-orm/pg-core'
import type { Reader } from '../../platform/database.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import { isAmongFew, isAmongMany, masksOfFound, PEOPLE } from './masks.ts'
import {
  IS_LISTED,
  isFoundByIndex,
  isMetByMasks,
  isSimple,
  matching,
  matchingMany,
  ORDERED,
  orderOf,
} from './matching.ts'

/** Counting on, or leafing on, would take seconds where a common word meets a million people (architecture). */
export const COUNTED = CAREGIVERS_COUNTED_MAXIMUM

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
  /** How many they are; one more than is counted, or any number beyond, where there are more. */
  total: SQL<number>
  /** They, or as many of the first as are told as `first`, in order. Undefined where profiles by themselves tell as soon. */
  inOrder?: ReturnType<typeof inOrder>
}

/** Undefined where only profiles tell who is found. */
export function findingOf(search: Search): Finding | undefined {
  return isFoundByIndex(search.told) ? findingByIndex(search) : findingByMasks(search)
}

/** All of them by an index, unless they are more than anyone counts: those are met in the order of the page. */
function findingByIndex(search: Search): Finding {
  const { reader, told } = search
  const hits = reader.$with('hits').as(peopleOf(search, matchingMany(told)).limit(COUNTED + 1))
  const total = numberOf(sql`SELECT count(*) FROM ${hits}`)
  const areCounted = sql`(${total} <= ${sql.raw(String(COUNTED))})`
  const all = reader.select().from(hits).where(areCounted)
  const many = firstOf(search, sql`NOT ${areCounted}`, matching(told))
  const found = reader.$with('found').as(unionAll(all, many))
  return { ctes: [hits, found], total, inOrder: inOrder(search, found) }
}

/**
 * By masks alone. Few are taken from the masks one by one. Many are met in the order of the page, which ends the sooner the
 * more they are: by what masks say of each, or her profile or calendar.
 */
function findingByMasks(search: Search): Finding | undefined {
  const { reader, told } = search
  const masks = masksOfFound(told)
  if (!masks) return undefined
  const hits = reader.$with('hits', {}).as(masks)
  const byMasks = isMetByMasks(told)
  // To look up n takes n steps. To meet the first m of them among all people, N, takes m * N / n, each the part of a step: a
  // twentieth by masks, a quarter by profiles and calendars.
  const fewSquared = sql`${sql.placeholder('first')}::bigint * ${PEOPLE} / ${sql.raw(byMasks ? '20' : '4')}`
  const counted = reader.$with('counted', {}).as(
    sql`SELECT total, total * total <= ${fewSquared} AS are_few
      FROM (SELECT coalesce(sum(bit_count(mask))::bigint, 0) AS total FROM ${hits}) AS sums`,
  )
  const total = numberOf(sql`SELECT total FROM ${counted}`)
  if (isSimple(told)) return { ctes: [hits, counted], total }
  const ofHits = sql`SELECT block, mask FROM ${hits}`
  const areFew = sql`(SELECT are_few FROM ${counted})`
  const few = firstOf(search, areFew, IS_LISTED, isAmongFew(ofHits))
  const met = byMasks ? and(IS_LISTED, isAmongMany(ofHits)) : matching(told)
  const many = firstOf(search, sql`NOT ${areFew}`, met)
  const found = reader.$with('found').as(unionAll(few, many))
  return { ctes: [hits, counted, found], total, inOrder: inOrder(search, found) }
}

const numberOf = (select: SQL) => sql<number>`(${select})`.mapWith(Number)

const peopleOf = ({ reader }: Search, condition: SQL | undefined) =>
  reader.select(ORDERED).from(caregiverProfiles).where(condition)

/** As many as a page can need of those who meet all conditions, the first in its order. */
const firstOf = (search: Search, ...conditions: (SQL | undefined)[]) =>
  peopleOf(search, and(...conditions))
    .orderBy(...orderOf(search.ordering))
    .limit(sql.placeholder('first'))

/** So that profiles are looked at only until a page is full. */
function inOrder({ reader, ordering }: Search, found: WithSubqueryWithSelection<typeof ORDERED, 'found'>) {
  return reader
    .select()
    .from(found)
    .orderBy(...orderOf(ordering, found))
    .as('in_order')
}
