import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import {
  countChanged,
  describeOwn,
  describeTable,
  FORMER_MEMBER,
  type FoundWords,
  type Leaver,
  MOST_WORDS,
  type Person,
  type PersonalData,
} from '../../personal-data/classification.ts'
import type { Reader, Transaction } from '../../platform/database/database.ts'
import { forgetSalts, lockForErasure, NAMING_FIELDS } from './audit/sealing.ts'
import { auditCounts, auditLog, auditSeals } from './audit/tables.ts'
import { bans, savedPhones } from './bans/tables.ts'
import { consents } from './consents/tables.ts'
import { listConfirmedEmails } from './queries.ts'
import { mailedTokens, users } from './tables.ts'
import { toFormerEmail } from './user.ts'

const isByOrAbout = ({ id }: Person) => or(eq(auditLog.actorId, id), eq(auditLog.subject, `user:${id}`))

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const peopleData: PersonalData = {
  findWords,
  tables: [
    describeTable(users, {
      personal: ['email', 'fullName', 'phoneNumber', 'timezone', 'deactivationReason', 'avatarFileId'],
      withheld: ['passwordHash', 'signupId'],
      names: { email: 'This is the email', fullName: 'This is the name' },
      why: 'The row stays as "Former member", because bookings and payments point to it',
      exports: [{ subject: 'account', of: users.id }],
      // Erased by `eraseUser`, after everything else.
    }),
    describeTable(consents, {
      plain: ['version'],
      why: 'Stays: shows which terms were agreed to, and names nobody',
      exports: [{ subject: 'consents', of: consents.userId }],
    }),
    describeTable(bans, {
      withheld: 'all',
      why: 'Stays for deactivated people: keyed hashes that keep them out, from which nothing can be read',
    }),
    describeOwn(savedPhones, savedPhones.userId, {
      withheld: 'all',
      why: 'Deleted: keyed hashes of phone numbers, from which nothing can be read',
    }),
    describeOwn(mailedTokens, mailedTokens.userId, {
      withheld: ['tokenHash', 'codeHash', 'passwordHash'],
    }),
    describeTable(auditLog, {
      personal: ['address', 'before', 'after'],
      withheld: ['actorEmail'],
      plain: ['action', 'subject'],
      names: {
        before: 'A change of name or email is recorded with both, so that staff can follow it',
        after: 'As before',
        actorEmail: 'Who of the staff did it stays known after their account is erased',
      },
      why: 'Entries stay, without their network addresses, and those about them without their name and email. What staff did keeps the email and the network address from then',
      // `before` and `after` may describe other people.
      exports: [{ subject: 'activity', of: auditLog.actorId, omit: ['before', 'after'] }],
      erase: eraseFromAudit,
    }),
    describeTable(auditSeals, {
      withheld: 'all',
      why: 'Stays: the chain of the audit log. Where an entry was emptied, nothing can be guessed from its hashes',
    }),
    describeTable(auditCounts, {
      plain: ['action', 'subject'],
      why: 'Stays with the audit log: counts how often an entry happened',
      exports: [{ subject: 'repeated-activity', of: auditCounts.actorId }],
    }),
  ],
}

/** The email of the account and those before it. */
async function findWords(reader: Reader, { id }: Person): Promise<FoundWords> {
  return { emails: await listConfirmedEmails(reader, id, MOST_WORDS) }
}

/**
 * Erases the network addresses of the entries by and about the person, and the fields that name people of the
 * entries about the person.
 */
async function eraseFromAudit(transaction: Transaction, leaver: Leaver): Promise<number> {
  // An entry of what staff did keeps its address.
  const isAddressTheirs = and(isByOrAbout(leaver), isNull(auditLog.actorEmail))
  await allowErasure(transaction)
  await lockForErasure(transaction)
  const addressCount = await countChanged(
    transaction
      .update(auditLog)
      .set({ address: null })
      .where(and(isAddressTheirs, sql`${auditLog.address} IS NOT NULL`)),
  )
  await forgetSalts(transaction, 'addressSalt', isAddressTheirs)
  return addressCount + (await eraseNamesFromAudit(transaction, eq(auditLog.subject, `user:${leaver.id}`)))
}

/** Removes the fields that name people from these entries of the audit log. @returns how many it changed */
export async function eraseNamesFromAudit(transaction: Transaction, where: SQL): Promise<number> {
  await allowErasure(transaction)
  await lockForErasure(transaction)
  const fields = sql`${sql.param(NAMING_FIELDS)}::text[]`
  const isNaming = sql`(${auditLog.before} ?| ${fields} OR ${auditLog.after} ?| ${fields})`
  const changedCount = await countChanged(
    transaction
      .update(auditLog)
      .set({ before: sql`${auditLog.before} - ${fields}`, after: sql`${auditLog.after} - ${fields}` })
      .where(and(where, isNaming)),
  )
  await forgetSalts(transaction, 'namesSalt', where)
  return changedCount
}

/**
 * Lets this transaction remove words from rows that a trigger otherwise keeps unchanged, as in the audit log.
 * Deleting such rows stays forbidden.
 */
export async function allowErasure(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`SET LOCAL tendwell.erasing = 'on'`)
}

/** What is emptied even while the account keeps its name and email. */
const STRIPPED_COLUMNS = {
  passwordHash: null,
  signupId: null,
  timezone: null,
  avatarFileId: null,
  phoneNumber: '',
  phoneVerifiedAt: null,
}

/**
 * Takes everything from the account but the name and the email, which staff need for an open report or
 * dispute.
 */
export function stripUser(transaction: Transaction, userId: number): Promise<number> {
  return countChanged(transaction.update(users).set(STRIPPED_COLUMNS).where(eq(users.id, userId)))
}

/** Makes the account a "Former member" without an address, a password or any setting. Safe to repeat. */
export function eraseUser(transaction: Transaction, userId: number): Promise<number> {
  const formerMember = { email: toFormerEmail(userId), fullName: FORMER_MEMBER, deactivationReason: null }
  return countChanged(
    transaction
      .update(users)
      .set({ ...STRIPPED_COLUMNS, ...formerMember })
      .where(eq(users.id, userId)),
  )
}
