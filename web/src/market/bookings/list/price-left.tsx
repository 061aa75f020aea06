import { HOUR_MS } from '@tendwell/contract/time'
import { formatHours, formatMoney } from '../../../lib/format/format.ts'
import { toInterval } from '../../../lib/format/instants.ts'
import { PriceText } from '../../../ui/price-text.tsx'

interface PriceLeftProps {
  request: { total_price_usd: number; total_hours: number; refunded_usd: number; refunding_usd: number }
  canceled: readonly { start_utc: string; end_utc: string }[]
  /** Dollars an hour, shown with hours of which none was canceled. */
  rateUsd?: number
}

/** What a request or a booking costs after its refunds, and for how many hours: `$512.00 after refund`. */
export function PriceLeft({ request, canceled, rateUsd }: PriceLeftProps) {
  const refundUsd = request.refunded_usd + request.refunding_usd
  return (
    <div className="sm:text-right">
      <PriceText
        usd={request.total_price_usd - refundUsd}
        size="large"
        {...(refundUsd > 0 && { unit: 'after refund' })}
      />
      <p className="text-13 text-ink-soft">{describeHours(request.total_hours, { canceled, rateUsd })}</p>
    </div>
  )
}

/** `12 hours at $64.00`, or `8 hours, 4 hours canceled`. */
function describeHours(
  totalHours: number,
  { canceled, rateUsd }: Pick<PriceLeftProps, 'canceled'> & { rateUsd: number | undefined },
): string {
  const times = canceled.map(toInterval)
  const canceledHours = times.reduce((sum, { startMs, endMs }) => sum + (endMs - startMs) / HOUR_MS, 0)
  if (canceledHours > 0) {
    return [
      ...(canceledHours < totalHours ? [formatHours(totalHours - canceledHours)] : []),
      `${formatHours(canceledHours)} canceled`,
    ].join(', ')
  }
  return rateUsd === undefined
    ? formatHours(totalHours)
    : `${formatHours(totalHours)} at ${formatMoney(rateUsd)}`
}
