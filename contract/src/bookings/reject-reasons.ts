/** Why a caregiver rejects a request, in the order of the list that they may choose from. */
export const REJECT_REASONS = ['hours', 'short_notice', 'fully_booked', 'distance', 'other_care'] as const
export type RejectReason = (typeof REJECT_REASONS)[number]

/**
 * `label` is for the caregiver who chooses; families read `toFamily` after "Sofia declined: ". No reason is
 * about the family.
 * @see docs/rules/bookings.md#accepting-and-rejecting
 */
export const REJECT_REASON_TEXTS: Record<RejectReason, { label: string; toFamily: string }> = {
  hours: { label: 'These hours don’t suit me', toFamily: 'these hours don’t suit' },
  short_notice: { label: 'It’s too soon for me', toFamily: 'it’s too short notice' },
  fully_booked: { label: 'I’m fully booked', toFamily: 'they’re fully booked' },
  distance: { label: 'It’s too far for me', toFamily: 'it’s too far to travel' },
  other_care: { label: 'I don’t offer this kind of care', toFamily: 'they don’t offer this kind of care' },
}

/** The reason in a sentence for the family: `Sofia declined: these hours don’t suit.` */
export function describeRejectReason(caregiverName: string, reason: RejectReason): string {
  return `${caregiverName} declined: ${REJECT_REASON_TEXTS[reason].toFamily}.`
}
