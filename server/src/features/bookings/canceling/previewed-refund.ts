import { centsFromUsd, formatUsd, usdFromCents } from '@tendwell/contract/money'
import { conflict } from '../../../platform/errors.ts'

/**
 * Refuses to cancel when families get back another amount than the person who cancels was shown.
 * @param refundCents what they get back now
 * @param previewedUsd what the preview said; undefined where the call doesn't name it
 * @throws AppError 409 with `refund_usd`
 * @see docs/rules/bookings.md#canceling
 */
export function requirePreviewedRefund(refundCents: number, previewedUsd: number | undefined): void {
  if (previewedUsd === undefined || refundCents === centsFromUsd(previewedUsd)) return
  throw conflict(`The refund is now ${formatUsd(refundCents)}. Please check and confirm again`, {
    refund_usd: usdFromCents(refundCents),
  })
}
