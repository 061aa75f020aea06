import { z } from 'zod'
import { idSchema, instantSchema, pageQuery, usdSchema } from './wire.ts'

/** What may differ between the product's books and its payment provider's. */
export const DIFFERENCE_KINDS = [
  'missing_here',
  'missing_at_provider',
  'amount_differs',
  'status_differs',
  'ledger_broken',
] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

export const reconciliationDifference = z.object({
  kind: z.enum(DIFFERENCE_KINDS),
  /** What it is about, as the provider calls it, such as `ch_…`, `re_…`, `tr_…` or `po_…`. */
  reference: z.string(),
  /** Ours and the provider's amount; null where that side has none. */
  ours_usd: usdSchema.nullable(),
  provider_usd: usdSchema.nullable(),
  detail: z.string(),
})
export type ReconciliationDifference = z.infer<typeof reconciliationDifference>

export const reconciliationResponse = z.object({
  id: idSchema,
  created_at: instantSchema,
  provider: z.string(),
  /** The provider's movements from here until there were compared. */
  from: instantSchema,
  until: instantSchema,
  compared: z.int().nonnegative(),
  /** The number of all differences; `differences` holds the first hundred. */
  difference_count: z.int().nonnegative(),
  differences: z.array(reconciliationDifference),
})
export type Reconciliation = z.infer<typeof reconciliationResponse>

export const reconciliationsQuery = z.strictObject(pageQuery(10))
