import type { AdminCaregiver } from '@tendwell/contract/admin'
import { useState } from 'react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { consoleToast } from '../console-toast.ts'
import { bulkTexts, useBulkDecision } from '../hooks/use-decision.ts'
import type { RowSelection } from '../hooks/use-row-selection.ts'
import type { ReviewedRows } from '../reviewed-rows.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import { RejectDialog } from './reject-dialog.tsx'

interface BulkBarProps {
  rows: readonly AdminCaregiver[]
  selection: RowSelection<AdminCaregiver>
  reviewed: ReviewedRows<AdminCaregiver>
  /** False for caregivers who are flagged already. */
  canFlag: boolean
}

/** Selects all caregivers of a page, and decides on those selected. */
export function BulkBar({ rows, selection, reviewed, canFlag }: BulkBarProps) {
  const { selected, selectAll } = selection
  const send = useBulkDecision(selected, reviewed)
  const [isRejecting, setRejecting] = useState(false)
  const isAll = selected.length === rows.length
  const who = selected.length === 1 ? 'this caregiver' : `${selected.length} caregivers`
  const checkSelection = () => {
    if (selected.length === 0) consoleToast.error('Please select caregivers first')
    return selected.length > 0
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
      <DecisionButtons
        send={send}
        canDecide={checkSelection}
        onReject={() => setRejecting(true)}
        canFlag={canFlag}
      />
      {isRejecting && (
        <RejectDialog
          title={`Reject ${who}?`}
          consequence="Their profiles stay hidden, each caregiver receives your reason, and their upcoming bookings are canceled and refunded in full."
          confirmLabel={`Reject ${who}`}
          initial={bulkTexts('rejected')}
          send={(texts) => send('rejected', texts)}
          onClose={() => setRejecting(false)}
        />
      )}
    </div>
  )
}
