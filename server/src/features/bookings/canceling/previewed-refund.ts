import { centsFromUsd, formatUsd, usdFromCents } from '@tendwell/contract/money'
import { conflict } from '../../../platform/errors.ts'

/**
 * Requires that families get back the amount that the person who cancels was shown.
 * @param refundCents what families get back now
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
