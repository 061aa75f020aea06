import { REQUEST_MINIMUM_CENTS } from '@tendwell/contract/bookings'
import { usdFromCents } from '@tendwell/contract/money'
import { formatHours, formatMoney } from '../../../lib/format.ts'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { type Selection, totalCents, totalMinutes } from '../selection.ts'

interface PriceSummaryProps {
  selection: Selection
  rateCents: number
}

/** The price of the selected hours. There is no service fee. @see docs/rules/bookings.md#price */
export function PriceSummary({ selection, rateCents }: PriceSummaryProps) {
  const hours = formatHours(totalMinutes(selection) / 60)
  const rate = formatMoney(usdFromCents(rateCents))
  const cents = totalCents(selection, rateCents)
  const total = formatMoney(usdFromCents(cents))
  return (
    <>
      <DescriptionList
        items={[
          { term: `${hours} × ${rate}`, value: total },
          { term: 'Service fee', value: formatMoney(0) },
          { term: 'Total', value: total, isTotal: true },
        ]}
      />
      {cents > 0 && cents < REQUEST_MINIMUM_CENTS && (
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
