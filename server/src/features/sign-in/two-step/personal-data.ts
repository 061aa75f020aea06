import { and, eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import {
  countChanged,
  describeTable,
  type Leaver,
  type Person,
  REMOVED_TEXT,
  type TableData,
} from '../../../personal-data/classification.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { FactorRow } from './factors/store.ts'
import { appSetups, factors, recoveryCodes, twoStepRecoveries, twoStepTokens } from './tables.ts'

const deleteOwn =
  (table: PgTable, owner: PgColumn) =>
  (transaction: Transaction, { id }: Leaver) =>
    countChanged(transaction.delete(table).where(eq(owner, id)))

const isOwnFactor =
  (method: FactorRow['method']) =>
  ({ id }: Person) =>
    and(eq(factors.userId, id), eq(factors.method, method))

/** Second factors: their names and times are exported, never what they prove with. */
export const twoStepTables: TableData[] = [
  describeTable(factors, {
    personal: ['name', 'transports'],
    withheld: ['key', 'credentialId', 'counter', 'deviceId'],
    plain: ['id', 'userId', 'method', 'isSynced', 'createdAt', 'usedAt'],
    why: 'Deleted',
    exports: [
      { subject: 'passkeys', of: isOwnFactor('passkey'), omit: ['method'] },
      {
        subject: 'authenticator-app',
        of: isOwnFactor('app'),
        omit: ['id', 'method', 'transports', 'isSynced'],
      },
    ],
    erase: deleteOwn(factors, factors.userId),
  }),
  describeTable(appSetups, {
    withheld: ['userId', 'secret', 'expiresAt'],
    why: 'Deleted',
    erase: deleteOwn(appSetups, appSetups.userId),
  }),
  describeTable(recoveryCodes, {
    withheld: ['userId', 'codeHash'],
    why: 'Deleted',
    erase: deleteOwn(recoveryCodes, recoveryCodes.userId),
  }),
  describeTable(twoStepTokens, {
    withheld: ['tokenHash', 'purpose', 'firstStep', 'timezone', 'failures'],
    plain: ['userId', 'expiresAt'],
    why: 'Deleted. Remembered devices, and logins and challenges of the last minutes',
    exports: [
      {
        subject: 'remembered-devices',
        of: ({ id }) => and(eq(twoStepTokens.userId, id), eq(twoStepTokens.purpose, 'remembered_device')),
      },
    ],
    erase: deleteOwn(twoStepTokens, twoStepTokens.userId),
  }),
  describeTable(twoStepRecoveries, {
    personal: ['reason'],
    withheld: ['stopTokenHash'],
    plain: ['id', 'userId', 'state', 'requestedBy', 'requestedAt', 'expiresAt', 'decidedBy', 'endedAt'],
    why: 'Stays as a record of what staff did, without their words',
    exports: [
      {
        subject: 'two-step-recoveries',
        of: ({ id }) => eq(twoStepRecoveries.userId, id),
        // The reason is what staff wrote for staff.
        omit: ['reason', 'requestedBy', 'decidedBy'],
      },
    ],
    erase: (transaction, { id }) =>
      countChanged(
        transaction
          .update(twoStepRecoveries)
          .set({ reason: REMOVED_TEXT, stopTokenHash: null })
          .where(eq(twoStepRecoveries.userId, id)),
      ),
  }),
]
