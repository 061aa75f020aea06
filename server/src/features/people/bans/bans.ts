/**
 * The ban list: keyed hashes of the email addresses, phone numbers and other traits of banned people, by
 * which a new account of theirs is noticed.
 * @see docs/rules/safety.md#ban-list
 */
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { hmacSign } from '../../../platform/secrets.ts'
import { bans } from './tables.ts'
import { normalizeTrait, type Trait } from './trait.ts'

const KEY_PURPOSE = 'bans'

/** A trait of which only the keyed hash is known. */
export type HashedTrait = { trait: Trait['trait']; hash: string }

/** Hashes a trait for storing; null if its value is empty or too short to compare. */
export function toHashedTrait({ secrets }: Pick<Deps, 'secrets'>, trait: Trait): HashedTrait | null {
  const hash = hashTrait(secrets.key(KEY_PURPOSE), trait)
  return hash === null ? null : { trait: trait.trait, hash }
}

/**
 * All hashes that stored hashes of these traits may have: with the current secret, and with the previous one
 * while the secret is being changed.
 */
export function listTraitHashes({ secrets }: Pick<Deps, 'secrets'>, traits: readonly Trait[]): string[] {
  return secrets
    .acceptedKeys(KEY_PURPOSE)
    .flatMap((key) => traits.map((trait) => hashTrait(key, trait)))
    .filter((hash) => hash !== null)
}

/** Adds a person's traits to the ban list: some as values, and some of which only the hash is known. */
export async function insertBan(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  userId: number,
  { traits, hashed }: { traits: readonly Trait[]; hashed: readonly HashedTrait[] },
): Promise<void> {
  const hashedTraits = [...traits.map((trait) => toHashedTrait(deps, trait)), ...hashed].filter(
    (trait) => trait !== null,
  )
  const bannedAt = deps.clock.now()
  const rows = hashedTraits.map(({ trait, hash }) => ({ userId, trait, hash, bannedAt }))
  if (rows.length > 0) await transaction.insert(bans).values(rows).onConflictDoNothing()
}

/** Removes a person's traits from the ban list. */
export async function deleteBan(transaction: Transaction, userId: number): Promise<void> {
  await transaction.delete(bans).where(eq(bans.userId, userId))
}

/** Whether someone who had this mailbox was banned. Only the mailbox's owner may learn the answer. */
export async function isBannedEmail(
  reader: Reader,
  deps: Pick<Deps, 'secrets'>,
  email: string,
): Promise<boolean> {
  const hashes = listTraitHashes(deps, [{ trait: 'email', value: email }])
  return (await reader.$count(bans, inArray(bans.hash, hashes))) > 0
}

/** An SQL aggregate over rows of `bans`: the earliest ban. */
export const firstBannedAt = sql<Date>`min(${bans.bannedAt})`.mapWith(bans.bannedAt)

/**
 * The banned people, except this person, who had a trait with one of these hashes: a row for each person and
 * kind of trait, with the time of the first ban.
 */
export async function listBansOfOthers(reader: Reader, userId: number, hashes: readonly string[]) {
  return reader
    .select({ trait: bans.trait, userId: bans.userId, bannedAt: firstBannedAt })
    .from(bans)
    .where(and(inArray(bans.hash, [...hashes]), ne(bans.userId, userId)))
    .groupBy(bans.userId, bans.trait)
    .orderBy(bans.userId, bans.trait)
}

/** @returns null if the trait's value is empty or too short to compare */
function hashTrait(key: Uint8Array, trait: Trait): string | null {
  const value = normalizeTrait(trait)
  // A disowned browser is hashed as a browser, so that it matches in an account that didn't disown it.
  const kind = trait.trait === 'disowned_browser' ? 'browser' : trait.trait
  return value === null ? null : hmacSign(key, `${kind}:${value}`)
}
