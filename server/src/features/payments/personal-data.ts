import { eq, sql } from 'drizzle-orm'
import {
  countChanged,
  describeTable,
  firstNameOf,
  type PersonalData,
} from '../../personal-data/classification.ts'
import { chargebacks, payments, refunds, webhookEvents } from './tables.ts'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const paymentsData: PersonalData = {
  tables: [
    describeTable(payments, {
      withheld: ['checkoutUrl', 'holds'],
      plain: [
        'id',
        'requestId',
        'payerId',
        'payeeId',
        'amountCents',
        'feeCents',
        'status',
        'failureReason',
        'provider',
        'sessionId',
        'paymentIntentId',
        'chargeId',
        'escrowCents',
        'heldCents',
        'heldFromAvailableCents',
        'refundCents',
        'feeRefundCents',
        'borneCents',
        'lostCents',
        'paidAt',
        'releasedAt',
        'careEndedAt',
        'expiresAt',
        'createdAt',
        'updatedAt',
      ],
      why: 'Stays, by law, without names',
      exports: [
        {
          subject: 'payments',
          of: ({ id }) => eq(payments.payerId, id),
          add: { caregiver: () => firstNameOf(payments.payeeId) },
        },
        {
          subject: 'payments-received',
          of: ({ id }) => eq(payments.payeeId, id),
          omit: ['sessionId', 'paymentIntentId', 'chargeId'],
          add: { family: () => firstNameOf(payments.payerId) },
        },
      ],
      erase: (transaction, { id }) =>
        countChanged(
          transaction
            .update(payments)
            .set({ checkoutUrl: null })
            .where(sql`${payments.payerId} = ${id} AND ${payments.checkoutUrl} IS NOT NULL`),
        ),
    }),
    describeTable(refunds, {
      withheld: ['key', 'refusals'],
      plain: [
        'id',
        'paymentId',
        'amountCents',
        'borneCents',
        'reason',
        'status',
        'askedAt',
        'providerRefundId',
        'reference',
        'failureReason',
        'createdAt',
        'updatedAt',
      ],
      why: 'Stays, by law: amounts and dates, which name nobody',
      exports: [
        {
          subject: 'refunds',
          of: ({ id }) => sql`${refunds.paymentId} IN (
            SELECT ${payments.id} FROM ${payments} WHERE ${payments.payerId} = ${id})`,
        },
      ],
    }),
    describeTable(chargebacks, {
      plain: [
        'id',
        'paymentId',
        'providerChargebackId',
        'amountCents',
        'reason',
        'status',
        'evidenceDueAt',
        'openedAt',
        'closedAt',
        'carriedOutAt',
        'clearedAt',
      ],
      why: 'Stays, by law: amounts and dates, which name nobody',
      exports: [
        {
          subject: 'chargebacks',
          of: ({ id }) => sql`${chargebacks.paymentId} IN (
            SELECT ${payments.id} FROM ${payments} WHERE ${id} IN (${payments.payerId}, ${payments.payeeId}))`,
        },
      ],
    }),
    describeTable(webhookEvents, {
      withheld: [
        'provider',
        'eventId',
        'type',
        'sessionId',
        'accountId',
        'objectId',
        'receivedAt',
        'appliedAt',
      ],
      why: 'Types, ids and times of the provider’s messages, which name nobody',
    }),
  ],
}
