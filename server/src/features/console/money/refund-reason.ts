import { RECEIPT_TEXTS } from '../../bookings/index.ts'

/** The reason of a refund in the words of staff: a receipt says "You canceled" to the family. */
export const toStaffReason = (reason: string): string =>
  reason === RECEIPT_TEXTS.caretaker ? 'The family canceled' : reason
