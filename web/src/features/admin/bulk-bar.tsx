import type { AdminCaregiver } from '@tendwell/contract/admin'
import { BadgeCheck, CircleX, Flag } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import type { ShownDocuments } from './shown-documents.ts'
import type { Selection } from './use-chosen.ts'
import { bulkWords, useBulkDecision } from './use-decision.ts'

interface BulkBarProps {
  rows: readonly AdminCaregiver[]
  selection: Selection<AdminCaregiver>
  shown: ShownDocuments
  /** The flagged can't be flagged again. */
  canFlag: boolean
}

/** Selects a whole page of caregivers and decides on all who are selected. */
export function BulkBar({ rows, selection, shown, canFlag }: BulkBarProps) {
  const { chosen, chooseAll } = selection
  const { decideAll, hasSome, pending } = useBulkDecision(chosen, shown)
  const [isRejecting, setRejecting] = useState(false)
  const isAll = chosen.length === rows.length
  const who = chosen.length === 1 ? 'this caregiver' : `${chosen.length} caregivers`
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line pb-3">
      <Checkbox value={isAll} isIndeterminate={!isAll && chosen.length > 0} onChange={chooseAll}>
        <span>
          Select all
          <span className="tabular text-ink-soft" aria-live="polite">
            {chosen.length > 0 && ` · ${chosen.length} selected`}
          </span>
        </span>
      </Checkbox>
      <span className="flex flex-wrap gap-2">
        <Button
          size="small"
          variant="secondary"
          icon={<BadgeCheck className="size-4 text-forest" aria-hidden="true" />}
          isPending={pending === 'verified'}
          isDisabled={pending !== null && pending !== 'verified'}
          onPress={() => decideAll('verified')}
        >
          Verify selected
        </Button>
        <Button
          size="small"
          variant="secondary"
          icon={<CircleX className="size-4 text-clay" aria-hidden="true" />}
          isDisabled={pending !== null}
          onPress={() => setRejecting(hasSome())}
        >
          Reject selected
        </Button>
        {canFlag && (
          <Button
            size="small"
            variant="secondary"
            icon={<Flag className="size-4 text-gold-ink" aria-hidden="true" />}
            isPending={pending === 'flagged'}
            isDisabled={pending !== null && pending !== 'flagged'}
            onPress={() => decideAll('flagged')}
          >
            Flag selected
          </Button>
        )}
      </span>
      {isRejecting && (
        <RejectDialog
          title={`Reject ${who}?`}
          consequence="The profiles stay hidden from families, and your reason is sent to each caregiver."
          confirmLabel={`Reject ${who}`}
          words={bulkWords('rejected')}
          onReject={(words) => decideAll('rejected', words)}
          isPending={pending === 'rejected'}
          onClose={() => setRejecting(false)}
        />
      )}
    </div>
  )
}
