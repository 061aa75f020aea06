/** Who is banned, and who has something that a banned person had. @see docs/rules/safety.md#ban-list */
import type { BanMatch } from '@tendwell/contract/admin-people'
import { eq } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Reader, Transaction } from '../../platform/database.ts'
import {
  deleteBan,
  findBans,
  insertBan,
  listConfirmedEmails,
  type Trait,
  type UserRow,
} from '../accounts/index.ts'
import { hasUnsettledChargeback } from '../payments/index.ts'
import { payoutAccounts } from '../payouts/index.ts'
import { caretakerProfiles } from '../profiles/index.ts'

/** Adds a person who is deactivated to the list. */
export async function ban(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  userId: number,
): Promise<void> {
  await insertBan(transaction, deps, userId, await readTraits(transaction, userId))
}

/**
 * Adds a person who leaves an unsettled chargeback behind to the list, before their data is erased, and takes them off once it
 * is settled, unless they were deactivated for good. The caller holds the account's lock.
 */
export async function banForChargeback(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  { id, deactivatedAt, suspendedUntil }: Pick<UserRow, 'id' | 'deactivatedAt' | 'suspendedUntil'>,
): Promise<void> {
  if (await hasUnsettledChargeback(transaction, id)) await ban(transaction, deps, id)
  else if (!deactivatedAt || suspendedUntil) await deleteBan(transaction, id)
}

/** What this person shares with people who are banned. It says of them only who they are. */
export async function findBanMatches(
  { database, secrets }: Pick<Deps, 'database' | 'secrets'>,
  userId: number,
): Promise<BanMatch[]> {
  const found = await findBans(database, { secrets }, userId, await readTraits(database, userId))
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
