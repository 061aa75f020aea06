import { eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import {
  countChanged,
  describeTable,
  type Leaver,
  REMOVED_TEXT,
  type TableData,
} from '../../../personal-data/classification.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import {
  authenticatorApps,
  loginTickets,
  passkeyChallenges,
  passkeys,
  recoveryCodes,
  rememberedDevices,
  twoStepRecoveries,
} from './tables.ts'

const deleteOwn =
  (table: PgTable, owner: PgColumn) =>
  (transaction: Transaction, { id }: Leaver) =>
    countChanged(transaction.delete(table).where(eq(owner, id)))

/** Second factors: their names and times are exported, never what they prove with. */
export const twoStepTables: TableData[] = [
  describeTable(passkeys, {
    personal: ['name', 'transports'],
    withheld: ['credentialId', 'publicKey', 'counter', 'deviceId'],
    plain: ['id', 'userId', 'isSynced', 'createdAt', 'usedAt'],
    why: 'Deleted',
    exports: [{ subject: 'passkeys', of: ({ id }) => eq(passkeys.userId, id) }],
    erase: deleteOwn(passkeys, passkeys.userId),
  }),
  describeTable(authenticatorApps, {
    personal: ['name'],
    withheld: ['secret', 'lastStep', 'deviceId'],
    plain: ['userId', 'createdAt', 'confirmedAt', 'usedAt'],
    why: 'Deleted',
    exports: [{ subject: 'authenticator-app', of: ({ id }) => eq(authenticatorApps.userId, id) }],
    erase: deleteOwn(authenticatorApps, authenticatorApps.userId),
  }),
  describeTable(recoveryCodes, {
    withheld: ['userId', 'codeHash', 'usedAt'],
    why: 'Deleted',
    erase: deleteOwn(recoveryCodes, recoveryCodes.userId),
  }),
  describeTable(loginTickets, {
    withheld: ['tokenHash', 'userId', 'firstStep', 'timezone', 'failures', 'expiresAt'],
    why: 'Deleted. Logins under way, kept for minutes',
    erase: deleteOwn(loginTickets, loginTickets.userId),
  }),
  describeTable(passkeyChallenges, {
    withheld: ['challengeHash', 'purpose', 'userId', 'expiresAt'],
    why: 'Deleted. Challenges, kept for minutes',
    erase: deleteOwn(passkeyChallenges, passkeyChallenges.userId),
  }),
  describeTable(rememberedDevices, {
    withheld: ['tokenHash'],
    plain: ['userId', 'expiresAt'],
    why: 'Deleted',
    exports: [{ subject: 'remembered-devices', of: ({ id }) => eq(rememberedDevices.userId, id) }],
    erase: deleteOwn(rememberedDevices, rememberedDevices.userId),
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
