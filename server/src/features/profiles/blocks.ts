import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/*
 * A search finds people by masks: ids come in blocks, and a mask says with a bit for each id of its block who has
 * something. What several masks have in common, or between them, is worked out for all of a block at once.
 */

const BLOCK_BITS = 9
/** Ids in a block: so many bits are as long as what a processor reads of its memory at a time. */
export const BLOCK = 1 << BLOCK_BITS

const BITS = sql.raw(String(BLOCK))
const LAST = sql.raw(String(BLOCK - 1))

/** The block of an id. */
export const blockOf = (id: SQLWrapper) => sql`(${id} >> ${sql.raw(String(BLOCK_BITS))})`

/** The place of an id in its block, from 0. */
export const placeOf = (id: SQLWrapper) => sql`(${id} & ${LAST})`

/** The mask that nobody has a bit in. */
export const NOBODY = sql`0::bit(${BITS})`

/** The mask that an id alone has its bit in. */
export const maskOfOne = (id: SQLWrapper) => sql`set_bit(${NOBODY}, ${placeOf(id)}, 1)`

/** The id that has its bit at a place in a block's mask. */
export const idAt = (block: SQLWrapper, place: SQLWrapper) => sql`(${block} * ${BITS} + ${place})`

/** One mask of a row of masks, by its number, from 1; null for number 0. */
export const maskAt = (masks: SQLWrapper, number: SQLWrapper) =>
  sql`substring(${masks} FROM (nullif(${number}, 0) - 1) * ${BITS} + 1 FOR ${BITS})`

/** One mask a block, of rows of both: of those who are in any of its masks. */
export function inAny(masks: readonly SQL[]): SQL {
  return sql`SELECT block, bit_or(mask) AS mask FROM (${sql.join([...masks], sql` UNION ALL `)}) AS masks GROUP BY block`
}

/**
 * Whether an id has its bit in its block's mask, of rows of both, for very many ids: all masks from block 0 on are put into
 * one, where any bit is found at once. No id may be beyond the last block.
 */
export function hasBitIn(masks: SQL, lastBlock: SQL, id: SQLWrapper): SQL {
  // PostgreSQL sends a mask as its length and then its bits, each byte's highest first; `get_bit` counts from the lowest.
  const whole = sql`(SELECT string_agg(bit_send(coalesce(mask, ${NOBODY})), '' ORDER BY block)
    FROM generate_series(0, ${lastBlock}) AS block LEFT JOIN (${masks}) AS masks USING (block))`
  const sent = sql.raw(String(32 + BLOCK))
  return sql`get_bit(${whole}, ${blockOf(id)} * ${sent} + 32 + (${placeOf(id)} # 7)) = 1`
}
