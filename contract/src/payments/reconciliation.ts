import { z } from 'zod'
import { idSchema, instantSchema, pageQuery, queryInteger, requiredText, usdSchema } from '../wire.ts'

/** @see docs/rules/money.md#reconciliation */
export const DIFFERENCE_KINDS = [
  'missing_here',
  'missing_at_provider',
  'amount_differs',
  'status_differs',
  'ledger_broken',
] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

/** What screens and CSV call each kind. */
export const DIFFERENCE_KIND_LABELS: Record<DifferenceKind, string> = {
  missing_here: 'Missing in our ledger',
  missing_at_provider: 'Missing at the provider',
  amount_differs: 'Amounts differ',
  status_differs: 'Statuses differ',
  ledger_broken: 'Our ledger doesn’t balance',
}

export const reconciliationDifference = z.object({
  kind: z.enum(DIFFERENCE_KINDS),
  /** The provider's id of the object, such as `ch_…`, `re_…`, `tr_…` or `po_…`. */
  reference: z.string(),
  /** Our amount and the provider's; null if we, or the provider, have no such object. */
  ours_usd: usdSchema.nullable(),
  provider_usd: usdSchema.nullable(),
  detail: z.string(),
})
export type ReconciliationDifference = z.infer<typeof reconciliationDifference>

export const reconciliationResponse = z.object({
  id: idSchema,
  created_at: instantSchema,
  provider: z.string(),
  /** The span of time that was compared. */
  from: instantSchema,
  until: instantSchema,
  compared: z.int().nonnegative(),
  /** `differences` has the first 100. */
  difference_count: z.int().nonnegative(),
  differences: z.array(reconciliationDifference),
})
export type Reconciliation = z.infer<typeof reconciliationResponse>

export const reconciliationsQuery = z.strictObject(pageQuery(10))

/** Asks for all differences, or for the one with this id. */
export const differencesQuery = z.strictObject({
  id: queryInteger('Difference', { min: 1, max: 999_999_999 }).optional(),
  ...pageQuery(20),
})

export const differenceResponse = reconciliationDifference.extend({
  id: idSchema,
  /** The report that found it first. */
  report_id: idSchema,
  found_at: instantSchema,
  /** Our record of the object that `reference` names; null if we have none. */
  record: z.object({ kind: z.enum(['payment', 'refund', 'payout']), id: idSchema }).nullable(),
  /** Null while it is open. */
  resolved: z
    .object({ at: instantSchema, by: z.object({ id: idSchema, name: z.string() }), note: z.string() })
    .nullable(),
})
export type Difference = z.infer<typeof differenceResponse>

export const RESOLUTION_MAXIMUM = 1_000
export const resolveBody = z.strictObject({
  note: requiredText('Note', RESOLUTION_MAXIMUM).transform((value) => value.trim()),
})
