import type { AdminCaregiver } from '@tendwell/contract/console/users'
import { threeSecondToast } from '../../lib/toast.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DecisionButtons } from '../common/decisions/decision-buttons.tsx'
import type { Decision } from '../common/decisions/use-decision.ts'
import { isReady } from '../common/decisions/verify-readiness.ts'
import type { RowSelection } from './use-row-selection.ts'

const noneReady = 'None of them can be verified yet. Their rows say what is missing or not checked'

interface BulkBarProps {
  rows: readonly AdminCaregiver[]
  selection: RowSelection<AdminCaregiver>
  can: readonly Decision[]
  rejectLabel: string
  onAsk: (decision: Decision) => void
}

/** Selects all caregivers of a page, and decides on those selected. */
export function BulkBar({ rows, selection, can, rejectLabel, onAsk }: BulkBarProps) {
  const { selected, selectAll } = selection
  const isAll = selected.length === rows.length
  const ask = (decision: Decision) => {
    if (selected.length === 0) threeSecondToast.error('Please select caregivers first')
    else if (decision === 'verified' && !selected.some(isReady)) threeSecondToast.error(noneReady)
    else onAsk(decision)
  }
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line pb-3">
      <Checkbox value={isAll} isIndeterminate={!isAll && selected.length > 0} onChange={selectAll}>
        <span>
          Select all
          <span className="tabular text-ink-soft" aria-live="polite">
            {selected.length > 0 && ` · ${selected.length} selected`}
          </span>
        </span>
      </Checkbox>
      <DecisionButtons can={can} rejectLabel={rejectLabel} onAsk={ask} />
    </div>
  )
}
