/** Who is banned, and who has something that a banned person had. @see docs/rules/safety.md#ban-list */
import type { BanMatch } from '@tendwell/contract/admin-people'
import { eq } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Reader, Transaction } from '../../platform/database.ts'
import {
  findBans,
  type HashedTrait,
  insertBan,
  listConfirmedEmails,
  listHashes,
  type Trait,
} from '../accounts/index.ts'
import { listBankHashes, payoutAccounts } from '../payouts/index.ts'
import { caretakerProfiles } from '../profiles/index.ts'

/** Adds a person who is deactivated to the list. */
export async function ban(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  userId: number,
): Promise<void> {
  await insertBan(transaction, deps, userId, {
    traits: await readTraits(transaction, userId),
    hashed: await readHashedTraits(transaction, userId),
  })
}

/** What this person shares with people who are banned. It says of them only who they are. */
export async function findBanMatches(
  { database, secrets }: Pick<Deps, 'database' | 'secrets'>,
  userId: number,
): Promise<BanMatch[]> {
  const traits = await readTraits(database, userId)
  const hashed = await readHashedTraits(database, userId)
  const hashes = [...listHashes({ secrets }, traits), ...hashed.map(({ hash }) => hash)]
  const found = await findBans(database, userId, hashes)
  return found.map((match) => ({
    trait: match.trait,
    person_id: match.userId,
    banned_at: match.bannedAt.toISOString(),
  }))
}

async function readTraits(reader: Reader, userId: number): Promise<Trait[]> {
  const emails = await listConfirmedEmails(reader, userId)
  const phones = await reader
    .select({ value: caretakerProfiles.phoneNumber })
    .from(caretakerProfiles)
    .where(eq(caretakerProfiles.userId, userId))
  const accounts = await reader
    .select({ value: payoutAccounts.bankFingerprint })
    .from(payoutAccounts)
    .where(eq(payoutAccounts.userId, userId))
  return [
    ...emails.map((value) => ({ trait: 'email' as const, value })),
    ...phones.map(({ value }) => ({ trait: 'phone' as const, value })),
    ...accounts.map(({ value }) => ({ trait: 'bank_account' as const, value: value ?? '' })),
  ]
}

/** Bank accounts that they had before, which are stored as hashes only. */
async function readHashedTraits(reader: Reader, userId: number): Promise<HashedTrait[]> {
  const hashes = await listBankHashes(reader, userId)
  return hashes.map((hash) => ({ trait: 'bank_account' as const, hash }))
}
