/**
 * Bans people, and finds people who share a trait with a banned person.
 * @see docs/rules/safety.md#ban-list
 */
import type { BanMatch } from '@tendwell/contract/console/people'
import { and, eq, inArray } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { files } from '../../files/index.ts'
import { hasUnsettledChargeback } from '../../payments/index.ts'
import { listBankHashes, payoutAccounts } from '../../payouts/index.ts'
import {
  deleteBan,
  type HashedTrait,
  insertBan,
  listBansOfOthers,
  listConfirmedEmails,
  listPhoneHashes,
  listTraitHashes,
  type Trait,
  type UserRow,
  users,
} from '../../people/index.ts'
import { listBrowsers } from '../../sign-in/index.ts'
import { banMatches } from '../tables.ts'
import { listPossibleBanMatches } from './sharers.ts'

type BanDeps = Pick<Deps, 'clock' | 'secrets'>

/**
 * Adds a deactivated person's traits to the ban list, and records matches for people who share one already.
 */
export async function banPerson(transaction: Transaction, deps: BanDeps, userId: number): Promise<void> {
  const traits = await readTraits(transaction, userId)
  const hashed = await readHashedTraits(transaction, userId)
  await insertBan(transaction, deps, userId, { traits, hashed })
  for (const id of await listPossibleBanMatches(transaction, userId, { traits, hashed })) {
    await recordBanMatches(transaction, deps, id)
  }
}

/** Removes a person from the ban list, and the matches of others with them from the queue. */
export async function liftBan(transaction: Transaction, userId: number): Promise<void> {
  await deleteBan(transaction, userId)
  await transaction.delete(banMatches).where(eq(banMatches.bannedId, userId))
}

/** Stores which traits a person shares with banned people, for staff to look at. Safe to repeat. */
export async function recordBanMatches(
  transaction: Transaction,
  deps: BanDeps,
  userId: number,
): Promise<void> {
  const bans = await listSharedBans(transaction, deps, userId)
  const foundAt = deps.clock.now()
  const rows = bans.map(({ userId: bannedId, trait }) => ({ userId, bannedId, trait, foundAt }))
  if (rows.length > 0) await transaction.insert(banMatches).values(rows).onConflictDoNothing()
}

/**
 * Bans a person who closed their account with an unsettled chargeback, before their data is erased. If all
 * chargebacks are settled, lifts that ban, unless staff deactivated the person for good. The caller holds the
 * account's lock.
 */
export async function banForChargeback(
  transaction: Transaction,
  deps: BanDeps,
  { id, deactivatedAt, suspendedUntil }: Pick<UserRow, 'id' | 'deactivatedAt' | 'suspendedUntil'>,
): Promise<void> {
  if (await hasUnsettledChargeback(transaction, id)) await banPerson(transaction, deps, id)
  else if (!deactivatedAt || suspendedUntil) await liftBan(transaction, id)
}

/** Which traits a person shares with which banned people, and since when these are banned. */
export async function findBanMatches(
  { database, secrets }: Pick<Deps, 'database' | 'secrets'>,
  userId: number,
): Promise<BanMatch[]> {
  const bans = await listSharedBans(database, { secrets }, userId)
  return bans.map(({ trait, userId: bannedId, bannedAt }) => ({
    trait,
    person_id: bannedId,
    banned_at: bannedAt.toISOString(),
  }))
}

/** The bans of other people with whom a person shares a trait, each with that trait. */
async function listSharedBans(reader: Reader, { secrets }: Pick<Deps, 'secrets'>, userId: number) {
  const allTraits = await readTraits(reader, userId)
  // A browser that the account's owner disowned doesn't count: perhaps a banned person had logged in with it.
  const traits = allTraits.filter(({ trait }) => trait !== 'disowned_browser')
  const hashed = await readHashedTraits(reader, userId)
  return listBansOfOthers(reader, userId, [
    ...listTraitHashes({ secrets }, traits),
    ...hashed.map(({ hash }) => hash),
  ])
}

/** A person's traits that are stored as they are. */
async function readTraits(reader: Reader, userId: number): Promise<Trait[]> {
  const emails = await listConfirmedEmails(reader, userId)
  const phones = await reader.select({ value: users.phoneNumber }).from(users).where(eq(users.id, userId))
  const bankAccounts = await reader
    .select({ value: payoutAccounts.bankFingerprint })
    .from(payoutAccounts)
    .where(eq(payoutAccounts.userId, userId))
  const pictures = await reader
    .selectDistinct({ value: files.sha256 })
    .from(files)
    .where(and(eq(files.ownerId, userId), inArray(files.purpose, ID_PURPOSES)))
  return [
    ...emails.map((value) => ({ trait: 'email' as const, value })),
    ...phones.map(({ value }) => ({ trait: 'phone' as const, value })),
    ...bankAccounts.map(({ value }) => ({ trait: 'bank_account' as const, value: value ?? '' })),
    ...(await listBrowsers(reader, userId)).map(({ id, isDisowned }) => ({
      trait: isDisowned ? ('disowned_browser' as const) : ('browser' as const),
      value: id,
    })),
    ...pictures.map(({ value }) => ({ trait: 'id_picture' as const, value })),
  ]
}

/** The two sides of an ID. We don't store its number, so the same ID is recognized by the same picture. */
const ID_PURPOSES = ['gov_id_front', 'gov_id_back']

/** A person's present and earlier bank accounts and phone numbers, which are stored as hashes only. */
async function readHashedTraits(reader: Reader, userId: number): Promise<HashedTrait[]> {
  const hashes = await listBankHashes(reader, userId)
  const phones = await listPhoneHashes(reader, userId)
  return [
    ...hashes.map((hash) => ({ trait: 'bank_account' as const, hash })),
    ...phones.map((hash) => ({ trait: 'phone' as const, hash })),
  ]
}
