/** Keyed hashes of what deactivated people had, to keep them out. @see docs/rules/safety.md#ban-list */
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { hmacSign } from '../../../platform/secrets.ts'
import { bans } from './tables.ts'
import { normalizeTrait, type Trait } from './trait.ts'

const KEY = 'bans'

/** A trait of which only the keyed hash is known. */
export type HashedTrait = { trait: Trait['trait']; hash: string }

/** The keyed hash of a trait, to be stored; null where there is nothing to compare. */
export function toHashedTrait({ secrets }: Pick<Deps, 'secrets'>, trait: Trait): HashedTrait | null {
  const hash = hashTrait(secrets.key(KEY), trait)
  return hash === null ? null : { trait: trait.trait, hash }
}

/** The hashes that stored ones are compared with: with the previous secret too, while it is being changed. */
export function listHashes({ secrets }: Pick<Deps, 'secrets'>, traits: readonly Trait[]): string[] {
  return secrets
    .acceptedKeys(KEY)
    .flatMap((key) => traits.map((trait) => hashTrait(key, trait)))
    .filter((hash) => hash !== null)
}

/** Adds what a person has, or had, to the list. */
export async function insertBan(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  userId: number,
  { traits, hashed }: { traits: readonly Trait[]; hashed: readonly HashedTrait[] },
): Promise<void> {
  const found = [...traits.map((trait) => toHashedTrait(deps, trait)), ...hashed].filter(
    (one) => one !== null,
  )
  const bannedAt = deps.clock.now()
  const rows = found.map(({ trait, hash }) => ({ userId, trait, hash, bannedAt }))
  if (rows.length > 0) await transaction.insert(bans).values(rows).onConflictDoNothing()
}

/** Takes a person off the list. */
export async function deleteBan(transaction: Transaction, userId: number): Promise<void> {
  await transaction.delete(bans).where(eq(bans.userId, userId))
}

/** Whether someone who had this mailbox was banned. Nobody but its owner may learn of it. */
export async function isBannedEmail(
  reader: Reader,
  deps: Pick<Deps, 'secrets'>,
  email: string,
): Promise<boolean> {
  const hashes = listHashes(deps, [{ trait: 'email', value: email }])
  return (await reader.$count(bans, inArray(bans.hash, hashes))) > 0
}

/** When somebody was first banned with a trait, of their rows. */
export const firstBannedAt = sql<Date>`min(${bans.bannedAt})`.mapWith(bans.bannedAt)

/**
 * Which banned people had one of these, by their hashes, except this person: each trait once, with when they
 * were first banned with one of its kind.
 */
export async function findBans(reader: Reader, userId: number, hashes: readonly string[]) {
  return reader
    .select({ trait: bans.trait, userId: bans.userId, bannedAt: firstBannedAt })
    .from(bans)
    .where(and(inArray(bans.hash, [...hashes]), ne(bans.userId, userId)))
    .groupBy(bans.userId, bans.trait)
    .orderBy(bans.userId, bans.trait)
}

function hashTrait(key: Uint8Array, trait: Trait): string | null {
  const value = normalizeTrait(trait)
  // A browser is the same one, even if someone said that it wasn't theirs.
  const kind = trait.trait === 'disowned_browser' ? 'browser' : trait.trait
  return value === null ? null : hmacSign(key, `${kind}:${value}`)
}
