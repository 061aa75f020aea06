/** Why money of a payment is on hold: a dispute about the booking is open, or the family's bank decides. */
export const HOLD_CAUSES = ['dispute', 'bank'] as const
export type HoldCause = (typeof HOLD_CAUSES)[number]
