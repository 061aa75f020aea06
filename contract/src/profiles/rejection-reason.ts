/**
 * The reason that a bulk rejection sends and the record keeps.
 * @see docs/rules/console.md#verification-decisions
 */
export const BULK_REJECTION = 'Bulk rejection'

/** The reason of a rejection as the caregiver reads it: a bulk rejection's becomes a sentence. */
export function describeRejection(reason: string): string {
  return reason === BULK_REJECTION
    ? 'Your profile or your documents don’t meet our requirements yet. Contact support to learn what to change.'
    : reason
}
