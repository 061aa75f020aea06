import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { Reader, Transaction } from '../../platform/database/database.ts'
import {
  countChanged,
  describeTable,
  FORMER_MEMBER,
  type FoundWords,
  type Leaver,
  MOST_WORDS,
  type Person,
  type PersonalData,
} from '../../platform/product/personal-data.ts'
import { forgetSalts, lockForErasure, NAMING_FIELDS } from './audit/sealing.ts'
import { bans, savedPhones } from './bans/tables.ts'
import { listConfirmedEmails } from './queries.ts'
import {
  activeMonths,
  auditCounts,
  auditLog,
  auditSeals,
  consents,
  emailChanges,
  identities,
  mailedTokens,
  refreshTokens,
  sessions,
  staffChanges,
  staffInvitations,
  usedCredentials,
  users,
} from './tables.ts'
import { toFormerEmail } from './user.ts'

const sessionsOf = ({ id }: Person) =>
  sql`(SELECT ${sessions.id} FROM ${sessions} WHERE ${sessions.userId} = ${id})`
const emailOf = ({ id }: Person) => sql`(SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${id})`
const isAbout = ({ id }: Person) => or(eq(auditLog.actorId, id), eq(auditLog.subject, `user:${id}`))

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const accountsData: PersonalData = {
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
    describeTable(sessions, {
      personal: ['userAgent', 'address', 'country'],
      withheld: ['id', 'deviceId', 'browserId'],
      plain: [
        'userId',
        'isDisowned',
        'isForgotten',
        'createdAt',
        'usedAt',
        'provenAt',
        'secondStepAt',
        'endedAt',
      ],
      why: 'Deleted',
      exports: [{ subject: 'sessions', of: ({ id }) => eq(sessions.userId, id) }],
      erase: (transaction, { id }) =>
        countChanged(transaction.delete(sessions).where(eq(sessions.userId, id))),
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
    describeTable(refreshTokens, {
      withheld: ['tokenHash', 'sessionId'],
      plain: ['expiresAt', 'usedAt'],
      why: 'Deleted',
      erase: (transaction, leaver) =>
        countChanged(
          transaction.delete(refreshTokens).where(sql`${refreshTokens.sessionId} IN ${sessionsOf(leaver)}`),
        ),
    }),
    describeTable(mailedTokens, {
      withheld: ['tokenHash'],
      plain: ['userId', 'purpose', 'expiresAt', 'usedAt'],
      why: 'Deleted',
      erase: (transaction, { id }) =>
        countChanged(transaction.delete(mailedTokens).where(eq(mailedTokens.userId, id))),
    }),
    describeTable(staffInvitations, {
      personal: ['email'],
      withheld: ['tokenHash'],
      plain: [
        'id',
        'staffRole',
        'invitedBy',
        'approvedBy',
        'sentAt',
        'expiresAt',
        'acceptedAt',
        'withdrawnAt',
      ],
      why: 'Deleted for the invited person. What they sent themselves stays theirs as "Former member"',
      exports: [
        {
          subject: 'staff-invitation',
          of: (person) => sql`${staffInvitations.email} = ${emailOf(person)}`,
          omit: ['invitedBy', 'approvedBy'],
        },
        {
          subject: 'sent-staff-invitations',
          of: ({ id }) => eq(staffInvitations.invitedBy, id),
          omit: ['email'],
        },
      ],
      erase: (transaction, { emails }) =>
        countChanged(
          transaction.delete(staffInvitations).where(inArray(staffInvitations.email, [...emails])),
        ),
    }),
    describeTable(staffChanges, {
      personal: ['email'],
      plain: [
        'id',
        'kind',
        'userId',
        'staffRole',
        'state',
        'requestedBy',
        'requestedAt',
        'expiresAt',
        'decidedBy',
        'endedAt',
      ],
      why: 'Deleted for an invited person. What staff asked for and decided stays theirs as "Former member"',
      exports: [
        {
          subject: 'staff-changes',
          // They learn of a change once it is decided.
          of: ({ id }) => and(eq(staffChanges.userId, id), ne(staffChanges.state, 'open')),
          omit: ['email', 'requestedBy', 'decidedBy'],
        },
        {
          subject: 'invitation-as-admin',
          of: (person) => sql`${staffChanges.email} = ${emailOf(person)}`,
          omit: ['requestedBy', 'decidedBy'],
        },
        {
          subject: 'requested-staff-changes',
          of: ({ id }) => eq(staffChanges.requestedBy, id),
          omit: ['email', 'userId', 'decidedBy'],
        },
      ],
      erase: (transaction, { emails }) =>
        countChanged(transaction.delete(staffChanges).where(inArray(staffChanges.email, [...emails]))),
    }),
    describeTable(emailChanges, {
      personal: ['newEmail'],
      withheld: ['sessionId'],
      plain: ['userId', 'oldConfirmedAt', 'newConfirmedAt', 'expiresAt'],
      why: 'Deleted',
      exports: [{ subject: 'email-change', of: ({ id }) => eq(emailChanges.userId, id) }],
      erase: (transaction, { id }) =>
        countChanged(transaction.delete(emailChanges).where(eq(emailChanges.userId, id))),
    }),
    describeTable(identities, {
      personal: ['subject'],
      plain: ['id', 'issuer', 'userId', 'linkedAt'],
      why: 'Deleted',
      exports: [{ subject: 'google-sign-in', of: ({ id }) => eq(identities.userId, id) }],
      erase: (transaction, { id }) =>
        countChanged(transaction.delete(identities).where(eq(identities.userId, id))),
    }),
    describeTable(usedCredentials, {
      withheld: ['tokenId'],
      plain: ['expiresAt'],
      why: 'Holds nothing personal, and is deleted within hours',
    }),
    describeTable(activeMonths, {
      plain: ['month', 'userId', 'days'],
      why: 'Stays: counts the days of use for the analytics, and names nobody',
      exports: [{ subject: 'active-days', of: ({ id }) => eq(activeMonths.userId, id) }],
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

/** Whether the entry is about an invitation that was sent to them, or waits for a second admin. */
const invitesThem = ({ emails }: Leaver) => sql`${auditLog.subject} IN (
  SELECT 'invitation:' || ${staffInvitations.id} FROM ${staffInvitations}
  WHERE ${inArray(staffInvitations.email, [...emails])}
  UNION ALL
  SELECT 'staff-change:' || ${staffChanges.id} FROM ${staffChanges}
  WHERE ${inArray(staffChanges.email, [...emails])})`

/** Empties these fields of the entries about the person, and the network addresses. The words of staff stay. */
async function eraseFromAudit(transaction: Transaction, leaver: Leaver): Promise<number> {
  await allowErasure(transaction)
  await lockForErasure(transaction)
  // What staff did is the log's own record.
  const isAddressTheirs = and(isAbout(leaver), isNull(auditLog.actorEmail))
  const addresses = await countChanged(
    transaction
      .update(auditLog)
      .set({ address: null })
      .where(and(isAddressTheirs, sql`${auditLog.address} IS NOT NULL`)),
  )
  const fields = sql`${sql.param(NAMING_FIELDS)}::text[]`
  const isNaming = sql`(${auditLog.before} ?| ${fields} OR ${auditLog.after} ?| ${fields})`
  const isNamed = or(eq(auditLog.subject, `user:${leaver.id}`), invitesThem(leaver))
  const names = await countChanged(
    transaction
      .update(auditLog)
      .set({ before: sql`${auditLog.before} - ${fields}`, after: sql`${auditLog.after} - ${fields}` })
      .where(and(isNamed, isNaming)),
  )
  await forgetSalts(transaction, 'addressSalt', isAddressTheirs)
  await forgetSalts(transaction, 'namesSalt', isNamed)
  return addresses + names
}

/** Lets this transaction remove words from rows that are written once. They still can't be deleted. */
export async function allowErasure(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`SET LOCAL tendwell.erasing = 'on'`)
}

/** Takes everything from the account but the name and the email, which staff need for an open report or dispute. */
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
