/** Finds people who share a trait with another person. @see docs/rules/safety.md#ban-list */

import { and, inArray, ne, sql } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { files } from '../../files/index.ts'
import { listUsersOfBanks } from '../../payouts/index.ts'
import {
  type HashedTrait,
  listUsersOfPhoneHashes,
  normalizeTrait,
  type Trait,
  users,
} from '../../people/index.ts'
import { sessions } from '../../sign-in/index.ts'

/** Phone numbers are compared by this many last digits, because people write the country code or not. */
const LAST_DIGITS = 7

/**
 * The other people who may share a mailbox, a phone number, a bank account, a browser or a picture of an ID
 * with a person. `recordBanMatches` then compares exactly, and stores what each of them shares.
 * @returns their ids, ascending
 */
export async function listPossibleBanMatches(
  reader: Reader,
  userId: number,
  { traits, hashed }: { traits: readonly Trait[]; hashed: readonly HashedTrait[] },
): Promise<number[]> {
  const listValues = (trait: Trait['trait']) =>
    traits
      .filter((candidate) => candidate.trait === trait && normalizeTrait(candidate) !== null)
      .map(({ value }) => value)
  const browsers = await reader
    .selectDistinct({ id: sessions.userId })
    .from(sessions)
    .where(
      and(
        inArray(sessions.browserId, [...listValues('browser'), ...listValues('disowned_browser')]),
        ne(sessions.userId, userId),
      ),
    )
  const pictures = await reader
    .selectDistinct({ id: files.ownerId })
    .from(files)
    .where(and(inArray(files.sha256, listValues('id_picture')), ne(files.ownerId, userId)))
  const listHashes = (trait: Trait['trait']) =>
    hashed.filter((candidate) => candidate.trait === trait).map(({ hash }) => hash)
  const banks = await listUsersOfBanks(reader, listHashes('bank_account'))
  const phones = [
    ...(await listUsersOfPhones(reader, listValues('phone'))),
    ...(await listUsersOfPhoneHashes(reader, listHashes('phone'))),
  ]
  const mailboxes = await listUsersOfMailboxes(reader, listValues('email'))
  const ids = new Set([...browsers, ...pictures].map(({ id }) => id).concat(banks, phones, mailboxes))
  ids.delete(userId)
  return [...ids].sort((one, other) => one - other)
}

/**
 * The users whose address is one of these mailboxes. The SQL follows `normalizeTrait`: what is after a `+` is
 * left out, and for Gmail the dots. It reads all users, which is fast enough for a ban.
 */
async function listUsersOfMailboxes(reader: Reader, emails: readonly string[]): Promise<number[]> {
  const mailboxes = emails.map((value) => normalizeTrait({ trait: 'email', value }))
  const mailboxName = sql`split_part(split_part(${users.email}, '@', 1), '+', 1)`
  const mailbox = sql`CASE WHEN split_part(${users.email}, '@', 2) IN ('gmail.com', 'googlemail.com')
    THEN replace(${mailboxName}, '.', '') || '@gmail.com' ELSE ${mailboxName} || '@' || split_part(${users.email}, '@', 2) END`
  const rows = await reader
    .select({ id: users.id })
    .from(users)
    .where(sql`${mailbox} = ANY(${sql.param(mailboxes)}::text[])`)
  return rows.map(({ id }) => id)
}

/**
 * The people whose phone number has the same last digits as one of these. The SQL follows `normalizeTrait`:
 * what begins with a letter is an extension and left out.
 */
async function listUsersOfPhones(reader: Reader, phones: readonly string[]): Promise<number[]> {
  const lastDigits = phones.map((phone) =>
    normalizeTrait({ trait: 'phone', value: phone })?.slice(-LAST_DIGITS),
  )
  const storedDigits = sql`right(regexp_replace(regexp_replace(${users.phoneNumber}, '[[:alpha:]].*$', ''), '\\D', '', 'g'),
    ${LAST_DIGITS}::int)`
  const rows = await reader
    .select({ id: users.id })
    .from(users)
    .where(and(ne(users.phoneNumber, ''), sql`${storedDigits} = ANY(${sql.param(lastDigits)}::text[])`))
  return rows.map(({ id }) => id)
}
