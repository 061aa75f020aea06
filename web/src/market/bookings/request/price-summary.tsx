import { REQUEST_MINIMUM_CENTS } from '@tendwell/contract/bookings/bookings'
import { usdFromCents } from '@tendwell/contract/money'
import { formatHours, formatMoney } from '../../../lib/format/format.ts'
import { calculatePrice, type Rates, type Selection, totalMinutes } from '../../../shared/visits/selection.ts'
import { DescriptionList } from '../../../ui/description-list.tsx'

interface PriceSummaryProps {
  selection: Selection
  rates: Rates
}

/** The price of the selected hours. @see docs/rules/bookings.md#price */
export function PriceSummary({ selection, rates }: PriceSummaryProps) {
  const hours = formatHours(totalMinutes(selection) / 60)
  const rate = formatMoney(usdFromCents(rates.rateCents))
  const { amountCents, serviceFeeCents, totalCents } = calculatePrice(selection, rates)
  const total = formatMoney(usdFromCents(totalCents))
  return (
    <>
      <DescriptionList
        items={[
          { term: `${hours} × ${rate}`, value: formatMoney(usdFromCents(amountCents)) },
          { term: 'Service fee', value: formatMoney(usdFromCents(serviceFeeCents)) },
          { term: 'Total', value: total, isTotal: true },
        ]}
      />
      {totalCents > 0 && totalCents < REQUEST_MINIMUM_CENTS && (
        <p role="status" className="mt-3 text-13 font-semibold text-clay">
          {`A request must come to at least ${formatMoney(usdFromCents(REQUEST_MINIMUM_CENTS))}. Please select more time.`}
        </p>
      )}
      <p role="status" className="sr-only">
        {hours} selected, {total} in total
      </p>
    </>
  )
}
