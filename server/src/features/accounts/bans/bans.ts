/** Keyed hashes of what deactivated people had, to keep them out. @see docs/rules/safety.md#ban-list */
import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader, Transaction } from '../../../platform/database.ts'
import { hmacSign } from '../../../platform/secrets.ts'
import { bans } from './tables.ts'
import { normalizeTrait, type Trait } from './trait.ts'

const KEY = 'bans'

/** Adds what a person has to the list. */
export async function insertBan(
  transaction: Transaction,
  { clock, secrets }: Pick<Deps, 'clock' | 'secrets'>,
  userId: number,
  traits: readonly Trait[],
): Promise<void> {
  const key = secrets.key(KEY)
  const rows = traits.flatMap((trait) => {
    const hash = hashTrait(key, trait)
    return hash === null ? [] : [{ userId, trait: trait.trait, hash, bannedAt: clock.now() }]
  })
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
  const hashes = hashAll(deps, [{ trait: 'email', value: email }])
  return (await reader.$count(bans, inArray(bans.hash, hashes))) > 0
}

/** Which banned people had one of these, except this person. */
export async function findBans(
  reader: Reader,
  deps: Pick<Deps, 'secrets'>,
  userId: number,
  traits: readonly Trait[],
) {
  return reader
    .selectDistinct({ trait: bans.trait, userId: bans.userId, bannedAt: bans.bannedAt })
    .from(bans)
    .where(and(inArray(bans.hash, hashAll(deps, traits)), ne(bans.userId, userId)))
    .orderBy(bans.userId, bans.trait)
}

/** With the previous secret too, while it is being changed. */
function hashAll({ secrets }: Pick<Deps, 'secrets'>, traits: readonly Trait[]): string[] {
  return secrets
    .acceptedKeys(KEY)
    .flatMap((key) => traits.map((trait) => hashTrait(key, trait)))
    .filter((hash) => hash !== null)
}

function hashTrait(key: Uint8Array, trait: Trait): string | null {
  const value = normalizeTrait(trait)
  return value === null ? null : hmacSign(key, `${trait.trait}:${value}`)
}
