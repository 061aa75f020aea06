import { usdFromCents } from '@tendwell/contract/money'
import type { ReactNode } from 'react'
import { formatHours } from '../../../lib/format.ts'
import { BottomBar } from '../../../ui/bottom-bar.tsx'
import { PriceText } from '../../../ui/price-text.tsx'
import { type Selection, totalCents, totalMinutes } from '../selection.ts'

interface SelectionBarProps {
  action: ReactNode
  selection: Selection
  rateCents: number
  hasTaken: boolean
}

/** Keeps the selected hours and their price in sight where the selection is below the calendar. */
export function SelectionBar({ action, selection, rateCents, hasTaken }: SelectionBarProps) {
  return (
    <div className="contents xl:hidden">
      <BottomBar action={action} isAlwaysSticky>
        <PriceText usd={usdFromCents(totalCents(selection, rateCents))} size="large" />
        <p className={`tabular truncate text-13 ${hasTaken ? 'font-semibold text-clay' : 'text-ink-soft'}`}>
          {hasTaken ? 'Some times are taken' : formatHours(totalMinutes(selection) / 60)}
        </p>
      </BottomBar>
    </div>
  )
}
