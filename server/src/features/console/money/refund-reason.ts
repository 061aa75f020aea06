import { RECEIPT_TEXTS } from '../../bookings/index.ts'

/**
 * The reason of a refund in words for staff. It is stored in words for the family, such as "You canceled".
 */
export const toStaffReason = (reason: string): string =>
  reason === RECEIPT_TEXTS.caretaker ? 'The family canceled' : reason
