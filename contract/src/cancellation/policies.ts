/** The cancellation policies. Their texts and steps are in `refund.ts`, which not every page has to load. */
export const CANCELLATION_POLICIES = ['flexible', 'moderate', 'strict'] as const
export type CancellationPolicy = (typeof CANCELLATION_POLICIES)[number]
export const DEFAULT_CANCELLATION_POLICY: CancellationPolicy = 'moderate'
