import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import {
  countChanged,
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

const isAbout = ({ id }: Person) => or(eq(auditLog.actorId, id), eq(auditLog.subject, `user:${id}`))

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const peopleData: PersonalData = {
  findWords,
  tables: [
    describeTable(users, {
      personal: ['email', 'fullName', 'timezone', 'deactivationReason', 'avatarFileId'],
      withheld: ['passwordHash', 'signupId'],
      plain: [
        'id',
        'role',
        'staffRole',
        'emailVerifiedAt',
        'isActive',
        'twoStepAt',
        'disownedAt',
        'deactivatedAt',
        'suspendedUntil',
        'closedAt',
        'profileComplete',
        'createdAt',
      ],
      why: 'The row stays as "Former member", because bookings and payments point to it',
      exports: [{ subject: 'account', of: ({ id }) => eq(users.id, id) }],
      // Erased by `eraseUser`, after everything else.
    }),
    describeTable(consents, {
      plain: ['id', 'userId', 'document', 'version', 'at'],
      why: 'Stays: shows which terms were agreed to, and names nobody',
      exports: [{ subject: 'consents', of: ({ id }) => eq(consents.userId, id) }],
    }),
    describeTable(bans, {
      withheld: ['userId', 'trait', 'hash', 'bannedAt'],
      why: 'Stays for deactivated people: keyed hashes that keep them out, from which nothing can be read',
    }),
    describeTable(savedPhones, {
      withheld: ['id', 'userId', 'hash', 'replacedAt'],
      why: 'Deleted: keyed hashes of phone numbers, from which nothing can be read',
      erase: (transaction, { id }) =>
        countChanged(transaction.delete(savedPhones).where(eq(savedPhones.userId, id))),
    }),
    describeTable(mailedTokens, {
      withheld: ['tokenHash'],
      plain: ['userId', 'purpose', 'expiresAt', 'usedAt'],
      why: 'Deleted',
      erase: (transaction, { id }) =>
        countChanged(transaction.delete(mailedTokens).where(eq(mailedTokens.userId, id))),
    }),
    describeTable(auditLog, {
      personal: ['address', 'before', 'after'],
      plain: ['id', 'at', 'actorId', 'action', 'subject'],
      withheld: ['actorEmail'],
      why: 'Entries stay, without their network addresses, and those about them without their name and email. What staff did keeps the email and the network address from then',
      // `before` and `after` may describe other people.
      exports: [{ subject: 'activity', of: ({ id }) => eq(auditLog.actorId, id), omit: ['before', 'after'] }],
      erase: eraseFromAudit,
    }),
    describeTable(auditSeals, {
      withheld: ['addressHash', 'addressSalt', 'namesHash', 'namesSalt', 'hash'],
      plain: ['entryId'],
      why: 'Stays: the chain of the audit log. Where an entry was emptied, nothing can be guessed from its hashes',
    }),
    describeTable(auditCounts, {
      plain: ['actorId', 'action', 'subject', 'hour', 'times', 'entryId'],
      why: 'Stays with the audit log: counts how often an entry happened',
      exports: [{ subject: 'repeated-activity', of: ({ id }) => eq(auditCounts.actorId, id) }],
    }),
  ],
}

/** The email of the account and those before it. */
async function findWords(reader: Reader, { id }: Person): Promise<FoundWords> {
  return { emails: await listConfirmedEmails(reader, id, MOST_WORDS) }
}

/**
 * Empties these fields of the entries about the person, and the network addresses. The words of staff stay.
 */
async function eraseFromAudit(transaction: Transaction, leaver: Leaver): Promise<number> {
  // What staff did is the log's own record.
  const isAddressTheirs = and(isAbout(leaver), isNull(auditLog.actorEmail))
  await allowErasure(transaction)
  await lockForErasure(transaction)
  const addresses = await countChanged(
    transaction
      .update(auditLog)
      .set({ address: null })
      .where(and(isAddressTheirs, sql`${auditLog.address} IS NOT NULL`)),
  )
  await forgetSalts(transaction, 'addressSalt', isAddressTheirs)
  return addresses + (await eraseNamesFromAudit(transaction, eq(auditLog.subject, `user:${leaver.id}`)))
}

/** Empties the fields that name people of these entries of the audit log. @returns how many it changed */
export async function eraseNamesFromAudit(transaction: Transaction, where: SQL): Promise<number> {
  await allowErasure(transaction)
  await lockForErasure(transaction)
  const fields = sql`${sql.param(NAMING_FIELDS)}::text[]`
  const isNaming = sql`(${auditLog.before} ?| ${fields} OR ${auditLog.after} ?| ${fields})`
  const names = await countChanged(
    transaction
      .update(auditLog)
      .set({ before: sql`${auditLog.before} - ${fields}`, after: sql`${auditLog.after} - ${fields}` })
      .where(and(where, isNaming)),
  )
  await forgetSalts(transaction, 'namesSalt', where)
  return names
}

/** Lets this transaction remove words from rows that are written once. They still can't be deleted. */
export async function allowErasure(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`SET LOCAL tendwell.erasing = 'on'`)
}

/**
 * Takes everything from the account but the name and the email, which staff need for an open report or
 * dispute.
 */
export function stripUser(transaction: Transaction, userId: number): Promise<number> {
  return countChanged(
    transaction
      .update(users)
      .set({ passwordHash: null, signupId: null, timezone: null, avatarFileId: null })
      .where(eq(users.id, userId)),
  )
}

/** Makes the account a "Former member" without an address, a password or any setting. Safe to repeat. */
export function eraseUser(transaction: Transaction, userId: number): Promise<number> {
  return countChanged(
    transaction
      .update(users)
      .set({
        email: toFormerEmail(userId),
        fullName: FORMER_MEMBER,
        passwordHash: null,
        signupId: null,
        timezone: null,
        deactivationReason: null,
        avatarFileId: null,
      })
      .where(eq(users.id, userId)),
  )
}
