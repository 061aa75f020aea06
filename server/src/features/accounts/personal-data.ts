import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Reader, Transaction } from '../../platform/database.ts'
import {
  countChanged,
  describeTable,
  FORMER_MEMBER,
  type FoundWords,
  type Leaver,
  type Person,
  type PersonalData,
  scrubColumns,
} from '../../platform/personal-data.ts'
import {
  activeMonths,
  auditLog,
  consents,
  emailChanges,
  identities,
  mailedTokens,
  refreshTokens,
  sessions,
  staffInvitations,
  usedCredentials,
  users,
} from './tables.ts'
import { twoStepTables } from './two-step/personal-data.ts'

/** Where no mail can arrive: `.invalid` never exists. */
const toFormerEmail = (userId: number) => `former-member-${userId}@erased.invalid`

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
      scrubAll: ['deactivationReason'],
      // Erased by `eraseUser`, after everything else.
    }),
    describeTable(consents, {
      plain: ['id', 'userId', 'document', 'version', 'at'],
      why: 'Stays: shows which terms were agreed to, and names nobody',
      exports: [{ subject: 'consents', of: ({ id }) => eq(consents.userId, id) }],
    }),
    describeTable(sessions, {
      personal: ['userAgent', 'address', 'country'],
      withheld: ['id', 'deviceId'],
      plain: ['userId', 'isDisowned', 'createdAt', 'usedAt', 'provenAt', 'secondStepAt', 'endedAt'],
      why: 'Deleted',
      exports: [{ subject: 'sessions', of: ({ id }) => eq(sessions.userId, id) }],
      erase: (transaction, { id }) =>
        countChanged(transaction.delete(sessions).where(eq(sessions.userId, id))),
    }),
    ...twoStepTables,
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
      plain: ['id', 'staffRole', 'invitedBy', 'sentAt', 'expiresAt', 'acceptedAt', 'withdrawnAt'],
      why: 'Deleted for the invited person. What they sent themselves stays theirs as "Former member"',
      exports: [
        {
          subject: 'staff-invitation',
          of: (person) => sql`${staffInvitations.email} = ${emailOf(person)}`,
          omit: ['invitedBy'],
        },
        {
          subject: 'sent-staff-invitations',
          of: ({ id }) => eq(staffInvitations.invitedBy, id),
          omit: ['email'],
        },
      ],
      erase: (transaction, { contacts }) =>
        countChanged(
          transaction.delete(staffInvitations).where(inArray(staffInvitations.email, [...contacts])),
        ),
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
      why: 'Entries stay, without network addresses and without any words that name the person',
      // `before` and `after` may describe other people.
      exports: [{ subject: 'activity', of: ({ id }) => eq(auditLog.actorId, id), omit: ['before', 'after'] }],
      scrub: scrubAudit,
      scrubAll: ['before', 'after'],
    }),
  ],
}

/** The current name and address, and earlier ones from the audit log. */
async function findWords(reader: Reader, person: Person): Promise<FoundWords> {
  const [user] = await reader
    .select({ fullName: users.fullName, email: users.email })
    .from(users)
    .where(eq(users.id, person.id))
  const [change] = await reader
    .select({ newEmail: emailChanges.newEmail })
    .from(emailChanges)
    .where(eq(emailChanges.userId, person.id))
  const changes = await reader
    .select({ before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(
      and(
        inArray(auditLog.action, [
          'email.changed',
          'account.renamed',
          'caregiver.change-approved',
          'caregiver.change-declined',
        ]),
        eq(auditLog.subject, `user:${person.id}`),
      ),
    )
  const earlier = changes.flatMap(({ before, after }) => [before, after]) as EarlierValues[]
  return {
    names: [
      user?.fullName,
      ...earlier.flatMap((values) => [values?.fullName, values?.full_name, values?.name]),
    ]
      .filter((name) => typeof name === 'string')
      .filter((name) => name !== FORMER_MEMBER),
    contacts: [user?.email, change?.newEmail, ...earlier.map((values) => values?.email)].filter(
      (email) => typeof email === 'string',
    ),
  }
}

type EarlierValues = { email?: string; fullName?: string; full_name?: string; name?: string } | null

async function scrubAudit(transaction: Transaction, leaver: Leaver): Promise<number> {
  await allowErasure(transaction)
  const addresses = await countChanged(
    transaction
      .update(auditLog)
      .set({ address: null })
      .where(and(isAbout(leaver), sql`${auditLog.address} IS NOT NULL`)),
  )
  // Not in what they did to others: later erasures find earlier names there.
  const isOnThem = eq(auditLog.subject, `user:${leaver.id}`)
  return addresses + (await scrubColumns(transaction, auditLog, ['before', 'after'], leaver.nearby, isOnThem))
}

/** Lets this transaction remove words from rows that are written once. They still can't be deleted. */
export async function allowErasure(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`SET LOCAL tendwell.erasing = 'on'`)
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
