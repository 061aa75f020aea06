import { usdFromCents } from '@tendwell/contract/money'
import type { ReactNode } from 'react'
import { formatHours, plural } from '../../../lib/format/format.ts'
import { calculatePrice, type Rates, type Selection, totalMinutes } from '../../../shared/visits/selection.ts'
import { BottomBar } from '../../../ui/bottom-bar.tsx'
import { PriceText } from '../../../ui/price-text.tsx'

interface SelectionBarProps {
  action: ReactNode
  selection: Selection
  rates: Rates
  isRepeated: boolean
  hasTaken: boolean
}

/** Keeps the selected hours and their price in sight where the selection is below the calendar. */
export function SelectionBar({ action, selection, rates, isRepeated, hasTaken }: SelectionBarProps) {
  const hours = formatHours(totalMinutes(selection) / 60)
  return (
    <div className="contents xl:hidden">
      <BottomBar action={action} isAlwaysSticky>
        <PriceText usd={usdFromCents(calculatePrice(selection, rates).totalCents)} size="large" />
        <p className={`tabular truncate text-13 ${hasTaken ? 'font-semibold text-clay' : 'text-ink-soft'}`}>
          {hasTaken
            ? 'Some times are taken'
            : isRepeated
              ? `${plural(selection.length, 'time')}, ${hours}`
              : hours}
        </p>
      </BottomBar>
    </div>
  )
}
