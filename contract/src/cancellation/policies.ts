/** Apart from their texts and steps, which pages that only read a caregiver's answer don't need. */
export const CANCELLATION_POLICIES = ['flexible', 'moderate', 'strict'] as const
export type CancellationPolicy = (typeof CANCELLATION_POLICIES)[number]
export const DEFAULT_CANCELLATION_POLICY: CancellationPolicy = 'moderate'
