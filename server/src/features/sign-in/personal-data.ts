import { eq, sql } from 'drizzle-orm'
import {
  countChanged,
  describeOwn,
  describeTable,
  type Person,
  type PersonalData,
} from '../../personal-data/classification.ts'
import { emailChanges } from './email-change/tables.ts'
import { identities, usedCredentials } from './google/tables.ts'
import { phoneCodes } from './phone/tables.ts'
import { activeMonths, refreshTokens, sessions } from './sessions/tables.ts'
import { twoStepTables } from './two-step/personal-data.ts'

const sessionsOf = ({ id }: Person) =>
  sql`(SELECT ${sessions.id} FROM ${sessions} WHERE ${sessions.userId} = ${id})`

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const signInData: PersonalData = {
  tables: [
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
    describeTable(refreshTokens, {
      withheld: ['tokenHash', 'sessionId'],
      plain: ['expiresAt', 'usedAt'],
      why: 'Deleted',
      erase: (transaction, leaver) =>
        countChanged(
          transaction.delete(refreshTokens).where(sql`${refreshTokens.sessionId} IN ${sessionsOf(leaver)}`),
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
    describeOwn(phoneCodes, phoneCodes.userId, { withheld: 'all' }),
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
    ...twoStepTables,
  ],
}
