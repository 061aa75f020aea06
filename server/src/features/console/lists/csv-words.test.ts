/** No CSV of the console has a raw state, kind or key. @see docs/rules/console.md#export */

import { auditEntry } from '@tendwell/contract/console/audit'
import { waitingBackgroundCheck } from '@tendwell/contract/console/background-checks'
import { adminDispute } from '@tendwell/contract/console/disputes'
import { adminJob } from '@tendwell/contract/console/jobs'
import { adminChargeback, adminPayment, adminPayout, adminRefund } from '@tendwell/contract/console/money'
import { adminReport } from '@tendwell/contract/console/reports'
import { adminPendingChange, adminRequest, adminUser } from '@tendwell/contract/console/users'
import { type CsvCell, toCsv } from '@tendwell/contract/csv'
import { bankReview } from '@tendwell/contract/payments/bank-reviews'
import { differenceResponse, reconciliationResponse } from '@tendwell/contract/payments/reconciliation'
import { waitingRefund } from '@tendwell/contract/payments/staff-refunds'
import { VERIFICATION_STATUSES } from '@tendwell/contract/profiles/profiles'
import { listedRecovery } from '@tendwell/contract/sign-in/two-step'
import { staffChange, staffInvitation, staffMember } from '@tendwell/contract/staff/staff'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../../../test/app.ts'
import { listRoutes } from '../../../../test/routes.ts'
import * as long from './csv-columns.ts'
import * as short from './short-csv-columns.ts'

type Columns = readonly (readonly [header: string, cell: (row: never) => CsvCell])[]
/** A row's schema, its columns, and values of texts that hold a key. */
type Listed = [z.ZodType, Columns, Record<string, readonly string[]>?]

const verificationRow = z.object({
  id: z.number(),
  fullName: z.string(),
  email: z.string(),
  joinedAt: z.string(),
  status: z.enum(VERIFICATION_STATUSES),
})
/** The columns read a date, where the others read its text. */
const verificationColumns: Columns = long.VERIFICATION_COLUMNS.map(([header, cell]) => [
  header,
  (row: { joinedAt: string }) => cell({ ...row, joinedAt: new Date('2026-06-01') } as never),
])

const SUBJECTS = ['user:1', 'user:unknown', 'request:5', 'dispute:3', 'job:4', 'jobs:failed', 'payout:2']
const LISTS: Record<string, Listed> = {
  users: [adminUser, long.USER_COLUMNS],
  'caregivers/verification': [verificationRow, verificationColumns],
  'caregivers/changes': [adminPendingChange, long.CHANGE_COLUMNS],
  'caregivers/background-checks': [waitingBackgroundCheck, long.BACKGROUND_CHECK_COLUMNS],
  requests: [adminRequest, long.REQUEST_COLUMNS],
  disputes: [adminDispute, long.DISPUTE_COLUMNS],
  reports: [adminReport, long.REPORT_COLUMNS],
  payments: [adminPayment, long.PAYMENT_COLUMNS],
  refunds: [adminRefund, long.REFUND_COLUMNS],
  payouts: [adminPayout, long.PAYOUT_COLUMNS],
  audit: [auditEntry, long.AUDIT_COLUMNS, { subject: [...SUBJECTS, 'list:two-step-recoveries', 'report:9'] }],
  staff: [staffMember, short.STAFF_COLUMNS],
  'staff/invitations': [staffInvitation, short.INVITATION_COLUMNS],
  'staff/changes': [staffChange, short.STAFF_CHANGE_COLUMNS],
  'two-step-recoveries': [listedRecovery, short.RECOVERY_COLUMNS],
  reconciliation: [reconciliationResponse, short.RECONCILIATION_COLUMNS],
  'reconciliation/differences': [differenceResponse, short.DIFFERENCE_COLUMNS],
  chargebacks: [
    adminChargeback,
    short.CHARGEBACK_COLUMNS,
    { reason: ['product_not_received', 'fraudulent'] },
  ],
  'bank-reviews': [bankReview, short.BANK_REVIEW_COLUMNS],
  'waiting-refunds': [waitingRefund, short.WAITING_REFUND_COLUMNS],
  jobs: [adminJob, short.JOB_COLUMNS, { name: ['payments.refund', 'refund.made > notifications'] }],
}
/** Numbers and times alone. */
const WITHOUT_WORDS = ['erasures']
/** As they are stored. */
const EXEMPT = ['Before', 'After']

type Schema = {
  type?: string | string[]
  format?: string
  enum?: (string | null)[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
}

/**
 * The value of a schema for the row of this number: rows go through the values of each list, and nothing is
 * null.
 */
function sample(schema: Schema, row: number): unknown {
  const [type] = [schema.type].flat().filter((name) => name !== 'null')
  if (schema.anyOf) return sample(schema.anyOf.find(({ type }) => type !== 'null') ?? {}, row)
  const words = schema.enum?.filter((word) => word !== null)
  if (words) return words[row % words.length]
  if (schema.properties) {
    const fields = Object.entries(schema.properties)
    return Object.fromEntries(fields.map(([name, field]) => [name, sample(field, row)]))
  }
  if (type === 'array') return [sample(schema.items ?? {}, row)]
  if (type === 'boolean') return row % 2 === 0
  if (type === 'integer' || type === 'number') return 12
  if (type === 'object') return {}
  return schema.format === 'date-time' ? '2026-06-01T12:00:00Z' : 'Nora Lind'
}

/** The words of all enums in a JSON schema, also of those inside. */
function listEnumWords(schema: Schema): string[] {
  const inner = [
    ...(schema.anyOf ?? []),
    ...Object.values(schema.properties ?? {}),
    schema.items ?? [],
  ].flat()
  return [...(schema.enum ?? []).filter((word) => word !== null), ...inner.flatMap(listEnumWords)]
}

const RAW = /^[a-z]+(?:[_.][a-z]+)+$|\b[a-z]+:\w|^[a-z]+\.[a-z-]+(?: > [a-z-]+)?$/

it('has every export of the console', async () => {
  const app = await testApp()
  const paths = listRoutes(app).flatMap(
    ({ path }) => /^\/api\/admin-panel\/(.+)\/export$/.exec(path)?.[1] ?? [],
  )
  await app.close()
  expect([...new Set(paths)].sort()).toEqual([...Object.keys(LISTS), ...WITHOUT_WORDS].sort())
})

it.each(Object.entries(LISTS))('calls states and kinds of %s as its screen does', (_list, listed) => {
  const [row, columns, keys = {}] = listed
  const schema = z.toJSONSchema(row, { unrepresentable: 'any' }) as Schema
  const raw = new Set(listEnumWords(schema))
  for (const values of Object.values(keys)) for (const value of values) raw.add(value)
  for (let number = 0; number < Math.max(12, raw.size); number += 1) {
    const texts = Object.entries(keys).map(([field, values]) => [field, values[number % values.length]])
    const shown = { ...(sample(schema, number) as object), ...Object.fromEntries(texts) }
    for (const [header, cell] of columns) {
      if (EXEMPT.includes(header)) continue
      const text = toCsv([[cell(shown as never)]])
        .trim()
        .slice(1, -1)
      expect([header, text, raw.has(text) || RAW.test(text)]).toEqual([header, text, false])
    }
  }
})
