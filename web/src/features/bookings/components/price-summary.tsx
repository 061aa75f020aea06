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
  const total = formatMoney(usdFromCents(totalCents(selection, rateCents)))
  return (
    <>
      <DescriptionList
        items={[
          { term: `${hours} × ${rate}`, value: total },
          { term: 'Service fee', value: formatMoney(0) },
          { term: 'Total', value: total, isTotal: true },
        ]}
      />
      <p role="status" className="sr-only">
        {hours} selected, {total} in total
      </p>
    </>
  )
}
