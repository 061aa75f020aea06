import { sql } from 'drizzle-orm'
import { caregiverProfiles } from '../profiles/index.ts'
import { folded } from './values.ts'

const NAME = caregiverProfiles.nameKey

/** Names that begin with this, or one of whose later names does. */
export const IS_NAMED = sql`${NAME} LIKE ${folded('name')}`

/**
 * The same without the names that are the whole of what is looked for, where the words find those: PostgreSQL would
 * expect them twice. The pattern alone would do, but takes longer than LIKE to say no; an empty one says yes to all.
 */
export const IS_NAMED_LONGER = sql`(${IS_NAMED} AND ${NAME} ~ ${folded('longerName')})`
