import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import {
  countChanged,
  describeTable,
  type Leaver,
  type Person,
  type PersonalData,
} from '../../personal-data/classification.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { auditLog, eraseNamesFromAudit, users } from '../people/index.ts'
import { staffChanges, staffInvitations } from './tables.ts'

const currentEmailOf = ({ id }: Person) =>
  sql`(SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${id})`

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const staffData: PersonalData = {
  tables: [
    describeTable(staffInvitations, {
      personal: ['email'],
      withheld: ['tokenHash'],
      names: { email: 'Whom to invite, before there is an account' },
      why: 'Deleted for the invited person. What they sent themselves stays theirs as "Former member"',
      exports: [
        {
          subject: 'staff-invitation',
          of: (person) => sql`${staffInvitations.email} = ${currentEmailOf(person)}`,
          omit: ['invitedBy', 'approvedBy'],
        },
        {
          subject: 'sent-staff-invitations',
          of: staffInvitations.invitedBy,
          omit: ['email'],
        },
      ],
      erase: eraseInvitations,
    }),
    describeTable(staffChanges, {
      personal: ['email'],
      names: { email: 'Whom to invite, before there is an account' },
      why: 'Deleted for an invited person. What staff asked for and decided stays theirs as "Former member"',
      exports: [
        {
          subject: 'staff-changes',
          // The person concerned learns of a change once it is decided.
          of: ({ id }) => and(eq(staffChanges.userId, id), ne(staffChanges.state, 'open')),
          omit: ['email', 'requestedBy', 'decidedBy'],
        },
        {
          subject: 'invitation-as-admin',
          of: (person) => sql`${staffChanges.email} = ${currentEmailOf(person)}`,
          omit: ['requestedBy', 'decidedBy'],
        },
        {
          subject: 'requested-staff-changes',
          of: staffChanges.requestedBy,
          omit: ['email', 'userId', 'decidedBy'],
        },
      ],
      erase: eraseChanges,
    }),
  ],
}

/**
 * Deletes the invitations that were sent to a person. Before that, the person's email is erased from the
 * audit entries about these invitations.
 */
async function eraseInvitations(transaction: Transaction, { emails }: Leaver): Promise<number> {
  const isTheirs = inArray(staffInvitations.email, [...emails])
  await eraseNamesFromAudit(transaction, isEntryAboutRows('invitation:', staffInvitations.id, isTheirs))
  return countChanged(transaction.delete(staffInvitations).where(isTheirs))
}

/** Deletes the changes that were to invite a person, and their email in the audit entries about these. */
async function eraseChanges(transaction: Transaction, { emails }: Leaver): Promise<number> {
  const isTheirs = inArray(staffChanges.email, [...emails])
  await eraseNamesFromAudit(transaction, isEntryAboutRows('staff-change:', staffChanges.id, isTheirs))
  return countChanged(transaction.delete(staffChanges).where(isTheirs))
}

/** Matches audit entries about these rows. @param prefix of their subjects, such as `invitation:` */
const isEntryAboutRows = (prefix: string, id: PgColumn, where: SQL) =>
  sql`${auditLog.subject} IN (SELECT ${prefix} || ${id} FROM ${id.table} WHERE ${where})`
