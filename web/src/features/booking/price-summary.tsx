import { usdFromCents } from '@tendwell/contract/money'
import { formatHours, formatMoney } from '../../lib/format.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { minutesOfAll, type Selection, totalCents } from './selection.ts'

interface PriceSummaryProps {
  selection: Selection
  rateCents: number
}

/** The receipt as it grows. The service fee is nothing, so the total is hours times rate (marketplace §9). */
export function PriceSummary({ selection, rateCents }: PriceSummaryProps) {
  const hours = formatHours(minutesOfAll(selection) / 60)
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
        {hours} selected, {total} in all
      </p>
    </>
  )
}
