import { and, inArray, isNotNull, sql } from 'drizzle-orm'
import {
  countChanged,
  describeTable,
  FORMER_MEMBER,
  type PersonalData,
  scrubColumns,
} from '../../personal-data/classification.ts'
import {
  sandboxAccounts,
  sandboxMovements,
  sandboxPayouts,
  sandboxRefunds,
  sandboxSessions,
  sandboxTransfers,
} from './tables.ts'

const AMOUNTS = 'Only without a real provider: amounts and states, which name nobody'
const SCRUBBED = 'Only without a real provider. Names and addresses are removed'

/** The sandbox replaces the payment provider, so nothing of it is exported. */
export const sandboxData: PersonalData = {
  tables: [
    describeTable(sandboxSessions, {
      withheld: [
        'id',
        'idempotencyKey',
        'paymentId',
        'amountCents',
        'description',
        'payerEmail',
        'successUrl',
        'cancelUrl',
        'status',
        'paymentIntentId',
        'chargeId',
        'cardName',
        'refunds',
        'lastDecline',
        'expiresAt',
        'createdAt',
      ],
      why: SCRUBBED,
      scrub: async (transaction, { emails, everywherePattern, names }) => {
        const caregiver = sql`split_part(${sandboxSessions.description}, ' of care by ', 2)`
        const descriptions = await countChanged(
          transaction
            .update(sandboxSessions)
            .set({
              description: sql`regexp_replace(${sandboxSessions.description}, ' of care by .*$', ${` of care by ${FORMER_MEMBER}`})`,
            })
            .where(sql`${caregiver} = ANY(${sql.param(names)}::text[])`),
        )
        const cardNames = await countChanged(
          transaction
            .update(sandboxSessions)
            .set({ cardName: null })
            .where(
              and(inArray(sandboxSessions.payerEmail, [...emails]), isNotNull(sandboxSessions.cardName)),
            ),
        )
        const payers = await scrubColumns(transaction, sandboxSessions, ['payerEmail'], everywherePattern)
        return descriptions + cardNames + payers
      },
    }),
    describeTable(sandboxAccounts, {
      withheld: [
        'id',
        'idempotencyKey',
        'email',
        'detailsSubmitted',
        'bankLast4',
        'payouts',
        'linkToken',
        'returnUrl',
        'refreshUrl',
        'linkExpiresAt',
        'createdAt',
      ],
      why: SCRUBBED,
      scrub: (transaction, { everywherePattern }) =>
        scrubColumns(transaction, sandboxAccounts, ['email'], everywherePattern),
    }),
    describeTable(sandboxRefunds, {
      withheld: [
        'id',
        'idempotencyKey',
        'paymentIntentId',
        'amountCents',
        'status',
        'completesAt',
        'succeeds',
        'createdAt',
      ],
      why: AMOUNTS,
    }),
    describeTable(sandboxTransfers, {
      withheld: ['id', 'idempotencyKey', 'accountId', 'amountCents', 'reversalId', 'createdAt'],
      why: AMOUNTS,
    }),
    describeTable(sandboxPayouts, {
      withheld: [
        'id',
        'idempotencyKey',
        'accountId',
        'amountCents',
        'status',
        'failureMessage',
        'arrivesAt',
        'createdAt',
      ],
      why: AMOUNTS,
    }),
    describeTable(sandboxMovements, {
      withheld: ['id', 'reference', 'accountId', 'amountCents', 'createdAt'],
      why: AMOUNTS,
    }),
  ],
}
