import {
  BLOCKS_SHOWN_MAXIMUM,
  type BlockedPerson,
  type BlockForStaff,
} from '@tendwell/contract/safety/blocks'
import { and, count, desc, eq, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'
import { getOffset, type PageRequest } from '../../platform/database/paging.ts'
import { findNames, findShownPeople } from '../people/index.ts'
import { blocks } from './tables.ts'

/** Whether one of two people has blocked the other. */
export async function isPairBlocked(reader: Reader, userId: number, otherId: number): Promise<boolean> {
  const [row] = await reader
    .select({ blockerId: blocks.blockerId })
    .from(blocks)
    .where(
      or(
        and(eq(blocks.blockerId, userId), eq(blocks.blockedId, otherId)),
        and(eq(blocks.blockerId, otherId), eq(blocks.blockedId, userId)),
      ),
    )
    .limit(1)
  return row !== undefined
}

/** Whether `blockerId` has blocked `blockedId`. The opposite direction is not looked at. */
export async function blockExists(reader: Reader, blockerId: number, blockedId: number): Promise<boolean> {
  const isThisBlock = and(eq(blocks.blockerId, blockerId), eq(blocks.blockedId, blockedId))
  return (await reader.$count(blocks, isThisBlock)) > 0
}

/**
 * The SQL condition that one of two people has blocked the other.
 * @param user, otherUser user ids or their columns
 */
export function isBlockedBetween(user: SQLWrapper | number, otherUser: SQLWrapper | number): SQL<boolean> {
  return sql<boolean>`(${hasBlocked(user, otherUser)} OR ${hasBlocked(otherUser, user)})`
}

/**
 * The SQL condition that a person has blocked another one.
 * @param blocker, blocked user ids or their columns
 */
export function hasBlocked(blocker: SQLWrapper | number, blocked: SQLWrapper | number): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM blocks AS block
    WHERE block.blocker_id = ${blocker} AND block.blocked_id = ${blocked})`
}

/** The ids of all people whom a person has blocked, or who have blocked that person. */
export async function listIdsBlockedEitherWay(reader: Reader, userId: number): Promise<number[]> {
  const rows = await reader
    .select()
    .from(blocks)
    .where(or(eq(blocks.blockerId, userId), eq(blocks.blockedId, userId)))
  return [...new Set(rows.map(({ blockerId, blockedId }) => (blockerId === userId ? blockedId : blockerId)))]
}

/**
 * The latest blocks by which others keep a person away, with what the blockers wrote for staff.
 * @see docs/rules/safety.md#blocks
 */
export async function listBlocksAgainst(reader: Reader, blockedId: number): Promise<BlockForStaff[]> {
  const rows = await reader
    .select()
    .from(blocks)
    .where(eq(blocks.blockedId, blockedId))
    .orderBy(desc(blocks.createdAt), desc(blocks.blockerId))
    .limit(BLOCKS_SHOWN_MAXIMUM)
  const names = await findNames(
    reader,
    rows.map(({ blockerId }) => blockerId),
  )
  return rows.map(({ blockerId, reason, text, createdAt }) => ({
    blocker: { id: blockerId, name: names.get(blockerId) ?? '' },
    reason,
    text,
    blocked_at: createdAt.toISOString(),
  }))
}

/** A page of the people that a person has blocked, the latest first. */
export async function listOwnBlocks(
  reader: Reader,
  userId: number,
  page: PageRequest,
): Promise<{ count: number; results: BlockedPerson[] }> {
  const isOwn = eq(blocks.blockerId, userId)
  const [total] = await reader.select({ count: count() }).from(blocks).where(isOwn)
  const rows = await reader
    .select()
    .from(blocks)
    .where(isOwn)
    .orderBy(desc(blocks.createdAt), desc(blocks.blockedId))
    .limit(page.page_size)
    .offset(getOffset(page))
  const people = await findShownPeople(
    reader,
    rows.map(({ blockedId }) => blockedId),
    userId,
  )
  return {
    count: total?.count ?? 0,
    results: rows.map(({ blockedId, createdAt }) => ({
      user_id: blockedId,
      full_name: people.get(blockedId)?.name ?? '',
      avatar: people.get(blockedId)?.avatar ?? null,
      blocked_at: createdAt.toISOString(),
    })),
  }
}
