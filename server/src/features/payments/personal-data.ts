import { and, eq, isNotNull, sql } from 'drizzle-orm'
import {
  describeTable,
  firstNameOf,
  type PersonalData,
  updateRows,
} from '../../personal-data/classification.ts'
import { chargebacks, payments, refunds, webhookEvents } from './tables.ts'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const paymentsData: PersonalData = {
  tables: [
    describeTable(payments, {
      withheld: ['checkoutUrl', 'holds'],
      plain: ['failureReason', 'provider', 'sessionId', 'paymentIntentId', 'chargeId'],
      why: 'Stays, by law, without names',
      exports: [
        {
          subject: 'payments',
          of: payments.payerId,
          add: { caregiver: firstNameOf(payments.payeeId) },
        },
        {
          subject: 'payments-received',
          of: payments.payeeId,
          omit: ['sessionId', 'paymentIntentId', 'chargeId'],
          add: { family: firstNameOf(payments.payerId) },
        },
      ],
      erase: updateRows(payments, { checkoutUrl: null }, ({ id }) =>
        and(eq(payments.payerId, id), isNotNull(payments.checkoutUrl)),
      ),
    }),
    describeTable(refunds, {
      withheld: ['key', 'refusals'],
      plain: ['reason', 'providerRefundId', 'reference', 'failureReason'],
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
      plain: ['providerChargebackId', 'reason'],
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
      withheld: 'all',
      why: 'Types, ids and times of the provider’s messages, which name nobody',
    }),
  ],
}
